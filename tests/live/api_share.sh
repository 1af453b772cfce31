#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
# Handles that share programs and rings (api_share.c).
. ./lib.sh
need_root
api_program api_share
finish
