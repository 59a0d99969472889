# The commands of the project. Each makes .venv first if it is not there yet.
PY := .venv/bin/python
READY := .venv/.ready

.PHONY: demo test check bench fuzz format clean

demo: $(READY)
	$(PY) -m tcsalgbench demo --out out/demo

test: $(READY)
	$(PY) -m pytest -q -n 2

check: $(READY)
	$(PY) -m ruff check .
	$(PY) -m ruff format --check .
	$(PY) -m mypy src tests bench examples
	$(PY) -m pytest -q tests/test_house.py

bench: $(READY)
	$(PY) -m bench

fuzz: $(READY)
	$(PY) -m bench.fuzz

format: $(READY)
	$(PY) -m ruff check --fix .
	$(PY) -m ruff format .

clean:
	rm -rf .venv out build dist

$(READY): pyproject.toml constraints.txt tools/setup
	sh tools/setup
