"""Content hash → stored answer, so that nothing is computed or paid for twice."""

from factscore.cache.keys import canonical_json, content_key
from factscore.cache.store import Answer, Batch, Cache, StageInfo

__all__ = ["Answer", "Batch", "Cache", "StageInfo", "canonical_json", "content_key"]
