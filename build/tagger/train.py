"""Trains the tagger's network on the arrays that train.ts has written, and writes the model file.

    python3 train.py --work DIR --out DIR [--epoch 0] [--last] [--seed 1]

Network: the summed rows of a token's features (the word's and the place's), then gated blocks: root-mean-square norm, a depthwise
convolution over 7 tokens (dilated), one matrix to twice the width, half of it gating the other through a rectifier, added to the
input. Output per token: one logit per class and one for "a value begins here". The file's layout is documented in
server/detection/tagger/model.ts.
"""
import argparse
import json
import struct
import time
from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as F
from torch import distributed, multiprocessing, nn

WIDTH = 160
KERNEL = 7
DILATIONS = (1, 1, 2, 4, 8, 1)
CLASSES = 32
OUTPUTS = CLASSES + 1
IGNORED = 255
WORD_ROWS = 1 << 16
PLACE_SIZES = (64, 256, 32, 8)
ROW_LENGTH = 512
BATCH_ROWS = 8
RATE = 2.5e-3
LANGUAGES = ("de", "en", "fr", "es", "it")

# Which features are hidden at random while training, together, and how often: names that no list knows, words never seen.
DROPPED = (((0,), 0.15), ((1,), 0.05), ((2,), 0.05), ((3,), 0.1), ((4,), 0.05), ((5,), 0.05), ((6,), 0.1), ((9, 13), 0.15), ((10, 13), 0.08),
           ((11, 13), 0.12), ((12,), 0.08), ((0, 1, 2, 3, 4, 5, 6), 0.05), ((14,), 0.05), ((15,), 0.15), ((16,), 0.1), ((17,), 0.25))


