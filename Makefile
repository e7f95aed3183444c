# Two commands: `make run` shows what maskera does, `make test` proves it. PYTHON may be any 3.11 or later.
PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin
SAMPLES := samples

.PHONY: run test lint types unit evaluate bench lexicon clean

run: $(VENV)/installed
	@$(BIN)/python tools/run_samples.py $(SAMPLES) out

test: lint types unit

lint: $(VENV)/installed-dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(VENV)/installed-dev
	$(BIN)/mypy

unit: $(VENV)/installed-dev
	$(BIN)/pytest

# Scores every shipped mode on the data beside the repository, where it is; reports go to out/evaluation.
evaluate: $(VENV)/installed
	@$(BIN)/python tools/evaluate.py

# Measures speed, start and memory beside Presidio and spaCy, about two minutes, and rewrites docs/performance.md.
bench: $(VENV)/installed
	$(BIN)/pip install --quiet --disable-pip-version-check -e '.[bench]'
	@$(BIN)/python tools/bench.py --write

# Compiles the word lists and the open data sets into lexicon.bin and dictionary.hashes of src/maskera/data/sv; needed only after a change to a list.
lexicon: $(VENV)/installed-dev
	$(BIN)/pip install --quiet --disable-pip-version-check -e '.[lexicon]'
	$(BIN)/python tools/build_lexicon.py
	$(BIN)/python tools/build_dictionary.py
	$(BIN)/python tools/write_sources.py

$(VENV)/bin/python:
	$(PYTHON) -m venv $(VENV)

$(VENV)/installed: pyproject.toml | $(VENV)/bin/python
	$(BIN)/pip install --quiet --disable-pip-version-check -e '.[vault]'
	@touch $@

$(VENV)/installed-dev: pyproject.toml | $(VENV)/bin/python
	$(BIN)/pip install --quiet --disable-pip-version-check -e '.[dev]'
	@touch $@ $(VENV)/installed

clean:
	rm -rf $(VENV) out build dist
