/** How fast the disk is at best: files written one after the other, each to a temporary name, flushed, renamed, and its folder flushed. */
import { closeSync, fsyncSync, openSync, renameSync, writeSync } from 'node:fs';
import path from 'node:path';
import { type Summary, summarize } from '../measuring/percentiles.ts';
import { answerCommands } from './program.ts';

export interface WriteCommand {
  readonly folder: string;
  readonly bytes: number;
  readonly seconds: number;
  readonly label: string;
}

export interface WriteReply {
  readonly perSecond: number;
  readonly latencyMs: Summary;
}

await answerCommands<WriteCommand, WriteReply>(({ folder, bytes, seconds, label }) => {
  const startedAtMs = performance.now();
  const latencies: number[] = [];
  for (let number = 1; performance.now() < startedAtMs + seconds * 1_000; number += 1) {
    const content = Buffer.from(`${label}, write ${number}. `.padEnd(bytes, 'some prose to save, and then some more of it. '));
    const beganAtMs = performance.now();
    writeDurably(folder, `${label}-${number}.txt`, content);
    latencies.push(performance.now() - beganAtMs);
  }
  return { perSecond: latencies.length / ((performance.now() - startedAtMs) / 1_000), latencyMs: summarize(latencies) };
});
process.exit(0);

function writeDurably(folder: string, name: string, content: Buffer): void {
  const temporary = path.join(folder, `.${name}.tmp`);
  const file = openSync(temporary, 'wx');
  writeSync(file, content);
  fsyncSync(file);
  closeSync(file);
  renameSync(temporary, path.join(folder, name));
  const opened = openSync(folder, 'r');
  fsyncSync(opened);
  closeSync(opened);
}
