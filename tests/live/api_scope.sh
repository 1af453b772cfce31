#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
# Scopes (api_scope.c): the whole machine, cgroups, users, names, results.
. ./lib.sh
need_root
api_program api_scope
finish
