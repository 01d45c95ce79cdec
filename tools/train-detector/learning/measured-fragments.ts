/** Fragments for measuring: always the same ones from the same corpus, and equally many of every type and length. */
import { type Random, seededRandom } from './fragments.ts';
import { type LearningSet, type LearningText, textPicker } from './learning-set.ts';

/** The number of lines in a fragment; `whole` is a whole file. */
export type FragmentLength = number | 'whole';

export interface MeasuredFragment {
  readonly type: string;
  readonly project: string;
  readonly length: FragmentLength;
  readonly text: string;
}

/** The lengths at which detectors are compared. */
export const comparedLengths: readonly FragmentLength[] = [4, 10, 30, 'whole'];

const fewestChars = 20;
const tries = 12;

/** @param count fragments of each type and length. */
export function measuredFragments(set: LearningSet, lengths: readonly FragmentLength[], count: number): MeasuredFragment[] {
  return [...set].flatMap(([type, projects]) =>
    lengths.flatMap((length) => {
      const random = seededRandom(`${type} ${length}`);
      const pick = textPicker(projects, random);
      return Array.from({ length: count }, () => fragmentOf(pick, length, random)).map(({ text, project }) => ({
        type,
        project,
        length,
        text,
      }));
    }),
  );
}

/** Consecutive lines, as they are in the file. It has the full length if a file that is long enough is found within a few tries. */
function fragmentOf(pick: () => LearningText, length: FragmentLength, random: Random): { readonly text: string; readonly project: string } {
  let found = { text: '', project: '' };
  for (let attempt = 0; attempt < tries; attempt += 1) {
    const { lines, project } = pick();
    const most = length === 'whole' ? lines.length : Math.min(length, lines.length);
    const start = Math.floor(random() * (lines.length - most + 1));
    found = { text: lines.slice(start, start + most).join('\n'), project };
    if (found.text.trim().length >= fewestChars && (length === 'whole' || lines.length >= length)) break;
  }
  return found;
}
