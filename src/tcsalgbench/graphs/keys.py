"""What a graph is kept under: the digest of its text, and the version of its work."""

import hashlib
from collections.abc import Mapping


def tree_digest(files: Mapping[str, bytes]) -> str:
    """The SHA-256 of files by name and content, in the order of their names; the same as that of their folder."""
    whole = hashlib.sha256()
    for name in sorted(files):
        encoded = name.encode("utf-8", "surrogateescape")
        whole.update(b"%d:%s%d:" % (len(encoded), encoded, len(files[name])))
        whole.update(files[name])
    return whole.hexdigest()


def version_id(work: str, version: str) -> str:
    """The name of one version of a work, as people write it: `2503.01234v2`."""
    return f"{work}{version}"
