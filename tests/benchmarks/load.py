"""Sends GET requests over 32 kept connections and times each: ``load.py PORT KEY < paths``.

Prints requests per second, the p99 in milliseconds and the number of failures as JSON. Runs
in a process of its own and imports no HTTP client, so that it is not what is measured.
"""

from __future__ import annotations

import asyncio
import json
import statistics
import sys
import time
from collections.abc import Iterator
from typing import Final

CONNECTIONS: Final = 32


async def main(port: int, key: str, paths: list[str]) -> None:
    waiting = iter(paths)
    times: list[float] = []
    failures = [0]
    start = time.perf_counter()
    async with asyncio.TaskGroup() as group:
        for _ in range(CONNECTIONS):
            group.create_task(_connection(port, key, waiting, times, failures))
    seconds = time.perf_counter() - start
    p99 = 1000 * statistics.quantiles(times, n=100)[98]
    print(json.dumps([len(times) / seconds, p99, failures[0]]))


async def _connection(
    port: int, key: str, waiting: Iterator[str], times: list[float], failures: list[int]
) -> None:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    for path in waiting:
        start = time.perf_counter()
        headers = f"Host: localhost\r\nAuthorization: Bearer {key}\r\n"
        writer.write(f"GET {path} HTTP/1.1\r\n{headers}\r\n".encode())
        head = (await reader.readuntil(b"\r\n\r\n")).lower()
        if b"transfer-encoding: chunked" in head:
            while size := int(await reader.readuntil(b"\r\n"), 16):
                await reader.readexactly(size + 2)
            await reader.readexactly(2)
        else:
            await reader.readexactly(int(head.split(b"content-length:")[1].split(b"\r\n")[0]))
        times.append(time.perf_counter() - start)
        failures[0] += not head.startswith(b"http/1.1 200")
    writer.close()


if __name__ == "__main__":
    asyncio.run(main(int(sys.argv[1]), sys.argv[2], sys.stdin.read().split("\n")))
