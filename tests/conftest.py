"""Fixtures that tests of several rooms use."""

pytest_plugins = ["tests.browser"]
