"""The sample articles in every kind of store."""

import pytest
from knowledge_samples import ARTICLES, KINDS, make_store, write_jsonl

from factscore.knowledge import open_store


@pytest.fixture(params=KINDS)
def any_store(request, tmp_path):
    """The articles in each kind of store; FActScore's has no aliases."""
    with open_store(make_store(request.param, tmp_path, ARTICLES)) as store:
        yield store


@pytest.fixture(params=("memory", "sqlite"))
def aliased_store(request, tmp_path):
    with open_store(make_store(request.param, tmp_path, ARTICLES)) as store:
        yield store


@pytest.fixture
def articles_file(tmp_path):
    return write_jsonl(tmp_path / "articles.jsonl", ARTICLES)
