"""What can be wrong with a model, and how it is told: in one line, with what to do."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hub_samples import THREE, Make, claim, named

from factscore.errors import MissingDependency, ModelError
from factscore.judge import make_judge
from factscore.judge.hub import HubJudge
from factscore.judge.hub.workers import serve
from factscore.records import Label

CLAIMS = [claim("She left.", "She left.")]


def fault(judge: HubJudge) -> str:
    with pytest.raises(ModelError) as error:
        judge.judge(CLAIMS)
    assert "\n" not in str(error.value)
    return str(error.value)


def test_a_folder_without_config(tmp_path: Path) -> None:
    told = fault(HubJudge(str(tmp_path)))
    assert f"there is no {tmp_path / 'config.json'}" in told
    with pytest.raises(ModelError):  # before any work, where the key is made
        HubJudge(str(tmp_path)).identity()


@pytest.mark.parametrize("text", ["{", "[]", '"x"'])
def test_a_config_that_is_none(tmp_path: Path, text: str) -> None:
    (tmp_path / "config.json").write_text(text)
    assert "download the model again" in fault(HubJudge(str(tmp_path)))


def test_labels_that_do_not_name_entailment_are_told_before_any_work(tmp_path: Path) -> None:
    contents = {"architectures": ["BertForSequenceClassification"], "id2label": {"0": "a"}}
    (tmp_path / "config.json").write_text(json.dumps(contents))
    with pytest.raises(ModelError, match="do not name entailment"):
        HubJudge(str(tmp_path)).identity()


def test_identity_of_a_hub_model_is_its_revision(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home = tmp_path / "models--some--model"
    (home / "refs").mkdir(parents=True)
    (home / "refs" / "main").write_text("0123abc\n")
    (home / "snapshots" / "0123abc").mkdir(parents=True)
    (home / "snapshots" / "0123abc" / "config.json").write_text(json.dumps({"id2label": THREE}))
    monkeypatch.setenv("HF_HUB_CACHE", str(tmp_path))
    identity = HubJudge("some/model", devices=("cpu",)).identity()
    assert identity == {
        "judge": "transformers",
        "model": "some/model",
        "revision": "0123abc",
        "kind": "classifier",
        "reading": 2,
    }
    # What half precision answers is not what single precision answers.
    monkeypatch.setattr("factscore.judge.hub.judge.has_bfloat16", lambda: True)
    half = HubJudge("some/model", devices=("cuda:0",)).identity()
    assert half == identity | {"precision": "bfloat16"}
    assert HubJudge("some/model", devices=("cuda:0", "cpu")).identity() == identity
    monkeypatch.setattr("factscore.judge.hub.judge.has_bfloat16", lambda: False)
    assert HubJudge("some/model", devices=("cuda:0",)).identity() == identity


def hub_model(home: Path, name: str, revision: str, **config: Any) -> None:
    folder = home / f"models--{name.replace('/', '--')}"
    (folder / "refs").mkdir(parents=True, exist_ok=True)
    (folder / "refs" / "main").write_text(revision)
    (folder / "snapshots" / revision).mkdir(parents=True)
    (folder / "snapshots" / revision / "config.json").write_text(json.dumps(config))


def test_identity_of_hhem_has_what_lends_it_a_tokenizer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HF_HUB_CACHE", str(tmp_path))
    hub_model(tmp_path, "some/hhem", "aaa", model_type="HHEMv2Config")
    hub_model(tmp_path, "google/flan-t5-base", "bbb", model_type="t5")
    first = HubJudge("some/hhem", devices=("cpu",)).identity()
    assert first["foundation"] == {"model": "google/flan-t5-base", "revision": "bbb"}
    hub_model(tmp_path, "google/flan-t5-base", "ccc", model_type="t5")
    assert HubJudge("some/hhem", devices=("cpu",)).identity() != first


def test_a_key_is_made_without_torch(tmp_path: Path) -> None:
    (tmp_path / "config.json").write_text(json.dumps({"id2label": THREE}))
    script = (
        "import sys\n"
        "from factscore.judge.hub import HubJudge\n"
        f"HubJudge({str(tmp_path)!r}).identity()\n"
        "print('torch' in sys.modules)\n"
    )
    ran = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert ran.stdout == "False\n"


@pytest.mark.torch
def test_a_gpu_that_torch_cannot_use(make: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    torch = pytest.importorskip("torch")
    monkeypatch.setattr("factscore.judge.hub.judge.has_bfloat16", lambda: True)
    monkeypatch.setattr(torch.cuda, "device_count", lambda: 0)
    assert "there is a GPU that torch cannot use" in fault(HubJudge(str(make(THREE))))


def test_torch_is_missing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    contents = {"architectures": ["BertForSequenceClassification"], "id2label": THREE}
    (tmp_path / "config.json").write_text(json.dumps(contents))
    monkeypatch.setitem(sys.modules, "torch", None)
    with pytest.raises(MissingDependency, match=r"pip install 'factscore\[torch\]'"):
        HubJudge(str(tmp_path)).judge(CLAIMS)


def test_the_hub_library_is_missing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HF_HUB_CACHE", str(tmp_path))
    monkeypatch.setitem(sys.modules, "huggingface_hub", None)
    with pytest.raises(MissingDependency, match=r"pip install 'factscore\[torch\]'"):
        HubJudge("some/model").identity()


def test_threads_are_handed_on() -> None:
    judge = make_judge("nli:some/model", threads=3)
    assert isinstance(judge, HubJudge)
    assert judge._threads == 3


@pytest.mark.torch
def test_a_hub_name_without_network(tmp_path: Path) -> None:
    pytest.importorskip("huggingface_hub")
    script = (
        "from factscore.judge.hub import HubJudge\n"
        "from factscore.errors import ModelError\n"
        "try:\n    HubJudge('some/model').identity()\n"
        "except ModelError as error:\n    print(error)\n"
    )
    # Nobody listens at port 9.
    environment = os.environ | {"HF_HOME": str(tmp_path), "HF_ENDPOINT": "http://127.0.0.1:9"}
    environment.pop("HF_HUB_OFFLINE", None)
    ran = subprocess.run(
        [sys.executable, "-c", script], env=environment, capture_output=True, text=True, check=True
    )
    assert ran.stdout.startswith("cannot load the judge nli:some/model (no such folder")
    assert "hub cannot be reached" in ran.stdout
    assert ran.stdout.count("\n") == 1
    assert ran.stderr == ""


@pytest.mark.torch
def test_a_name_that_cannot_be_one(tmp_path: Path) -> None:
    pytest.importorskip("huggingface_hub")
    told = fault(HubJudge("no one/at all"))
    assert told.startswith("cannot load the judge nli:")


@pytest.mark.parametrize("name", ["{}/nowhere", "./nowhere", "models/of/mine", "~/model"])
def test_a_path_that_leads_nowhere(tmp_path: Path, name: str) -> None:
    told = fault(HubJudge(name.format(tmp_path)))
    assert "(there is no such folder); give a folder" in told


def test_a_path_to_a_file(tmp_path: Path) -> None:
    (tmp_path / "model.bin").touch()
    assert "(a file, not a folder); give a folder" in fault(HubJudge(str(tmp_path / "model.bin")))


@pytest.mark.torch
def test_a_folder_without_a_vocabulary(make: Make) -> None:
    folder = make(THREE)
    for name in ("tokenizer.json", "tokenizer_config.json", "vocab.txt"):
        (folder / name).unlink(missing_ok=True)
    assert "vocabulary" in fault(HubJudge(str(folder)))


@pytest.mark.torch
def test_weights_in_the_old_form_that_are_damaged(make: Make) -> None:
    folder = make(THREE)
    (folder / "model.safetensors").unlink()
    (folder / "pytorch_model.bin").write_bytes(b"x")
    assert "its weights are damaged" in fault(HubJudge(str(folder)))


@pytest.mark.torch
@pytest.mark.parametrize("keep", [0, 7, 2000])
def test_weights_that_are_damaged(make: Make, keep: int) -> None:
    folder = make(THREE)
    weights = folder / "model.safetensors"
    weights.write_bytes(weights.read_bytes()[:keep])
    assert fault(HubJudge(str(folder))).startswith(f"cannot load the judge nli:{folder} (")


@pytest.mark.torch
def test_weights_that_are_missing(make: Make) -> None:
    folder = make(THREE)
    (folder / "model.safetensors").unlink()
    assert fault(HubJudge(str(folder))).startswith(f"cannot load the judge nli:{folder} (")


@pytest.mark.torch
def test_weights_without_a_trained_head(make: Make) -> None:
    import transformers

    folder = make(THREE)
    config = json.loads((folder / "config.json").read_text())
    transformers.BertModel.from_pretrained(folder).save_pretrained(folder)
    named(folder, architectures=config["architectures"])
    told = fault(HubJudge(str(folder)))
    assert "its weights lack classifier.bias, classifier.weight" in told


@pytest.mark.torch
def test_weights_that_give_no_numbers(make: Make) -> None:
    from safetensors.torch import load_file, save_file

    folder = make(THREE)
    weights = load_file(folder / "model.safetensors")
    weights["classifier.bias"][0] = float("nan")
    save_file(weights, folder / "model.safetensors", metadata={"format": "pt"})
    assert "gives no numbers in float32" in fault(HubJudge(str(folder)))


@pytest.mark.torch
def test_a_tokenizer_that_truncates_loses_no_evidence(make: Make) -> None:
    folder = make(THREE, positions=128)
    path = folder / "tokenizer.json"
    settings: dict[str, Any] = json.loads(path.read_text())
    settings["truncation"] = {
        "direction": "Right",
        "max_length": 16,
        "strategy": "LongestFirst",
        "stride": 0,
    }
    path.write_text(json.dumps(settings))
    named_length = json.loads((folder / "tokenizer_config.json").read_text())
    (folder / "tokenizer_config.json").write_text(json.dumps(named_length | {"max_length": 16}))
    judge = HubJudge(str(folder))
    text = "She wrote in Paris. " * 60 + "Ada was born in 1815."
    pairs = judge._engine.family.pairs([claim("She left.", text)], 0)
    read = judge._engine.family.tokenizer.batch_decode([p.inputs["input_ids"] for p in pairs])
    assert "1815" in read[-1]
    assert sum(premise.count("wrote") for premise in read) >= 60
    assert max(pair.length for pair in pairs) > 100


@pytest.mark.torch
@pytest.mark.parametrize(
    "full", [RuntimeError("CUDA error: out of memory"), RuntimeError("DefaultCPUAllocator: no")]
)
def test_full_memory_is_halved_and_then_told(
    make: Make, monkeypatch: pytest.MonkeyPatch, full: RuntimeError
) -> None:
    judge = HubJudge(str(make(THREE)), batch_tokens=1024)
    claims = [claim("She left.", "Ada was born in Rome. " * (n % 3 + 1)) for n in range(12)]
    plenty = judge.judge(claims)
    forward = type(judge._engine._network).forward
    rows = 2

    def small(self: Any, *args: Any, **inputs: Any) -> Any:
        if len(inputs["input_ids"]) > rows:
            raise full
        return forward(self, *args, **inputs)

    monkeypatch.setattr(type(judge._engine._network), "forward", small)
    scarce = judge.judge(claims)
    assert [v.label for v in scarce] == [v.label for v in plenty]
    assert [v.probability for v in scarce] == pytest.approx(
        [v.probability for v in plenty], abs=1e-5
    )
    assert judge._engine.budget.tokens < 1024
    rows = 0
    assert "does not fit into the memory of cpu" in fault(judge)


@pytest.mark.torch
def test_one_process_for_each_device(make: Make) -> None:
    folder = str(make(THREE))
    claims = [claim("She left.", "Ada was born in Rome. " * (n % 5)) for n in range(9)]
    alone = HubJudge(folder, devices=("cpu",)).judge(claims)
    both = HubJudge(folder, devices=("cpu", "cpu"), threads=2)
    for _ in range(2):
        found = both.judge(claims)
        assert [v.label for v in found] == [v.label for v in alone]
        assert [v.probability for v in found] == pytest.approx(
            [v.probability for v in alone], abs=1e-5
        )
    assert found[0].label is Label.UNSCORED  # it has no evidence
    assert both.judge([]) == []


@pytest.mark.torch
def test_a_fault_in_another_process_is_told_here(make: Make) -> None:
    folder = make(THREE)
    (folder / "model.safetensors").write_bytes(b"")
    told = fault(HubJudge(str(folder), devices=("cpu", "cpu")))
    assert told.startswith(f"cannot load the judge nli:{folder} (")


@pytest.mark.torch
@pytest.mark.parametrize("devices", [("cuda:7",), ("cpu", "cuda:7")])
def test_a_device_that_is_not_there(make: Make, devices: tuple[str, ...]) -> None:
    told = fault(HubJudge(str(make(THREE)), devices=devices))
    assert told.startswith("cannot load the judge nli:")
    assert "CUDA" in told
    assert "choose another device" in told


class End:
    """The worker's end of a connection: takes these claims, then is closed."""

    def __init__(self, *received: Any) -> None:
        self.received = list(received)
        self.sent: list[Any] = []

    def recv(self) -> Any:
        if not self.received:
            raise EOFError
        return self.received.pop(0)

    def send(self, answer: Any) -> None:
        self.sent.append(answer)


@pytest.mark.torch
def test_whatever_fails_in_a_worker_is_handed_on(
    make: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("signal.signal", lambda *_: None)
    settings = HubJudge(str(make(THREE)), devices=("cpu",))._engine._settings
    end = End(CLAIMS)
    serve(end, settings)  # type: ignore[arg-type]
    assert len(end.sent) == 2  # its classes, and rows
    end = End(["no claim"])
    serve(end, settings)  # type: ignore[arg-type]
    assert "failed on cpu (" in end.sent[1].message
    assert "Error: " in end.sent[1].message
    assert "\n" not in end.sent[1].message
