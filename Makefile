# Everything one does with Burgher. Each target sets up what it needs, in .venv, and only when
# something has changed; all that must be there beforehand is make and Python 3.11 or newer.

PYTHON ?= python3
GAME ?= burgundy
ARGS ?=
KILLS ?= 1000

VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/pip --disable-pip-version-check install --quiet
# Many tests wait for a browser or a database half of the time: three of them at once on two cores.
WORKERS := $(shell $(PYTHON) -c 'import os; print((os.cpu_count() or 1) * 3 // 2)')
PYTEST := $(BIN)/pytest -n $(WORKERS) --dist worksteal --durations=25 --durations-min=3
COMPILER := $(shell command -v $${CC:-cc} || command -v gcc || command -v clang)

# Directories too: a file that is added or taken away changes them.
SOURCES := pyproject.toml setup.py $(shell find building src -name __pycache__ -prune -o -print)

WHEEL := $(VENV)/wheel/done

# Named for how it should have come out, so that a compiler's arrival is reason to install again.
INSTALLED := $(VENV)/$(if $(COMPILER),compiled,plain).stamp

.PHONY: help play terminal test check sourcetest lint types format bench instructions strength fuzz learn kills attacks pictures screens clean
.NOTPARALLEL:
.DELETE_ON_ERROR:

help:  ## Show this.
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  make %-12s %s\n", $$1, $$2 }' Makefile

# On a new machine the first page should not wait for the compiler: the server starts from plain source, and takes
# up what is compiled beside it when that is there.
BUILD := $(VENV)/build

play: $(VENV)/needs.done  ## Play in the browser (ARGS=… for `burgher serve`).
ifdef COMPILER
	@if $(MAKE) --question $(INSTALLED) >/dev/null 2>&1; then exec $(BIN)/burgher serve $(ARGS); fi; \
	    rm -f $(BUILD) $(BUILD).failed; \
	    { nice $(MAKE) --no-print-directory $(INSTALLED) >$(BUILD).log 2>&1 & make=$$!; \
	        trap "kill $$make; exit" TERM; wait $$make && \
	        $(BIN)/python -c 'import sysconfig; print(sysconfig.get_path("platlib"))' >$(BUILD).part && \
	        mv $(BUILD).part $(BUILD) || touch $(BUILD).failed; } & \
	    trap "kill $$! 2>/dev/null" EXIT; \
	    PYTHONPATH=src BURGHER_BUILD=$(abspath $(BUILD)) $(BIN)/python -m burgher serve $(ARGS)
else
	@$(MAKE) --no-print-directory $(INSTALLED)
	@$(BIN)/burgher serve $(ARGS)
endif

terminal: $(INSTALLED)  ## Play in the terminal (GAME=burgundy, ARGS=… for `burgher play`).
	@$(BIN)/burgher play $(GAME) $(ARGS)

# The tests of the kernel and the rules run twice, on the plain source and on the compiled package; nothing else
# is compiled. To compile takes about half a minute of all cores, so it is begun first and goes on beside the rest.
TWICE := agents/test_choices.py agents/test_search.py agents/test_tree.py burgundy front granja hansa parity

test: $(VENV)/tools.done  ## Lint, then run the tests: the games' on the plain source too, all on the compiled package.
ifdef COMPILER
	@BURGHER_COMPILE=require $(MAKE) --no-print-directory $(WHEEL) & compiling=$$!; \
	    trap "kill $$compiling 2>/dev/null" EXIT; \
	    $(MAKE) --no-print-directory lint sourcetest && wait $$compiling
	@$(MAKE) --no-print-directory $(INSTALLED)
	BURGHER_EXPECT=compiled $(PYTEST) $(ARGS)
else
	PYTHONPATH=src BURGHER_EXPECT=source $(PYTEST) $(ARGS)
	@echo 'No C compiler here: tested as plain source only.'
endif

check: lint sourcetest  ## The fast checks while one works: lint, then the games' tests on the plain source.

sourcetest: $(VENV)/tools.done
	PYTHONPATH=src BURGHER_EXPECT=source $(PYTEST) $(addprefix tests/,$(TWICE)) $(ARGS)

lint: $(VENV)/tools.done  ## Check style, types, layers, shifts and shared arrays.
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	PYTHONPATH=src $(BIN)/lint-imports --no-logo
	$(BIN)/python -m tools.shifts
	$(BIN)/python -m tools.shared
	@if npx --no-install tsc --version >/dev/null 2>&1; then $(MAKE) --no-print-directory types; \
	    else echo 'There is no tsc here: the types of the scripts were not checked.'; fi

# The scripts' types stand in comments, which TypeScript's compiler reads. To have it: `npm install --no-save typescript`.
# Nothing but this needs Node, and nobody has to have it: without it, `make lint` leaves this out.
types:  ## Check the types of the browser's scripts; needs Node and TypeScript.
	npx --no-install tsc --project jsconfig.json

format: $(VENV)/tools.done  ## Put the source into its one form.
	$(BIN)/ruff check --fix
	$(BIN)/ruff format

