/** The projects used for earlier measurements of detectors. Somebody has seen their results, so they cannot be held out again. */
import { readFileSync } from 'node:fs';

const list = new URL('./measured-before.txt', import.meta.url);

/** @returns their names, in the form of `project.ts`. The model is trained on them. */
export function measuredBefore(): ReadonlySet<string> {
  return new Set(
    readFileSync(list, 'utf8')
      .split('\n')
      .filter((line) => line !== ''),
  );
}
