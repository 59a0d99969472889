"""Fixtures that tests of several rooms use."""

from hypothesis import settings

pytest_plugins = ["tests.browser"]

# No test is timed: how long an example takes depends on who else uses the machine.
settings.register_profile("untimed", deadline=None)
settings.load_profile("untimed")
