"""States as bytes: records and what lies beside them, behind a hash of all that gives them a meaning. Nothing is unpickled."""

from __future__ import annotations

import hashlib
import zlib
from collections.abc import Sequence

import numpy as np

from ecs_game.errors import SaveError

MAGIC = b"cogwork state 1\n"
HASH = 16  # bytes of the schema, and of the checksum


def schema_of(kind: str, dtypes: Sequence[np.dtype], identities: np.ndarray) -> bytes:
    """Hash of what bytes of a state mean: what it is a state of, how the records are laid out, what the rows of the catalogue are."""
    told = hashlib.sha256(kind.encode())
    for dtype in dtypes:
        assert dtype.fields is not None
        told.update(repr([(name, *map(str, entry[:2])) for name, entry in dtype.fields.items()]).encode())
    told.update(np.ascontiguousarray(identities, "<u8").tobytes())
    return told.digest()[:HASH]


def written(schema: bytes, count: int, parts: Sequence[np.ndarray]) -> bytes:
    """States of ``count`` games or pods: each part holds one row of bytes a game."""
    body = zlib.compress(count.to_bytes(8, "little") + b"".join(np.ascontiguousarray(part).tobytes() for part in parts), 1)
    return MAGIC + schema + hashlib.sha256(body).digest()[:HASH] + body


def read(data: bytes, schema: bytes, dtypes: Sequence[np.dtype]) -> tuple[np.ndarray, ...]:
    """The parts of states that ``written`` made, one array of each dtype. ``SaveError`` says what is wrong with them."""
    begin = len(MAGIC) + 2 * HASH
    if not isinstance(data, bytes) or not data.startswith(MAGIC) or len(data) < begin:
        raise SaveError("no state of an environment as serialize writes it")
    if data[len(MAGIC) : begin - HASH] != schema:
        raise SaveError("a state of another kind of environment, of other cards or of another version of Cogwork; play it anew from its seed")
    if hashlib.sha256(data[begin:]).digest()[:HASH] != data[begin - HASH : begin]:
        raise SaveError("a state that was damaged on its way: its checksum is another")
    try:
        body = zlib.decompress(data[begin:])
    except zlib.error:
        raise SaveError("no state of an environment as serialize writes it: what is behind its checksum cannot be unpacked") from None
    count, at, parts = int.from_bytes(body[:8], "little"), 8, []
    if len(body) != 8 + count * sum(dtype.itemsize for dtype in dtypes):
        raise SaveError(f"no state of an environment as serialize writes it: {len(body)} bytes are not those of {count} games")
    for dtype in dtypes:
        parts.append(np.frombuffer(body, np.uint8, count * dtype.itemsize, at).copy().view(dtype))
        at += count * dtype.itemsize
    return tuple(parts)
