#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
# Agents that run for years, in short (api_load.c).
. ./lib.sh
need_root
api_program api_load
finish
