# make run    installs into .venv and starts the app on this machine
# make test   installs and runs every check: format, lint, types, imports, tests
# make bench  prints the figures of benchmarks/ (needs SIGHTLINE_DATA), beside other splitters
# make screenshots  draws the pictures of the README from the running app

.DEFAULT_GOAL := run
.DELETE_ON_ERROR:
.PHONY: run test bench samples screenshots format browser clean

# The first Python on the path that the project supports.
PYTHON ?= $(shell for p in python3.11 python3.12 python3.13 python3 python; do \
	$$p -c 'import sys; sys.exit(not (3, 11) <= sys.version_info[:2] < (3, 14))' 2>/dev/null \
	&& echo $$p && break; done)
BIN := .venv/bin
PORT ?= 8501
# Browsers and time limits are waited for, so that two cores have work for three; tests/conftest.py
# lets two of these have browsers. The longest files come first, as they stand in the folders.
PYTEST_ARGS ?= -n 3 --dist loadfile --no-loadscope-reorder

run: .venv/installed
	$(BIN)/streamlit run app.py --server.address 127.0.0.1 --server.port $(PORT)

# The tests start hundreds of programs, which must not compile the sources anew each time.
test: export PYTHONDONTWRITEBYTECODE :=
test: .venv/installed-dev browser
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/lint-imports
	$(BIN)/pytest $(PYTEST_ARGS)

bench: .venv/installed-bench
	$(BIN)/python -m benchmarks

samples: .venv/installed-dev
	$(BIN)/python -m sample_docs

screenshots: .venv/installed-dev browser
	$(BIN)/python -m docs.screenshots

format: .venv/installed-dev
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

browser:
	@./.ci/chromium

clean:
	rm -rf .venv .pytest_cache .ruff_cache .hypothesis .import_linter_cache *.egg-info

# The stamps keep a second `make` from installing again until the requirements change.
.venv/installed: pyproject.toml constraints.txt | .venv/bin/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e .
	@touch $@

.venv/installed-dev: pyproject.toml constraints.txt | .venv/bin/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[dev]'
	@touch .venv/installed $@

.venv/installed-bench: .venv/installed-dev
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[dev,bench]'
	@touch $@

.venv/bin/python:
	@test -n "$(PYTHON)" || { echo "Sightline needs Python 3.11, 3.12 or 3.13 on the PATH." >&2; exit 1; }
	$(PYTHON) -m venv .venv
