#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
# What is known of processes: api_process.c.
. ./lib.sh
need_root
api_program api_process
finish
