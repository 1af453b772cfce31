#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
# Addresses, files, signals and times as data: api_data.c.
. ./lib.sh
need_root
api_program api_data
finish
