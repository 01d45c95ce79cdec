/** The texts of the corpus as they are learned from and measured on: by type, by project, by side. */
import { readFileSync } from 'node:fs';
import type { CorpusFile } from '../corpus/corpus-file.ts';
import { fixedSides } from '../corpus/fixed-sides.ts';
import { kinds, kindsByFirstLine, suits } from '../corpus/kinds.ts';
import { type Side, splitProjects } from '../corpus/split.ts';
import { textFile } from '../fetching/cache.ts';
import type { Random } from './fragments.ts';
import { learnedType } from './labels.ts';

export interface LearningText {
  readonly type: string;
  /** What the corpus calls it, which may be finer. */
  readonly label: string;
  readonly project: string;
  readonly lines: readonly string[];
}

/** Texts of one side: of each type, of each project. */
export type LearningSet = ReadonlyMap<string, ReadonlyMap<string, readonly LearningText[]>>;

/** Beyond this nothing is looked at: no fragment is that long, and of whole files the detector sees the start. */
const mostChars = 65_536;

export function readLearningSets(corpus: readonly CorpusFile[]): Record<Side, LearningSet> {
  const sides = splitProjects(corpus, fixedSides());
  const texts = corpus.flatMap((file) => {
    const type = learnedType(file.type);
    if (type === null) return [];
    const text = readFileSync(textFile(file.sha256), 'utf8');
    if (isDoubtful(file, text)) return [];
    return [
      {
        type,
        label: file.type,
        project: file.project,
        lines: text.slice(0, mostChars).split(/\r?\n/),
        side: sides.get(file.project) ?? 'train',
      },
    ];
  });
  const of = (side: Side): LearningSet => learningTexts(texts.filter((text) => text.side === side));
  return { train: of('train'), dev: of('dev'), test: of('test') };
}

/**
 * Whether a text may be of another type than its name says: its first line names another language (a template of a script), or it is not as
 * its kind should be.
 */
export function isDoubtful({ type: label, passage }: Pick<CorpusFile, 'type' | 'passage'>, text: string): boolean {
  const named = kindsByFirstLine(text);
  if (named.length > 0 && !named.some((kind) => learnedType(kind.label) === learnedType(label))) return true;
  const kind = kinds.find((one) => one.label === label);
  return kind !== undefined && !passage && !suits(kind, text);
}

/** By type and by project. */
export function learningTexts(texts: readonly LearningText[]): LearningSet {
  const byType = Map.groupBy(texts, (text) => text.type);
  return new Map([...byType].map(([type, all]) => [type, Map.groupBy(all, (text) => text.project)]));
}

/** A text of a type: each project as likely as the square root of how many texts it has. */
export function textPicker(projects: ReadonlyMap<string, readonly LearningText[]>, random: Random): () => LearningText {
  const lists = [...projects.values()];
  const pick = weightedPicker(
    lists.map((list) => Math.sqrt(list.length)),
    random,
  );
  return () => {
    const list = lists[pick()] as readonly LearningText[];
    return list[Math.floor(random() * list.length)] as LearningText;
  };
}

/** Picks an index, each as likely as its weight. */
export function weightedPicker(weights: readonly number[], random: Random): () => number {
  let sum = 0;
  const ends = weights.map((weight) => {
    sum += weight;
    return sum;
  });
  return () => {
    const place = random() * sum;
    let low = 0;
    let high = ends.length - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((ends[middle] as number) > place) high = middle;
      else low = middle + 1;
    }
    return low;
  };
}
