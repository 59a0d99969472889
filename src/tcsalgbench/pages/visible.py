"""Characters that steer instead of being read, made visible: what papers and models write must not steer anything."""

# C0 controls get their picture (␛ for escape); C1 controls and what turns the direction of text get a replacement mark.
_C0 = {code: 0x2400 + code for code in range(32) if chr(code) not in "\n\t"}
_C1_AND_DIRECTION = (0x7F, *range(0x80, 0xA0), 0x61C, 0x200E, 0x200F, *range(0x202A, 0x202F), *range(0x2066, 0x206A))
_SURROGATES = range(0xD800, 0xE000)
_VISIBLE = _C0 | dict.fromkeys((*_C1_AND_DIRECTION, *_SURROGATES), 0xFFFD)


def visible(text: str) -> str:
    """The text with control characters and marks of direction made visible."""
    return text.translate(_VISIBLE)
