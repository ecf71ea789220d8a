"""Requests at the server: every one gets an answer, and none is a fault of the server's."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import httpx

from fuzz.asked import Requests
from zermelo.web.app import Web


def asked(place: Path, seed: int) -> Iterator[tuple[object, list[str]]]:
    """One request after the other, and what is wrong with the answer."""
    with asyncio.Runner() as runner:
        requests = _asked(seed)
        try:
            while True:
                yield runner.run(anext(requests))
        finally:
            runner.run(requests.aclose())


async def _asked(seed: int) -> AsyncIterator[tuple[object, list[str]]]:
    web = Web(native=False)
    transport = httpx.ASGITransport(web.application())
    async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as client:
        opened = [
            await client.post("/api/sessions", json={"game": game})
            for game in ("tictactoe", "nim", "morris")
        ]
        requests = Requests(seed, [answer.json()["key"] for answer in opened])
        try:
            while True:
                request = requests.request()
                answer = await client.request(**request)
                requests.learn(answer)
                yield request, _faults(request, answer)
        finally:
            web.thinker.close()


def _faults(request: dict[str, Any], answer: httpx.Response) -> list[str]:
    result = [f"status {answer.status_code}"] * (answer.status_code >= 500)
    refused = answer.status_code >= 400 and request["method"] != "HEAD"
    if refused and ("Traceback" in answer.text or not answer.json()["error"]):
        result.append("no reason is given")
    return result