class Block(nn.Module):
    def __init__(self, dilation):
        super().__init__()
        self.dilation = dilation
        self.scale = nn.Parameter(torch.ones(WIDTH))
        self.taps = nn.Parameter(torch.randn(KERNEL, WIDTH) * 0.05)
        with torch.no_grad():
            self.taps[KERNEL // 2] += 0.7
        self.matrix = nn.Linear(WIDTH, 2 * WIDTH)

    def forward(self, x, mask):
        u = norm(x) * self.scale
        reach = KERNEL // 2 * self.dilation
        length = x.shape[1]
        padded = F.pad(u, (0, 0, reach, reach))
        v = sum(padded[:, k * self.dilation:k * self.dilation + length] * self.taps[k] for k in range(KERNEL))
        a, b = self.matrix(v).chunk(2, -1)
        return (x + F.dropout(a * F.relu(b), 0.1, self.training)) * mask


def norm(x):
    return x * torch.rsqrt((x * x).mean(-1, keepdim=True) + 1e-6)


class Tagger(nn.Module):
    def __init__(self):
        super().__init__()
        rows = WORD_ROWS + sum(PLACE_SIZES)
        self.rows = nn.EmbeddingBag(rows + 1, WIDTH, mode="sum")
        nn.init.normal_(self.rows.weight, std=0.15)
        self.blocks = nn.ModuleList(Block(d) for d in DILATIONS)
        self.scale = nn.Parameter(torch.ones(WIDTH))
        self.out = nn.Linear(WIDTH, OUTPUTS)

    def forward(self, features, weights, mask):
        batch, length, count = features.shape
        x = self.rows(features.view(-1, count), per_sample_weights=weights.view(-1, count)).view(batch, length, WIDTH)
        x = F.dropout(x, 0.1, self.training) * mask
        for block in self.blocks:
            x = block(x, mask)
        return self.out(norm(x) * self.scale)


class Data:
    """The arrays of one set, cut into rows of ROW_LENGTH tokens."""

    def __init__(self, folder):
        folder = Path(folder)
        read = lambda name, kind: np.fromfile(folder / name, dtype=kind)
        self.words = read("words.i32", np.int32).reshape(-1, 14)
        self.word = self.cut(read("word.i32", np.int32), 0)
        places = read("place.u8", np.uint8).reshape(-1, len(PLACE_SIZES))
        self.place = np.stack([self.cut(places[:, i], 0) for i in range(len(PLACE_SIZES))], -1)
        self.classes = self.cut(read("class.u8", np.uint8), IGNORED)
        self.begin = self.cut(read("begin.u8", np.uint8), 0)
        self.language = self.cut(read("language.u8", np.uint8), 0)
        self.offsets = np.cumsum([WORD_ROWS, *PLACE_SIZES[:-1]])

    @staticmethod
    def cut(values, fill):
        rows = -(-len(values) // ROW_LENGTH)
        padded = np.full(rows * ROW_LENGTH, fill, dtype=values.dtype)
        padded[: len(values)] = values
        return padded.reshape(rows, ROW_LENGTH)

    def batch(self, rows):
        """Features with their weights (0 for absent ones) and the mask of real tokens."""
        word = self.word[rows]
        features = np.concatenate([self.words[word], self.place[rows] + self.offsets], -1).astype(np.int64)
        weights = torch.from_numpy((features >= 0).astype(np.float32))
        mask = torch.from_numpy((word != 0).astype(np.float32))[..., None]
        return torch.from_numpy(np.maximum(features, 0)), weights, mask

    def targets(self, rows):
        return torch.from_numpy(self.classes[rows].astype(np.int64)), torch.from_numpy(self.begin[rows].astype(np.float32))


def losses(logits, classes, begin):
    kinds = F.cross_entropy(logits[..., :CLASSES].reshape(-1, CLASSES), classes.view(-1), ignore_index=IGNORED, reduction="none")
    known = ((classes != IGNORED) & (classes != 0)).view(-1)
    begins = F.binary_cross_entropy_with_logits(logits[..., CLASSES].reshape(-1), begin.view(-1), reduction="none")
    count = (classes != IGNORED).sum()
    return (kinds.sum() + 0.5 * (begins * known).sum()) / count


def train(folder, options, rank=0):
    """
    Trains the model of the work folder for one epoch: the learning rate falls to nothing, from half as high in the second epoch, a third
    in the third. With several processes each takes its share of every batch, and the gradients are added up.
    """
    torch.set_num_threads(1)
    if options.processes > 1:
        address = f"file://{Path(options.work).resolve() / 'rendezvous'}"
        distributed.init_process_group("gloo", init_method=address, rank=rank, world_size=options.processes)
    data = Data(folder)
    torch.manual_seed(options.seed)
    model = Tagger()
    saved = Path(options.work) / "model.pt"
    if options.epoch > 0:
        model.load_state_dict(torch.load(saved))
    train_epoch(model, data, options.epoch, options, rank)
    if rank == 0:
        torch.save(model.state_dict(), saved)


def train_epoch(model, data, epoch, options, rank):
    torch.manual_seed(options.seed * 1000 + epoch * 10 + rank)
    layers = [p for name, p in model.named_parameters() if not name.startswith("rows")]
    optimizer = torch.optim.AdamW([
        {"params": model.rows.parameters(), "weight_decay": 0.0},
        {"params": layers, "weight_decay": 0.01},
    ], betas=(0.9, 0.98))
    rate = RATE / (epoch + 1)
    size = BATCH_ROWS * options.processes
    order = np.random.default_rng(options.seed + epoch).permutation(len(data.word))
    steps = len(order) // size
    started, running = time.time(), 0.0
    model.train()
    for step in range(steps):
        for group in optimizer.param_groups:
            group["lr"] = rate * min(1.0, (step + 1) / 200) * max(0.01, 1 - step / steps)
        first = step * size + rank * BATCH_ROWS
        rows = np.sort(order[first:first + BATCH_ROWS])
        loss = losses(model(*hidden(*data.batch(rows))), *data.targets(rows))
        optimizer.zero_grad()
        (loss / options.processes).backward()
        if options.processes > 1:
            for parameter in model.parameters():
                distributed.all_reduce(parameter.grad)
        nn.utils.clip_grad_norm_(layers, 1.0)
        optimizer.step()
        running = 0.98 * running + 0.02 * loss.item() if step else loss.item()
        if (step + 1) % 100 == 0 and rank == 0:
            speed = (step + 1) * size * ROW_LENGTH / (time.time() - started)
            print(f"epoch {epoch + 1} step {step + 1}/{steps} loss {running:.4f} {speed:.0f} tokens/s", flush=True)


def train_part(rank, folder, options):
    train(folder, options, rank)


def hidden(features, weights, mask):
    """Hides features at random."""
    for columns, share in DROPPED:
        kept = torch.rand(features.shape[:2]) >= share
        for column in columns:
            weights[..., column] *= kept
    return features, weights, mask


def values_of(classes, begin):
    """Values as (first, last + 1, class) of one row of tokens."""
    found, start = [], None
    for i in range(len(classes) + 1):
        kind = classes[i] if i < len(classes) else 0
        if start is not None and (kind != classes[start] or begin[i]):
            found.append((start, i, int(classes[start])))
            start = None
        if start is None and kind not in (0, IGNORED):
            start = i
    return found


def evaluate(model, data):
    """Per language: values whose tokens are all found by some class, values found with the very bounds and class, and precision of tokens."""
    model.eval()
    totals = np.zeros((len(LANGUAGES), 6))
    with torch.no_grad():
        for at in range(0, len(data.word), 32):
            rows = np.arange(at, min(at + 32, len(data.word)))
            logits = model(*data.batch(rows))
            p = torch.softmax(logits[..., :CLASSES], -1)
            best = (p[..., 1:].argmax(-1) + 1).numpy()
            found = (p[..., 0] < 0.5).numpy()
            begins = (logits[..., CLASSES] > 0).numpy()
            for i, row in enumerate(rows):
                gold = values_of(data.classes[row], data.begin[row])
                guess = set(values_of(np.where(found[i] & (data.classes[row] != IGNORED), best[i], 0), begins[i]))
                tally = totals[data.language[row][0]]
                tally[0] += len(gold)
                tally[1] += sum(found[i][a:b].all() for a, b, _ in gold)
                tally[2] += sum(value in guess for value in gold)
                tally[3] += len(guess)
                real = data.classes[row] != IGNORED
                tally[4] += (found[i] & real).sum()
                tally[5] += (found[i] & real & (data.classes[row] != 0)).sum()
    table = {}
    for name, (gold, masked, exact, guessed, tokens, right) in zip(LANGUAGES, totals):
        table[name] = {"masked": masked / max(gold, 1), "f1": 2 * exact / max(gold + guessed, 1), "precision": right / max(tokens, 1), "values": int(gold)}
        print(name, {key: round(value, 4) for key, value in table[name].items()}, flush=True)
    return table


def calibrate(model, data):
    """The temperature at which the probability of "nothing" fits the held-out texts best."""
    model.eval()
    logits, real = [], []
    with torch.no_grad():
        for at in range(0, len(data.word), 32):
            rows = np.arange(at, min(at + 32, len(data.word)))
            classes, _ = data.targets(rows)
            known = classes != IGNORED
            logits.append(model(*data.batch(rows))[..., :CLASSES][known])
            real.append((classes[known] != 0).float())
    logits, real = torch.cat(logits), torch.cat(real)

    def loss(temperature):
        p = 1 - torch.softmax(logits / temperature, -1)[:, 0]
        return F.binary_cross_entropy(p.clamp(1e-6, 1 - 1e-6), real).item()

    best = min(np.arange(0.8, 3.01, 0.05), key=loss)
    print(f"temperature {best:.2f}", flush=True)
    return float(best)


def export(model, path, info):
    """Writes the model file, see server/detection/tagger/model.ts."""
    weight = model.rows.weight.detach().numpy()[:-1]
    scale = np.maximum(np.abs(weight).max(1), 1e-8) / 127
    rows = np.clip(np.rint(weight / scale[:, None]), -127, 127).astype(np.int8)
    arrays = [scale.astype(np.float32)]
    for block in model.blocks:
        arrays += [block.scale, block.taps, block.matrix.weight.t(), block.matrix.bias]
    pad = -OUTPUTS % 4
    arrays += [model.scale, F.pad(model.out.weight, (0, 0, 0, pad)).t(), F.pad(model.out.bias, (0, pad))]
    arrays = [a if isinstance(a, np.ndarray) else a.detach().contiguous().numpy() for a in arrays]
    header = json.dumps({**info, "width": WIDTH, "kernel": KERNEL, "dilations": DILATIONS, "rows": len(rows), "classes": CLASSES}, sort_keys=True).encode()
    header += b" " * (-len(header) % 16)
    body = b"".join(a.astype("<f4").tobytes() for a in arrays) + rows.tobytes()
    path.write_bytes(b"DNTG" + struct.pack("<III", 1, len(header), len(body)) + header + body)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--work", required=True)
    parser.add_argument("--out", required=True)
    parser.add_argument("--epoch", type=int, default=0, help="from 0; later ones go on with the model of the one before")
    parser.add_argument("--last", action="store_true", help="calibrate, score and write the model file")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--version", required=True)
    parser.add_argument("--processes", type=int, default=2)
    options = parser.parse_args()
    work, out = Path(options.work), Path(options.out)
    (work / "rendezvous").unlink(missing_ok=True)
    if options.processes > 1:
        multiprocessing.spawn(train_part, (work / "train", options), options.processes)
    else:
        train(work / "train", options)
    if not options.last:
        return
    model = Tagger()
    model.load_state_dict(torch.load(work / "model.pt"))
    held_out = Data(work / "dev")
    temperature = calibrate(model, held_out)
    (work / "dev.json").write_text(json.dumps(evaluate(model, held_out), indent=2))
    out.mkdir(parents=True, exist_ok=True)
    export(model, out / "tagger.bin", {"version": options.version, "temperature": round(temperature, 3)})


if __name__ == "__main__":
    main()
