#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
# Decoders must emit typed values: they write no text, and do not depend on how much is printed.
cd "$(dirname "$0")/../.." || exit

! grep -rnE 'out_text|out_comment|strlen_max|->verbose|\.verbose|buf__' libsctrace/decode
