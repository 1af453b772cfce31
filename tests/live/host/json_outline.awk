# SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
# Prints the first line of each outline. Lines have the same outline if they differ only in addresses, in strings, and in
# numbers that have fewer than ten digits or not. A sweep has 100 000 events of about 1000 outlines.
{
	outline = $0
	gsub(/"0x[0-9a-f]+"/, "address", outline)
	gsub(/"-?[0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9]+"/, "long", outline)
	gsub(/"(\\.|[^"\\])*"[],}]/, "string", outline)
	gsub(/[0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9]+/, "large", outline)
	gsub(/[0-9]+/, "0", outline)
}
!(outline in seen) {
	seen[outline] = 1
	print
}
