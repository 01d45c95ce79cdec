/**
 * Splits the projects into those for training, those for development (checked during training), and those held out for testing. All files of a
 * project are on the same side, whatever their labels, so that the model is never tested on a project that it was trained on. Pure.
 */
import { createHash } from 'node:crypto';

export type Side = 'train' | 'dev' | 'test';

interface Placed {
  readonly type: string;
  readonly project: string;
  /** If an earlier corpus had the project: the side it had there, and keeps. */
  readonly side?: Side;
}

const testShare = 0.2;
const devShare = 0.1;

/** Fewer texts than this say little about a label, so a project with more of them is preferred. */
const textsThatTell = 3;

/**
 * A project with a fixed or previous side keeps it. Then labels are served, those with the fewest projects first: each gets a project for training,
 * one for testing if it has two, one for development if it has five, and further ones for testing (`needs`). The hash decides about the other
 * projects. The same corpus is always split in the same way.
 *
 * @param fixed sides of projects; they override previous ones.
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
  /** How many projects that side should have. */
  readonly count: number;
  /** For a label with at least this many projects. */
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

/** The project with the most labels is the most useful for training; holding out the one with the fewest costs the least. */
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

/** Evenly distributed from 0 to 1. */
function hashOf(project: string): number {
  return createHash('sha256').update(project).digest().readUInt32BE() / 2 ** 32;
}
