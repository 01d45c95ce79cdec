/** The projects whose side the repository says, so that a corpus that is made anew elsewhere is split as ours where it matters. */
import { readHeldOutList } from './held-out-list.ts';
import { measuredBefore } from './measured-before.ts';
import type { Side } from './split.ts';

/** Those that were measured with before are learned from; those of the present list are held out. */
export function fixedSides(): ReadonlyMap<string, Side> {
  return new Map([
    ...readHeldOutList().map(({ project }): [string, Side] => [project, 'test']),
    ...[...measuredBefore()].map((project): [string, Side] => [project, 'train']),
  ]);
}
