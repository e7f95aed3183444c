# Two commands: `make run` shows what maskera does, `make test` proves it. PYTHON may be any 3.11 or later.
PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin
CORES ?= $(shell $(PYTHON) -c 'import os; print(os.cpu_count())')
PROCESSES ?= $(shell $(PYTHON) -c 'print($(CORES) + $(CORES) // 2)')
SAMPLES := samples
KERNELS := $(wildcard src/maskera/kernels/*.py)

# Bytecode is kept even where the environment says otherwise: the tests start hundreds of processes, and each would compile all modules.
export PYTHONDONTWRITEBYTECODE :=

QUICK := tests/test_architecture.py tests/test_cases.py tests/test_policy.py tests/test_taxonomy.py tests/test_text.py tests/test_mentions.py \
	tests/annotate tests/kernels tests/label tests/rules tests/tagger

.PHONY: run check quick test lint types unit evaluate bench docs lexicon extracts wheel install-check outside transformers others clean

run: $(VENV)/installed lexicon
	@$(BIN)/python tools/run_samples.py $(SAMPLES) out

# The types are looked at beside the tests, for one process does that and leaves the other cores idle.
test: lint
	@$(MAKE) --no-print-directory -j 2 types unit

# What a change is most likely to break, in about a minute.
check: lint
	@$(MAKE) --no-print-directory -j 2 types quick

quick: $(VENV)/installed-dev lexicon
	$(BIN)/pytest -n $(CORES) --dist loadfile $(QUICK)

lint: $(VENV)/installed-dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(VENV)/installed-dev
	$(BIN)/mypy

# Half as many processes again as cores, for tests of servers and browsers wait. A file's tests stay together, for they share what is
# slow to make; the files in their order, for the long ones (review, service) are in the middle and nobody waits for one at the end.
unit: $(VENV)/installed-dev lexicon
	$(BIN)/pytest -n $(PROCESSES) --dist loadfile --no-loadscope-reorder

# Scores every shipped mode on the data beside the repository, where it is; reports go to out/evaluation.
evaluate: $(VENV)/installed
	@$(BIN)/python tools/evaluate.py

# Measures speed, start and memory beside Presidio and spaCy, about two minutes, and rewrites docs/performance.md.
bench: $(VENV)/installed
	$(BIN)/pip install --quiet --disable-pip-version-check -e '.[bench]'
	@$(BIN)/python tools/bench.py --write

# Builds the documentation site into out/site; nothing is fetched.
docs: $(VENV)/installed-dev lexicon
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict --quiet

# Compiles the lexicons whose lists have changed; installing does so, too.
lexicon: $(VENV)/installed
	@$(BIN)/python -m maskera.lexicon.compile

# Takes the extracts of open data anew; needed only when a data set is.
extracts: $(VENV)/installed-dev
	$(BIN)/pip install --quiet --disable-pip-version-check -e '.[lexicon]'
	$(BIN)/python tools/extract_open_data.py
	$(BIN)/python tools/write_sources.py

# Builds what is published, into dist/, and checks that the wheel holds compiled kernels and lexicons.
wheel: $(VENV)/installed-dev
	$(BIN)/pip install --quiet --disable-pip-version-check build
	rm -rf dist build man
	$(BIN)/python tools/write_man.py man/maskera.1
	$(BIN)/python -m build --quiet --outdir dist
	$(BIN)/python tools/check_wheel.py dist

# Whether the wheel and the source distribution install alone and run, under each Python that is there; some minutes, and the registry of packages.
install-check: wheel
	$(BIN)/pip install --quiet --disable-pip-version-check twine check-wheel-contents
	$(BIN)/python tools/check_install.py dist

# Other programs whose own code tests call (Label Studio's converter, Sparv), in an environment apart; without it those tests are skipped.
outside: .venv-outside/installed

.venv-outside/installed: integrations/sparv/pyproject.toml $(wildcard integrations/sparv/maskera_sparv/*.py)
	$(PYTHON) -m venv .venv-outside
	.venv-outside/bin/pip install --quiet --disable-pip-version-check label-studio-sdk 'sparv~=5.3' 'setuptools<81' hatchling \
		msgspec phonenumbers rapidfuzz typer
	.venv-outside/bin/pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation ./integrations/sparv
	@touch $@

# What only some users have beside maskera, so that its tests run: spaCy, Presidio, training, Ray, Spark (which wants a Java runtime), datasets.
others: $(VENV)/installed-others

$(VENV)/installed-others: pyproject.toml | $(VENV)/installed-dev
	$(BIN)/pip install --quiet --disable-pip-version-check -e '.[bench,engines,train]'
	@touch $@

# The extra `transformers` and its tests, which `make test` skips without it. This version of torch, as any later one may be another 3 GB.
transformers: $(VENV)/installed-transformers
	$(BIN)/pytest tests/tagger/test_transformer.py tests/train/test_transformer.py tests/evaluate/test_information.py

$(VENV)/installed-transformers: $(VENV)/installed-dev
	$(BIN)/pip install --quiet --disable-pip-version-check torch==2.13.0
	$(BIN)/pip install --quiet --disable-pip-version-check 'transformers>=5'
	@touch $@

$(VENV)/bin/python:
	$(PYTHON) -m venv $(VENV)

$(VENV)/installed: pyproject.toml setup.py $(KERNELS) | $(VENV)/bin/python
	$(BIN)/pip install --quiet --disable-pip-version-check -e '.[vault]'
	@touch $@

$(VENV)/installed-dev: pyproject.toml setup.py $(KERNELS) | $(VENV)/bin/python
	$(BIN)/pip install --quiet --disable-pip-version-check -e '.[dev]'
	@touch $@ $(VENV)/installed

clean:
	rm -rf $(VENV) .venv-outside out build dist man
