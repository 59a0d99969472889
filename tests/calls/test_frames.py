"""The grammar of journal files: every cut opens, every flip is noticed."""

import os

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tcsalgbench.calls.journal.frames import DamageFound, FrameReader, frame, next_frame

PAYLOADS = st.lists(st.binary(max_size=60), max_size=8)


def on_disk(content: bytes) -> tuple[FrameReader, int]:
    handle = os.memfd_create("frames")
    os.write(handle, content)
    return FrameReader(handle), len(content)


def read_back(content: bytes) -> list[bytes]:
    reader, size = on_disk(content)
    found = []
    for offset, *_ in reader.glances(0, size):
        payload = reader.payload(offset)
        assert isinstance(payload, bytes)
        found.append(payload)
    return found


@given(PAYLOADS)
def test_what_was_framed_is_read_back(payloads: list[bytes]) -> None:
    assert read_back(b"".join(frame(b"X", payload) for payload in payloads)) == payloads


@given(PAYLOADS, st.data())
def test_every_prefix_opens_with_exactly_the_whole_frames_in_it(payloads: list[bytes], data: st.DataObject) -> None:
    frames = [frame(b"X", payload) for payload in payloads]
    content = b"".join(frames)
    cut = data.draw(st.integers(0, len(content)))
    whole, end = 0, 0
    while whole < len(frames) and end + len(frames[whole]) <= cut:
        end += len(frames[whole])
        whole += 1
    assert read_back(content[:cut]) == payloads[:whole]


@given(st.lists(st.binary(min_size=16, max_size=40), min_size=1, max_size=5), st.data())
def test_a_flipped_bit_is_never_read_as_content_nor_taken_for_a_cut(payloads: list[bytes], data: st.DataObject) -> None:
    content = bytearray(b"".join(frame(b"X", payload) for payload in payloads))
    at = data.draw(st.integers(0, len(content) * 8 - 1))
    content[at // 8] ^= 1 << (at % 8)
    reader, size = on_disk(bytes(content))
    sound, noticed = [], False
    try:
        for offset, *_ in reader.glances(0, size):
            payload = reader.payload(offset)
            if isinstance(payload, bytes):
                sound.append(payload)
            else:
                noticed = True
    except DamageFound:
        noticed = True
    assert noticed
    assert all(payload in payloads for payload in sound)


def test_the_search_for_the_next_frame_goes_over_block_borders() -> None:
    content = b"\0" * ((1 << 20) - 1) + frame(b"X", b"found")
    reader, size = on_disk(content)
    assert next_frame(reader, 0, size) == (1 << 20) - 1


def test_a_long_payload_is_read_whole() -> None:
    long = os.urandom(100_000)
    assert read_back(frame(b"X", long) + frame(b"Y", b"after")) == [long, b"after"]


def test_a_header_that_is_not_ours_is_damage() -> None:
    reader, size = on_disk(b"PK\3\4 something else entirely")
    with pytest.raises(DamageFound):
        list(reader.glances(0, size))
