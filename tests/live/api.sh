#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
# Checks what sctrace.h promises to agents. api.c and api_stats.c are such agents; they run with sanitizers, too.
. ./lib.sh
need_root
api_program api
api_program api_stats
finish
