"""The demonstration: the whole path of the tool on bundled data, in a few minutes, without a key."""
