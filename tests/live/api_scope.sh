#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
# The whole machine, cgroups, users, names, results (api_scope.c).
. ./lib.sh
need_root
api_program api_scope
finish
