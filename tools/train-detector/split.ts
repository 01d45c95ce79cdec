/**
 * Which projects are learned from, which are looked at while learning, and which are held out until the end. A project is on one side
 * with all its files, of whatever label, so that nothing that was learned from a project is measured on it. Pure.
 */
import { createHash } from 'node:crypto';

export type Side = 'train' | 'dev' | 'test';

interface Placed {
  readonly type: string;
  readonly project: string;
  /** Of a project that an earlier corpus had: it stays there. */
  readonly side?: Side;
}

const testShare = 0.2;
const devShare = 0.1;

/**
 * A project that has a side keeps it. Of the others those of labels with few projects choose first: each label has a project to train with, then one in test where it has two, then one in dev
 * where it has five. What is left goes where its hash says. The same corpus is always split the same.
 */
export function splitProjects(corpus: readonly Placed[]): Map<string, Side> {
  const labelsOf = new Map<string, Set<string>>();
  const projectsOf = new Map<string, Set<string>>();
  for (const { type, project } of corpus) {
    labelsOf.set(project, (labelsOf.get(project) ?? new Set()).add(type));
    projectsOf.set(type, (projectsOf.get(type) ?? new Set()).add(project));
  }
  const sides = new Map(corpus.flatMap(({ project, side }): [string, Side][] => (side === undefined ? [] : [[project, side]])));
  const rarestFirst = [...projectsOf].sort(([a, one], [b, other]) => one.size - other.size || (a < b ? -1 : 1));
  for (const [, projects] of rarestFirst) {
    const ordered = [...projects].sort((a, b) => hashOf(a) - hashOf(b));
    for (const side of needed(projects.size)) {
      if (ordered.some((project) => sides.get(project) === side)) continue;
      const free = ordered.filter((project) => !sides.has(project));
      const chosen = side === 'train' ? widest(free, labelsOf) : narrowest(free, labelsOf);
      if (chosen !== undefined) sides.set(chosen, side);
    }
  }
  for (const project of labelsOf.keys()) if (!sides.has(project)) sides.set(project, byHash(project));
  return sides;
}

function needed(projects: number): readonly Side[] {
  if (projects >= 5) return ['train', 'test', 'dev'];
  return projects >= 2 ? ['train', 'test'] : ['train'];
}

/** The project of most labels serves training best, that of fewest can be held out at least loss. */
function widest(projects: readonly string[], labelsOf: ReadonlyMap<string, ReadonlySet<string>>): string | undefined {
  return projects.toSorted((a, b) => labels(b, labelsOf) - labels(a, labelsOf))[0];
}

function narrowest(projects: readonly string[], labelsOf: ReadonlyMap<string, ReadonlySet<string>>): string | undefined {
  return projects.toSorted((a, b) => labels(a, labelsOf) - labels(b, labelsOf))[0];
}

function labels(project: string, labelsOf: ReadonlyMap<string, ReadonlySet<string>>): number {
  return labelsOf.get(project)?.size ?? 0;
}

function byHash(project: string): Side {
  const place = hashOf(project);
  if (place < testShare) return 'test';
  return place < testShare + devShare ? 'dev' : 'train';
}

/** From 0 to 1, evenly. */
function hashOf(project: string): number {
  return createHash('sha256').update(project).digest().readUInt32BE() / 2 ** 32;
}
