#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
# A short version of the load tests for agents that run for years (api_load.c).
. ./lib.sh
need_root
api_program api_load
finish
