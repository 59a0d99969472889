"""TCSAlgBench: proving challenges from theoretical computer science papers, and what models make of them."""

__version__ = "0.1.0.dev0"
