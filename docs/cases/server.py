# SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
"""A server, of a request a line, with one handler that reads its file byte by byte."""
import os
import sys


def index():
    return open('index.csv', 'rb').read()


def report():
    fd = os.open('report.csv', os.O_RDONLY)
    data = b''
    while byte := os.read(fd, 1):
        data += byte
    os.close(fd)
    return data


def serve(request):
    body = {'/index': index, '/report': report}[request]()
    os.write(1, b'200 %s, %d bytes\n' % (request.encode(), len(body)))


for line in sys.stdin:
    serve(line.strip())
