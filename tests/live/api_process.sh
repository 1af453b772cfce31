#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
# Runs api_process.c, which tests sctrace_process().
. ./lib.sh
need_root
api_program api_process
finish
