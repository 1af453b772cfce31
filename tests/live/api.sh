#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
# What sctrace.h promises to agents, which api.c and api_stats.c are: the library's users, so the sanitizers see them.
. ./lib.sh
need_root
api_program api
api_program api_stats
finish
