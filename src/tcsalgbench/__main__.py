"""`python -m tcsalgbench` is the command `tcsalgbench`."""

from tcsalgbench.cli.main import main

if __name__ == "__main__":
    main()
