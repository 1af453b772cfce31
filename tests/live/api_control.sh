#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
# Changes of a running handle (api_control.c): untarget, select, pause, resume, wake.
. ./lib.sh
need_root
api_program api_control
finish
