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

/** Fewer texts of a label than this say little of it: a project with more is held out rather. */
const textsThatTell = 3;

/**
 * A project whose side is fixed, or that has one from before, is there. Of the others those of labels with few projects
 * choose first: each label has a project to train with, then one in test where it has two, one in dev where it has five, and more in test
 * where it has more. What is left goes where its hash says. The same corpus is always split the same.
 *
 * @param fixed sides of projects, whatever side they had.
 */
export function splitProjects(corpus: readonly Placed[], fixed: ReadonlyMap<string, Side>): Map<string, Side> {
  const labelsOf = new Map<string, Set<string>>();
  const textsOf = new Map<string, Map<string, number>>();
  for (const { type, project } of corpus) {
    labelsOf.set(project, (labelsOf.get(project) ?? new Set()).add(type));
    const ofProjects = textsOf.get(type) ?? new Map<string, number>();
    textsOf.set(type, ofProjects.set(project, (ofProjects.get(project) ?? 0) + 1));
  }
  const sides = new Map(corpus.flatMap(({ project, side }): [string, Side][] => (side === undefined ? [] : [[project, side]])));
  for (const [project, side] of fixed) if (labelsOf.has(project)) sides.set(project, side);
  const rarestFirst = [...textsOf].sort(([a, one], [b, other]) => one.size - other.size || (a < b ? -1 : 1));
  for (const [, texts] of rarestFirst) {
    const ordered = [...texts.keys()].sort((a, b) => hashOf(a) - hashOf(b));
    const tells = (project: string): boolean => (texts.get(project) ?? 0) >= textsThatTell;
    for (const { side, count } of needed(texts.size)) {
      const there = ordered.filter((project) => sides.get(project) === side);
      if (there.filter(tells).length >= count) continue;
      const free = ordered.filter((project) => !sides.has(project));
      const telling = free.filter(tells);
      const from = telling.length === 0 && there.length === 0 ? free : telling;
      const chosen = side === 'train' ? widest(from, labelsOf) : narrowest(from, labelsOf);
      if (chosen !== undefined) sides.set(chosen, side);
    }
  }
  for (const project of labelsOf.keys()) if (!sides.has(project)) sides.set(project, byHash(project));
  return sides;
}

interface Need {
  readonly side: Side;
  /** How many projects there are to be on that side. */
  readonly count: number;
  /** Of a label that has at least so many in all. */
  readonly ofProjects: number;
}

const needs: readonly Need[] = [
  { side: 'train', count: 1, ofProjects: 1 },
  { side: 'test', count: 1, ofProjects: 2 },
  { side: 'dev', count: 1, ofProjects: 5 },
  { side: 'test', count: 2, ofProjects: 6 },
  { side: 'test', count: 3, ofProjects: 9 },
  { side: 'test', count: 4, ofProjects: 12 },
];

function needed(projects: number): readonly Need[] {
  return needs.filter(({ ofProjects }) => projects >= ofProjects);
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
