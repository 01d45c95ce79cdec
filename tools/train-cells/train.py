#!/usr/bin/env python3
"""Learns from what `draw.py` drew, and writes the weights. Usage: train.py FOLDER TIMES [SHARE RATE]. Prints how often it is right of samples that it did not learn from, and of fonts that it did not learn from (held.npz).

With SHARE and RATE it goes on from the weights that there are, with all of the samples in files named `alike*.npz` and this share of the others (0..1), and learns at this rate.
"""
import glob
import math
import pathlib
import random
import sys

import numpy as np
import torch
from torch import nn

folder, times = pathlib.Path(sys.argv[1]), int(sys.argv[2])
target = pathlib.Path(__file__).resolve().parents[2] / 'src/extraction/reading/recognition/cells/cells.weights'
torch.set_num_threads(1)
torch.manual_seed(1)
random.seed(1)
np.random.seed(1)
goes_on = len(sys.argv) > 3
share, rate = (float(sys.argv[3]), float(sys.argv[4])) if goes_on else (1.0, 3e-3)
BATCH, OUTCOMES, OTHER = 256, 97, 95
# Of a window: the columns of pixels that are its character's own.
OWN = slice(9, 21)


def samples(files):
    windows, labels = [], []
    for file in files:
        part = np.load(file)
        is_kept = np.random.rand(len(part['labels'])) < (1 if pathlib.Path(file).name.startswith(('alike', 'held')) else share)
        windows.append(part['windows'][is_kept])
        labels.append(part['labels'][is_kept])
    return np.concatenate(windows), np.concatenate(labels).astype(np.int64)


def inputs(windows):
    """0 is paper, 1 the darkest of the character's own column; what is beside it may be somewhat darker."""
    ink = 255.0 - windows.astype(np.float32)
    most = np.maximum(ink[:, :, OWN].max((1, 2)), 40)[:, None, None]
    return torch.from_numpy(np.minimum(ink / most, 1.25))[:, None]


class Network(nn.Module):
    """`layers` of cell-network.ts."""

    def __init__(self):
        super().__init__()
        self.first, self.second, self.third = nn.Conv2d(1, 16, 4, 2), nn.Conv2d(16, 32, 3, 2), nn.Conv2d(32, 48, 3)
        self.last = nn.Conv2d(48, OUTCOMES, 4)

    def forward(self, windows):
        for layer in (self.first, self.second, self.third):
            windows = torch.relu(layer(windows))
        return self.last(nn.functional.dropout(windows, 0.15, self.training)).flatten(1)


def tell(name, windows, labels):
    network.eval()
    with torch.no_grad():
        likely = torch.cat([network(inputs(windows[at : at + 2000])).softmax(1) for at in range(0, len(labels), 2000)]).numpy()
    network.train()
    right, is_sure = likely.argmax(1) == labels, likely.max(1) > 0.95
    print(f'{name}: {right.mean():.4f} right, of ASCII {right[labels != OTHER].mean():.4f}; sure of {is_sure.mean():.3f}, of these {right[is_sure].mean():.5f} right', flush=True)


def read():
    """As `write` has it."""
    content, at = target.read_bytes(), 0
    for layer in (network.first, network.second, network.third, network.last):
        outputs, inputs_, side, _ = layer.weight.shape
        count = outputs * inputs_ * side * side
        whole = np.frombuffer(content, np.int8, count, at).astype(np.float32).reshape(-1, outputs)
        scales, bias = np.frombuffer(content, '<f4', outputs, at + count), np.frombuffer(content, '<f4', outputs, at + count + 4 * outputs)
        at += count + 8 * outputs
        layer.weight.data = torch.from_numpy((whole * scales).reshape(side, side, inputs_, outputs).transpose(3, 2, 0, 1).copy())
        layer.bias.data = torch.from_numpy(bias.copy())


def write():
    """Layer by layer: the weights of 8 bits, those of one output `outputs` apart, then the scale and the bias of each output."""
    parts = []
    for layer in (network.first, network.second, network.third, network.last):
        weights = layer.weight.detach().numpy().transpose(2, 3, 1, 0).reshape(-1, layer.out_channels)
        scales = np.abs(weights).max(0) / 127
        parts += [np.round(weights / scales).astype(np.int8).tobytes(), scales.astype('<f4').tobytes(), layer.bias.detach().numpy().astype('<f4').tobytes()]
    target.write_bytes(b''.join(parts))


windows, labels = samples(sorted(set(glob.glob(f'{folder}/*.npz')) - {f'{folder}/held.npz'}))
held = samples([folder / 'held.npz'])
order = np.random.permutation(len(labels))
apart, learned = order[:6000], order[6000:]
network = Network()
if goes_on:
    read()
optimizer = torch.optim.AdamW(network.parameters(), weight_decay=1e-4)
step, steps = 0, times * (len(learned) // BATCH)
for time in range(times):
    shuffled = np.random.permutation(learned)
    for at in range(0, len(shuffled) - BATCH + 1, BATCH):
        for group in optimizer.param_groups:
            group['lr'] = rate * min(1, step / 200) * (1 + math.cos(math.pi * step / steps)) / 2 + 1e-5
        some = shuffled[at : at + BATCH]
        moved = np.roll(windows[some], (random.randint(-1, 1), random.randint(-1, 1)), (1, 2))
        loss = nn.functional.cross_entropy(network(inputs(moved)), torch.from_numpy(labels[some]))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        step += 1
    tell(f'after {time + 1}, apart', windows[apart], labels[apart])
    tell(f'after {time + 1}, other fonts', *held)
    write()
