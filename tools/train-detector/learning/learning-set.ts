/** The texts of the corpus for training and measuring, by side, type and project. */
import { readFileSync } from 'node:fs';
import type { CorpusFile } from '../corpus/corpus-file.ts';
import { fixedSides } from '../corpus/fixed-sides.ts';
import { kinds, kindsByFirstLine, matchesKind } from '../corpus/kinds.ts';
import { type Side, splitProjects } from '../corpus/split-projects.ts';
import { textFile } from '../fetching/cache.ts';
import type { Random } from './fragments.ts';
import { learnedType } from './labels.ts';

export interface LearningText {
  readonly type: string;
  /** The label in the corpus, which may be finer than the type. */
  readonly label: string;
  readonly project: string;
  readonly lines: readonly string[];
}

/** The texts of one side, by type and by project. */
export type LearningSet = ReadonlyMap<string, ReadonlyMap<string, readonly LearningText[]>>;

/** The rest of a text is ignored: no fragment is that long, and of a whole file the detector only sees the start. */
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
 * Whether a text may have another type than its name says: its first line names another language (a template for a script), or it does not match the
 * patterns of its kind.
 */
export function isDoubtful({ type: label, passage }: Pick<CorpusFile, 'type' | 'passage'>, text: string): boolean {
  const named = kindsByFirstLine(text);
  if (named.length > 0 && !named.some((kind) => learnedType(kind.label) === learnedType(label))) return true;
  const kind = kinds.find((one) => one.label === label);
  return kind !== undefined && !passage && !matchesKind(kind, text);
}

/** By type and by project. */
export function learningTexts(texts: readonly LearningText[]): LearningSet {
  const byType = Map.groupBy(texts, (text) => text.type);
  return new Map([...byType].map(([type, all]) => [type, Map.groupBy(all, (text) => text.project)]));
}

/** Picks a random text of a type. A project's probability grows with the square root of its number of texts. */
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

/** Picks a random index, with a probability proportional to its weight. */
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
