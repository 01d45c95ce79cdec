/** The projects that detectors were measured with before: whoever has looked at a result has looked at them. */
import { readFileSync } from 'node:fs';

const list = new URL('./measured-before.txt', import.meta.url);

/** @returns their names, as `project.ts` has them; the model learns from them, and they are held out no more. */
export function measuredBefore(): ReadonlySet<string> {
  return new Set(
    readFileSync(list, 'utf8')
      .split('\n')
      .filter((line) => line !== ''),
  );
}
