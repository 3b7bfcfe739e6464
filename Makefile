# Patience Racing: `make play` serves the game, `make test` runs every check. `make help` lists the rest.

# One step after the other, also under -j: the checks share two servers and one browser.
.NOTPARALLEL:
.DEFAULT_GOAL := help
.PHONY: help play cluster load chaos test setup tools lint types js unit browser messages lock clean

PORT ?= 8000
WORKERS ?= 2
PYTHON_BIN := .venv/bin/python

help: ## List the targets
	@grep -hE '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed 's/:.*##/\t/' | expand -t 12

play: .venv/play.stamp ## Serve the game here and to friends on the same network (PORT=8000)
	@PORT=$(PORT) exec $(PYTHON_BIN) scripts/play.py

cluster: .venv/test.stamp tools ## The topology of docker-compose.yml without Docker: nginx, workers, solver, PostgreSQL, Redis (PORT=8000 WORKERS=2)
	@exec $(PYTHON_BIN) -m scripts.cluster --port $(PORT) --workers $(WORKERS)

load: .venv/test.stamp tools ## Measure the service on this machine (LOAD="pace --seconds 60"; python -m tests.load --help)
	$(PYTHON_BIN) -m tests.load $(LOAD)

chaos: .venv/test.stamp tools ## The faults of tests/chaos, as long as they last outside: minutes
	LONG_FAULTS=1 $(PYTHON_BIN) -m pytest tests/chaos

# The solver's kernels compile beside the static checks, which take one processor. Then two processes run the tests: half
# of the time of one is spent waiting for sockets and for the browser.
test: export NUMBA_CACHE_DIR := $(CURDIR)/.pytest_cache/numba
test: setup ## Run every check: the static ones, then all tests on real servers and a real browser
	@$(PYTHON_BIN) -m tests.kernels & kernels=$$!; \
	trap 'kill $$kernels 2>/dev/null' EXIT INT TERM; \
	$(MAKE) --no-print-directory lint types js && wait $$kernels
	$(PYTHON_BIN) -m pytest --numprocesses=2 --dist=worksteal

setup: tools .venv/test.stamp node_modules/.package-lock.json ## Install what the checks need

tools:
	@sh scripts/test-tools.sh

# A stamp is newer than its lock exactly when the lock's packages are installed.
.venv/play.stamp: requirements.lock scripts/venv.sh .venv/bin/python
	@sh scripts/venv.sh requirements.lock
	@touch $@

.venv/test.stamp: requirements-dev.lock scripts/venv.sh .venv/bin/python
	@sh scripts/venv.sh requirements-dev.lock
	@touch $@

# Missing at first, and when the Python it points to was removed: then both stamps are void.
.venv/bin/python:
	@rm -f .venv/*.stamp

node_modules/.package-lock.json: package-lock.json package.json
	npm ci --no-audit --no-fund
	@touch $@

lint: .venv/test.stamp ## Style, the arrows between the rooms, migrations up to date
	$(PYTHON_BIN) -m ruff check
	$(PYTHON_BIN) -m ruff format --check
	.venv/bin/lint-imports
	DATABASE_URL=sqlite://:memory: SECRET_KEY=unused $(PYTHON_BIN) manage.py makemigrations --check --dry-run

types: .venv/test.stamp node_modules/.package-lock.json ## mypy --strict and the browser modules' JSDoc types
	$(PYTHON_BIN) -m mypy engine racing scripts
	npx --no-install tsc -p tsconfig.json

js: ## The browser modules that need no browser, in Node
	node --test $$(find tests/js -name '*.test.js')

unit: .venv/test.stamp ## Python tests without a browser
	$(PYTHON_BIN) -m pytest -m "not browser"

browser: .venv/test.stamp ## Tests in Chromium
	$(PYTHON_BIN) -m pytest -m browser

# After a change of a sentence: new ones wait in locale/*/LC_MESSAGES/*.po for their translation. The compiled files are
# committed, so that playing needs no gettext.
MESSAGES = $(PYTHON_BIN) manage.py makemessages --all --no-location --no-wrap --no-obsolete \
	--ignore=node_modules --ignore=.venv --ignore=tests --ignore=staticfiles --ignore=var
messages: .venv/test.stamp tools ## Extract the sentences to translate, and compile the translations
	$(MESSAGES) --domain=django
	$(MESSAGES) --domain=djangojs
	cd locale && ../$(PYTHON_BIN) ../manage.py compilemessages

# What is tested is what is served, hence the constraint. Keeps the pins that still fit; `make lock UPGRADE=--upgrade` takes
# the newest. The locks name no package index.
PIP_COMPILE = $(PYTHON_BIN) -m piptools compile --quiet --allow-unsafe --generate-hashes --strip-extras \
	--no-emit-find-links --no-emit-index-url --no-emit-options --no-emit-trusted-host $(UPGRADE)
lock: .venv/test.stamp ## Pin the dependencies of pyproject.toml and package.json anew
	$(PYTHON_BIN) -m pip install --quiet 'pip-tools>=7.5,<8'
	$(PIP_COMPILE) --output-file=requirements.lock pyproject.toml
	$(PIP_COMPILE) --output-file=requirements-dev.lock --extra=dev --constraint=requirements.lock pyproject.toml
	npm install --package-lock-only

clean: ## Remove what the targets above made, except the game's data in var/
	rm -rf .venv node_modules staticfiles test-results .hypothesis .mypy_cache .ruff_cache .pytest_cache \
		.import_linter_cache *.egg-info
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
