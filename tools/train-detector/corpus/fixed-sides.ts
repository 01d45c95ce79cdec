/** The projects whose side the repository fixes, so that a corpus collected on another machine is split the same way where it matters. */
import { readHeldOutList } from './held-out-list.ts';
import { measuredBefore } from './measured-before.ts';
import type { Side } from './split-projects.ts';

/** Projects used for earlier measurements go into training; those in the present list are held out. */
export function fixedSides(): ReadonlyMap<string, Side> {
  return new Map([
    ...readHeldOutList().map(({ project }): [string, Side] => [project, 'test']),
    ...[...measuredBefore()].map((project): [string, Side] => [project, 'train']),
  ]);
}
