#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
# Handles of statistics that share programs (api_share_stats.c).
. ./lib.sh
need_root
api_program api_share_stats
finish