bench: $(INSTALLED)  ## Measure the speed (ARGS=… for `burgher bench`).
	@$(BIN)/burgher bench $(ARGS)

# Figures that no other work on the machine changes; after what was meant to change them, `make instructions
# ARGS=--json > bench/instructions.jsonl`, and the table by ARGS=--markdown into bench/RESULTS.md.
instructions: $(INSTALLED)  ## Count instructions by valgrind, and name what takes more than it did (ARGS=…).
	@$(BIN)/burgher bench --instructions --against bench/instructions.jsonl $(ARGS)

strength: $(INSTALLED) $(VENV)/tools.done  ## Measure the levels against each other, going on where it was stopped (ARGS=…).
	@$(BIN)/python -m tools.strength $(ARGS)

fuzz: $(INSTALLED)  ## Play 100,000 strange games, checking everything (ARGS=… for `burgher fuzz`).
	@$(BIN)/burgher fuzz $(ARGS)

learn: $(INSTALLED) $(VENV)/train.done  ## Teach a network to play GAME, into runs/ (ARGS=… for examples/learn.py).
	$(BIN)/python examples/learn.py runs/$(GAME) --game $(GAME) $(ARGS)

kills: $(INSTALLED) $(VENV)/tools.done  ## Kill the server 1,000 times under play on each database, and look for what was lost (KILLS=…).
	BURGHER_KILLS=$(KILLS) $(BIN)/pytest -o hang_seconds=0 tests/server/test_killing.py $(ARGS)

attacks: $(INSTALLED) $(VENV)/tools.done  ## Measure how long moves take while others do what they should not.
	@PYTHONPATH=tests:. $(BIN)/python -m server.attacks $(ARGS)

pictures: $(INSTALLED) $(VENV)/tools.done  ## Make the README's pictures anew; needs a Chromium.
	@$(BIN)/python -m tools.pictures
	@$(BIN)/python -m tools.screenshots

screens: $(INSTALLED) $(VENV)/tools.done  ## Take pictures of every table on every kind of screen, into build/screens/, and measure them.
	@$(BIN)/python -m tools.screens build/screens
	BURGHER_SCREENS=all $(BIN)/pytest tests/browser/test_screens.py tests/browser/test_site_screens.py $(ARGS)

clean:  ## Remove everything that can be made again.
	rm -rf $(VENV) build dist src/*.egg-info .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache
	find building src tests tools -name __pycache__ -prune -exec rm -rf {} +

# -- what the targets above stand on --------------------------------------------------------------

# Words from pyproject.toml, so that it stays the one place that says what is needed.
needs = $$($(BIN)/python -c "import tomllib; t = tomllib.load(open('pyproject.toml', 'rb')); print(*$(1))")

$(VENV)/venv.done:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
	    echo 'Burgher needs Python 3.11 or newer, and $(PYTHON) is not: name one with make PYTHON=…' >&2; exit 1; }
	$(PYTHON) -m venv $(VENV)
	@touch $@

# What building and running need. The build uses them from here: no network, no waiting.
$(VENV)/needs.done: $(VENV)/venv.done pyproject.toml
	$(PIP) $(call needs,t['build-system']['requires'] + t['project']['dependencies'])
	@touch $@

$(VENV)/tools.done: $(VENV)/needs.done
	$(PIP) $(call needs,t['project']['optional-dependencies']['dev'])
	@touch $@

$(VENV)/train.done: $(VENV)/needs.done
	$(PIP) $(call needs,t['project']['optional-dependencies']['train'])
	@touch $@

# A wheel of our own, made beside whatever goes on in the environment. It is what `pip wheel` would make, without
# asking twice what to build, and not compressed, since it goes no further than into $(VENV).
MAKE_WHEEL = from setuptools.build_meta import build_wheel; \
    build_wheel("$(@D)", {"--global-option": "--quiet", "--build-option": "--compression=stored"})

$(WHEEL): $(VENV)/needs.done $(SOURCES)
	@rm -rf $(@D) && mkdir $(@D)
	@echo 'Building Burgher$(if $(COMPILER),: compiling takes up to a minute) …'
	@$(if $(COMPILER),,BURGHER_COMPILE=0) $(BIN)/python -c '$(MAKE_WHEEL)' >$(@D)/log || { cat $(@D)/log; exit 1; }
	@touch $@

# A compilation that failed leaves no stamp: the next `make` tries again.
$(INSTALLED): $(WHEEL)
	@rm -f $(VENV)/*.stamp
	@$(PIP) --no-deps --no-compile --force-reinstall $(<D)/*.whl
	@$(BIN)/burgher --version
ifdef COMPILER
	@if $(BIN)/python -c 'import burgher, sys; sys.exit(not burgher.COMPILED)'; then touch $@; else rm $<; \
	    echo 'It could not be compiled and will be slow. To see why: BURGHER_COMPILE=require make play'; fi
else
	@echo 'There is no C compiler here, so it will be slow. `$(BIN)/burgher doctor` knows more.'
	@touch $@
endif
