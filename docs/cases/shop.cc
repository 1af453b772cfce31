// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
// A shop whose author put probes around its queries (sys/sdt.h of systemtap-sdt-dev).
#include <fcntl.h>
#include <string.h>
#include <sys/sdt.h>
#include <unistd.h>

class Shop {
	int journal = open("journal", O_CREAT | O_TRUNC | O_WRONLY, 0600);

public:
	int query(const char *sql, int rows)
	{
		int status = strncmp(sql, "DELETE", 6) ? 0 : -13;

		DTRACE_PROBE1(shop, query_start, sql);
		for (int i = 0; i < rows && write(journal, "row\n", 4) == 4; i++)
			fsync(journal);
		DTRACE_PROBE2(shop, query_end, sql, status);
		return status;
	}
};

int main()
{
	Shop shop;

	shop.query("SELECT name FROM goods", 0);
	shop.query("UPDATE goods SET price = 7", 3);
	shop.query("DELETE FROM goods", 0);
	return 0;
}
