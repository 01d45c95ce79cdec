/** The file in the repository that lists the texts for measuring detectors. */
import { readFileSync, writeFileSync } from 'node:fs';
import type { CorpusFile } from './corpus-file.ts';

/** One line of the list. The licence is the one that the package states. */
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
