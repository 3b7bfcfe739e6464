# The web image: the same locked packages as `make play`, served by uvicorn workers as an ordinary user.
FROM python:3.11-slim AS packages
ENV PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_NO_CACHE_DIR=1
WORKDIR /app
COPY requirements.lock .
RUN python -m venv /venv \
    && /venv/bin/pip install --require-hashes --only-binary :all: -r requirements.lock

FROM python:3.11-slim
ENV PATH=/venv/bin:$PATH PYTHONUNBUFFERED=1 PYTHONDONTWRITEBYTECODE=1
RUN useradd --system --uid 10001 --no-create-home --home-dir /nonexistent patience \
    # The solver's compiled code; a volume that is mounted here is the user's as well.
    && install --directory --owner patience /cache
ENV NUMBA_CACHE_DIR=/cache
WORKDIR /app
COPY --from=packages /venv /venv
COPY . .
# Collected while building, so that a starting container writes nothing. The key is for this one command:
# settings want one, and none may stay in an image.
RUN SECRET_KEY=building DATABASE_URL=sqlite://:memory: STATIC_MANIFEST=1 \
    python manage.py collectstatic --no-input --verbosity 0
USER patience
EXPOSE 8000
HEALTHCHECK --interval=10s --timeout=5s --start-period=20s --retries=3 \
    CMD ["python", "-c", "import urllib.request; urllib.request.urlopen('http://127.0.0.1:8000/healthz', timeout=4)"]
# One process: a site has several of these containers. The server's limits are in the module.
CMD ["python", "-m", "racing.serve", "--host", "0.0.0.0"]
