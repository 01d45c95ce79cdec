/**
 * A line as Hub writes nearly all of them: printable ASCII without escapes, and numbers as they are shown. Of such a line the text says already that it is whole,
 * and which words and which numbers it has, in a tenth of the time that parsing takes. Any other line is parsed.
 */
import type { AskedWord } from '../contract/diagnostics/log-search.ts';
import { type CopyFacts, mostFragments } from './copy-numbers.ts';
import { copyFields } from './log-line.ts';

/**
 * A number has no more digits than it keeps, and no zero that it loses. No field has a name that each line has, since then the last one of them counts. `spaced`
 * is the same with blanks around each sign.
 */
const plain =
  /^\{"level":"(?:DEBUG|INFO|WARN|ERROR|CRITICAL)","time":"\d{4}-\d\d-\d\dT(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{3}Z","component":"[\w.-]{1,40}","pid":[1-9]\d{0,9},"event":"[ !#-[\]-~]*"(?:,"(?!(?:level|time|component|pid|event)")\w{1,60}":(?:0|-?[1-9]\d{0,14}|-?(?:0|[1-9]\d{0,8})\.\d{0,5}[1-9]|-?[1-9]\d{9,11}\.\d{0,2}[1-9]|"[ !#-[\]-~]*"|true|false|null))*\}$/;
const spaced =
  /^\{[ \t]*"level"[ \t]*:[ \t]*"(?:DEBUG|INFO|WARN|ERROR|CRITICAL)"[ \t]*,[ \t]*"time"[ \t]*:[ \t]*"\d{4}-\d\d-\d\dT(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{3}Z"[ \t]*,[ \t]*"component"[ \t]*:[ \t]*"[\w.-]{1,40}"[ \t]*,[ \t]*"pid"[ \t]*:[ \t]*[1-9]\d{0,9}[ \t]*,[ \t]*"event"[ \t]*:[ \t]*"[ !#-[\]-~]*"(?:[ \t]*,[ \t]*"(?!(?:level|time|component|pid|event)")\w{1,60}"[ \t]*:[ \t]*(?:0|-?[1-9]\d{0,14}|-?(?:0|[1-9]\d{0,8})\.\d{0,5}[1-9]|-?[1-9]\d{9,11}\.\d{0,2}[1-9]|"[ !#-[\]-~]*"|true|false|null))*[ \t]*\}$/;

/** One that is not plain may be a line all the same. `text`: its bytes as Latin-1. */
export function isPlainLine(text: string): boolean {
  return plain.test(text);
}

/** Whether it is such a line with blanks, as other programs write them: it is whole, but its words and numbers are not found as quickly. */
export function isSpacedLine(text: string): boolean {
  return spaced.test(text);
}

/** Whether a plain line may have all of these. It may have none of them all the same: `"12"` is in `129`. */
export function mayHaveWords(text: string, words: readonly AskedWord[]): boolean {
  if (words.length === 0) return true;
  const lower = text.toLowerCase();
  return words.every(({ field: name, text: asked }) => {
    if (name !== null) return lower.includes(`"${name}":${asked}`) || lower.includes(`"${name}":"${asked}`);
    // The name of a field is shown with its sign of equality, which the line does not have.
    return asked.includes('=') || lower.includes(asked);
  });
}

const fragmentName = /"fragmentId"[ \t]*:[ \t]*(\d{1,15})/;

/** Whether a line, plain or not, may say which ordinal a capture had, or of which capture this fragment or one beside it is. */
export function mayTellCapture(text: string, fragment: number): boolean {
  if (!text.includes(`"${copyFields.capture}"`)) return false;
  // Of every capture: without that of another one, its lines from before it had a number would pass for those of this one.
  if (text.includes(`"${copyFields.ordinal}"`)) return true;
  const named = fragmentName.exec(text)?.[1];
  return named !== undefined && isBeside(Number(named), fragment);
}

/** Whether two fragments may be of one capture. */
export function isBeside(one: number, other: number): boolean {
  return Math.abs(one - other) <= mostFragments;
}

/** What a plain line says about its copy. */
export function copyFactsIn(text: string, atMs: number): CopyFacts {
  return {
    atMs,
    pid: numberAfter(text, '"pid":') ?? 0,
    capture: numberAfter(text, `"${copyFields.capture}":`),
    fragment: numberAfter(text, `"${copyFields.fragment}":`),
    fragments: numberAfter(text, `"${copyFields.fragments}":`),
    ordinal: numberAfter(text, `"${copyFields.ordinal}":`),
  };
}

/** Null if there is none, or it is not a whole number above 0. Of two with one name the last counts, as in JSON. */
function numberAfter(text: string, name: string): number | null {
  const place = text.lastIndexOf(name);
  if (place === -1) return null;
  let at = place + name.length;
  let value = 0;
  for (; ; at += 1) {
    const digit = text.charCodeAt(at) - 0x30;
    if (!(digit >= 0 && digit <= 9)) break;
    value = value * 10 + digit;
  }
  const isEnd = text[at] === ',' || text[at] === '}';
  return isEnd && value > 0 ? value : null;
}
