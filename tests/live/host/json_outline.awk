# SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
# Prints the first line of each outline, that is, of lines that differ in the values of numbers and strings only. A sweep
# has 100 000 events of about 1000 outlines.
{
	outline = $0
	gsub(/"0x[0-9a-f]+"/, "address", outline)
	gsub(/"-?[0-9]+"/, "integer", outline)
	gsub(/"(\\.|[^"\\])*"[],}]/, "string", outline)
	gsub(/[0-9]+/, "0", outline)
}
!(outline in seen) {
	seen[outline] = 1
	print
}
