/**
 * How well Hub finds the file name at the start of a text: in openings generated from templates (`embedded-names/form.ts`), and in openings of real
 * files that were labelled by hand (`embedded-names/real.jsonl`, with project, path and licence).
 *
 * Every third real opening is held out: nothing may be tuned on it.
 */
import { readFileSync } from 'node:fs';
import { embeddedFileName } from '../../src/domain/embedded-name/embedded-name.ts';
import { generateOpenings, type Opening } from './embedded-names/generate.ts';

const SEED = 20_261_121;

export interface Score {
  readonly cases: number;
  /** Openings that contain a name. */
  readonly positives: number;
  readonly truePositives: number;
  /** A name where there is none, or a wrong name. */
  readonly falsePositives: number;
  /** No name where there is one. */
  readonly missed: number;
  /** The share of returned names that are right: 0..1. */
  readonly precision: number;
  /** The share of existing names that were returned: 0..1. */
  readonly recall: number;
}

export interface WrongName {
  readonly id: string;
  readonly expected: string | null;
  readonly got: string | null;
}

export interface EmbeddedNamesReport extends Score {
  /** Of real files, without the held-out ones. */
  readonly real: Score;
  readonly heldOut: Score;
  readonly wrong: readonly WrongName[];
}

/** All openings, with separate figures for the real ones. Reads the labelled file; the result is the same every time. */
export function measureEmbeddedNames(): EmbeddedNamesReport {
  const made = generateOpenings(SEED).map(answered);
  const labelled = realOpenings().map(answered);
  const real = labelled.filter((_, index) => !isHeldOut(index));
  const heldOut = labelled.filter((_, index) => isHeldOut(index));
  const all = [...made, ...labelled];
  return { ...scoreOf(all), real: scoreOf(real), heldOut: scoreOf(heldOut), wrong: all.filter(({ got, expected }) => got !== expected) };
}

function realOpenings(): readonly Opening[] {
  const lines = readFileSync(new URL('./embedded-names/real.jsonl', import.meta.url), 'utf8').split('\n');
  return lines.filter((line) => line !== '').map((line): Opening => JSON.parse(line));
}

function isHeldOut(index: number): boolean {
  return index % 3 === 2;
}

function answered({ id, opening, expected }: Opening): WrongName {
  return { id, expected, got: embeddedFileName(opening) };
}

function scoreOf(answers: readonly WrongName[]): Score {
  const positives = answers.filter(({ expected }) => expected !== null).length;
  const given = answers.filter(({ got }) => got !== null).length;
  const truePositives = answers.filter(({ expected, got }) => got !== null && got === expected).length;
  const missed = answers.filter(({ expected, got }) => expected !== null && got === null).length;
  return {
    cases: answers.length,
    positives,
    truePositives,
    falsePositives: given - truePositives,
    missed,
    precision: given === 0 ? 1 : truePositives / given,
    recall: positives === 0 ? 1 : truePositives / positives,
  };
}
