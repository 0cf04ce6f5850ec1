#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""How fast the similarity model is, against PyTorch and the Python package `tokenizers`, in turns.

usage: similarity_bench.py SIMILARITY_BENCH [PACKAGES]

One thread, a text of 32 tokens, a model with RoBERTa-base's layers and random weights. A figure is the ratio
of the least times of all turns, as other programs only ever add time; beside it stands the median of the
turns' ratios. What is not installed is left out with the reason: torch and tokenizers (importable, or in PACKAGES). For a fair comparison, Debian's torch needs libopenblas0-pthread:
without it, it multiplies with the reference BLAS.
"""
import pathlib
import random
import statistics
import subprocess
import sys
import tempfile
import time

BENCH = sys.argv[1]
sys.path += sys.argv[2:]
TURNS, TOKENS = 25, 32
missed = False


class Worker:
    """A process that answers each line with a time."""

    def __init__(self, *words):
        self.process = subprocess.Popen([BENCH, *words], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        stderr=subprocess.PIPE, text=True)

    def line(self):
        return self.process.stdout.readline().strip()

    def ask(self, line):
        self.process.stdin.write(f"{line}\n")
        self.process.stdin.flush()
        return float(self.line().split()[0])

    def end(self):
        self.process.stdin.close()
        why = self.process.stderr.read().strip()
        self.process.wait()
        return why


def show(name, ours, theirs, limit, is_rate=False):
    global missed
    ratio = min(ours) / min(theirs)
    middle = statistics.median(a / b for a, b in zip(ours, theirs))
    if is_rate:
        ratio, middle = 1 / ratio, 1 / middle
    word = "at least" if is_rate else "at most"
    missed = missed or (ratio < limit if is_rate else ratio > limit)
    print(f"{name:58} {1e3 * min(ours):8.2f} ms {1e3 * min(theirs):8.2f} ms   {ratio:5.2f} (median {middle:5.2f})   {word} {limit}",
          flush=True)


def torch_encoder():
    """The same layers, in PyTorch's own operators."""
    import torch
    from torch.nn import functional
    torch.set_num_threads(1)
    torch.manual_seed(1)

    def dense(inputs, outputs):
        return torch.randn(outputs, inputs) / inputs ** 0.5, torch.randn(outputs) * 0.3

    layers = [{**{part: dense(768, 768) for part in ("query", "key", "value", "attention")}, "wide": dense(768, 3072),
               "narrow": dense(3072, 768)} for _ in range(12)]
    words, positions, one, zero = torch.randn(268, 768), torch.randn(514, 768), torch.ones(768), torch.zeros(768)

    def norm(states):
        return functional.layer_norm(states, (768,), one, zero, 1e-5)

    def heads(states, layer, part):
        return functional.linear(states, *layer[part]).view(-1, 12, 64).transpose(0, 1)

    def encode(ids):
        with torch.no_grad():
            states = norm(words[ids] + positions[2:2 + len(ids)])
            for layer in layers:
                scores = heads(states, layer, "query") @ heads(states, layer, "key").transpose(1, 2) / 8
                context = (torch.softmax(scores, -1) @ heads(states, layer, "value")).transpose(0, 1).reshape(-1, 768)
                states = norm(states + functional.linear(context, *layer["attention"]))
                wide = functional.gelu(functional.linear(states, *layer["wide"]))
                states = norm(states + functional.linear(wide, *layer["narrow"]))
            return states[0]

    ids = torch.tensor([5] * TOKENS)
    return lambda: encode(ids), torch.__version__


def seconds(work):
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def encoders(folder):
    subprocess.run([BENCH, "make", folder], check=True)
    workers = {how: Worker("serve", folder, how) for how in ("avx2", "avx512")}
    for how, worker in list(workers.items()):
        name = worker.line()
        if not name:
            print(f"left out: {how}: {worker.end() or 'this processor lacks it'}".splitlines()[0])
            del workers[how]
    torch = None
    try:
        torch, version = torch_encoder()
        print(f"torch {version}")
    except ImportError as error:
        print(f"left out: PyTorch: {error}")
    times = {how: [] for how in [*workers, "torch"]}
    for turn in range(TURNS + 2):  # the first two warm up
        taken = {how: worker.ask(TOKENS - 2) for how, worker in workers.items()}
        if torch:
            taken["torch"] = seconds(torch)
        if turn >= 2:
            for how, each in taken.items():
                times[how].append(each)
    for how in ("avx512", "avx2"):
        if times.get(how) and times["torch"]:
            show(f"32 tokens, native {how} against PyTorch", times[how], times["torch"], 1)
    for worker in workers.values():
        worker.end()
    used, weights = map(int, subprocess.run([BENCH, "memory", folder], capture_output=True, text=True,
                                            check=True).stdout.split())
    print(f"memory of the native encoder: {used / 2**20:.1f} MiB, weights {weights / 2**20:.1f} MiB: {used / weights:.3f}   at most 1.1")
    return used <= 1.1 * weights


def tokenizer(folder):
    try:
        import tokenizers
    except ImportError as error:
        print(f"left out: tokenizers: {error}")
        return
    source = random.Random(17)
    texts = [f"{source.choice(['find', 'grep -rn', 'tar czf', 'sed -e', 'ls', 'xargs'])} {source.choice(['-l', '-name', '--recursive'])} "
             f"'{source.randrange(10**6)}.txt' /var/log/{source.randrange(1000)} | sort -rn | head -n {source.randrange(100)}"
             for _ in range(5000)]
    (folder / "texts").write_text("".join(text + "\n" for text in texts))
    pieces = tokenizers.BertWordPieceTokenizer(lowercase=True)
    pieces.train_from_iterator(texts, vocab_size=600, show_progress=False)
    pairs = tokenizers.ByteLevelBPETokenizer(add_prefix_space=False)
    pairs.train_from_iterator(texts, vocab_size=900, special_tokens=["<s>", "<pad>", "</s>", "<unk>"], show_progress=False)
    for name, theirs in (("byte pairs", pairs), ("WordPiece", pieces)):
        place = folder / name
        place.mkdir()
        theirs.save_model(str(place))
        worker = Worker("tokenize", str(place), str(folder / "texts"))
        times = [(worker.ask("go"), seconds(lambda: [theirs.encode(text).ids for text in texts])) for _ in range(TURNS // 2)]
        worker.end()
        show(f"5,000 texts, {name}, against tokenizers {tokenizers.__version__}", *zip(*times), 5, is_rate=True)


def cache(folder):
    told = subprocess.run([BENCH, "cache", str(folder)], capture_output=True, text=True, check=True).stdout
    ours, floor = zip(*(map(float, line.split()) for line in told.splitlines()))
    show("10,000 pairs graded, warm cache, against reading it", ours, floor, 3)


with tempfile.TemporaryDirectory() as place:
    root = pathlib.Path(place)
    (root / "model").mkdir()
    is_small = encoders(str(root / "model"))
    tokenizer(root)
    cache(root)
sys.exit(1 if missed or not is_small else 0)
