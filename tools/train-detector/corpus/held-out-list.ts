/** The list of the texts that detectors are measured with, as it lies in the repository. */
import { readFileSync, writeFileSync } from 'node:fs';
import type { CorpusFile } from './corpus-file.ts';

/** A line of the list. The licence is the project's, as its package states it. */
export type HeldOutText = Pick<CorpusFile, 'type' | 'project' | 'registry' | 'package' | 'version' | 'licence' | 'path' | 'sha256'>;

const list = new URL('../../../bench/detection/held-out.jsonl', import.meta.url);

export function readHeldOutList(): HeldOutText[] {
  return readFileSync(list, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as HeldOutText);
}

export function writeHeldOutList(texts: readonly HeldOutText[]): void {
  writeFileSync(list, texts.map((text) => `${JSON.stringify(text)}\n`).join(''));
}
