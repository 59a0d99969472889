"""The command line: arguments in, one function called, output shown; no logic."""
