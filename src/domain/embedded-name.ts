/**
 * The file name that a fragment carries at its start, as people, editors, tools and assistants write it: a comment, a heading, a fence,
 * a patch, a here-document, a header. Precision comes first: prose that mentions a file is not named after it, since a wrong name is worse
 * than a made one. The text comes from strangers: only a base name that every system takes leaves this file, never a path.
 *
 * The parts are in `embedded-name/`: `opening.ts` cuts the lines, the others each read one kind of opening, and `said-name.ts` alone
 * judges whether what they found is a name.
 */
import { fromHeaders } from './embedded-name/headers.ts';
import { fromHereDocument } from './embedded-name/here-document.ts';
import { fromBlockTitle, fromFence, fromTitle, withoutFence } from './embedded-name/markdown.ts';
import { openingLines } from './embedded-name/opening.ts';
import { fromPatch, isPatch } from './embedded-name/patch.ts';
import { fromComment } from './embedded-name/said-in-comment.ts';
import { fromLabel, fromLatex, fromWrapper } from './embedded-name/wrapper.ts';

/** From the form that says most by itself to the one that says least: the first that finds a name has it. */
const READERS: readonly ((lines: readonly string[]) => string | null)[] = [
  ([first = '']) => fromHereDocument(first),
  fromWrapper,
  fromLabel,
  fromHeaders,
  fromFence,
  fromBlockTitle,
  (lines) => fromComment(withoutFence(lines)),
  fromLatex,
  fromTitle,
];

/** The safe base name that the text gives itself in its opening, or null. Linear in at most the first 4,096 characters. */
export function embeddedFileName(text: string): string | null {
  const lines = openingLines(text);
  if (lines.length === 0) return null;
  if (isPatch(lines)) return fromPatch(lines);
  for (const read of READERS) {
    const name = read(lines);
    if (name !== null) return name;
  }
  return null;
}
