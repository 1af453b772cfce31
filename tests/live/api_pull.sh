#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
# sctrace_next() and sctrace_poll_batch(): api_pull.c.
. ./lib.sh
need_root
api_program api_pull
finish
