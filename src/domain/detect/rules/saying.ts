/**
 * What people say, in a few words: `set up a meeting with Anna`, `cat sat - on the mat`, a few such lines. Its first word may be a command, and nothing in it
 * is a sign that only code has. English, whose words commands and languages have taken. Pure.
 */
import type { Sample } from '../text-sample.ts';

const mostLines = 12;
/** Longer lines are sentences, if they are any, and several of them are a licence or a letter. */
const mostWords = { inOneLine: 16, inEachLine: 9 };

/** Words that no language of programs and no command has, and few names. */
const ofPeople = new Set(
  "the an my your our his her their its it you we he she they me him us them was were are am i'm it's don't can't won't please very what who how why some someone something these those there here today tomorrow tonight better".split(
    ' ',
  ),
);
/** These join words in sentences, and some join them in code. */
const joining = new Set(
  'a of and to in on at for with is from by or be not no up out off over so do this that if when than then more but all until before after'.split(
    ' ',
  ),
);

const PLAIN = /^(\p{L}[\p{L}\p{M}]*(?:['’-]\p{L}[\p{L}\p{M}]*)*)[.,:!?…]*$/u;
/** An amount, a dash, an arrow, a smiley, `#fun`, `@anna`, `(returns)`, `and/or`. */
const BESIDE =
  /^(?:[$€£]?\d[\d.,]*(?:%|[a-z]{1,2})?[,!?]?|[–—-]|->|→|\.{3}|…|&|[:;]-?[()DP]|[#@]\p{L}+|\(\p{L}+\)[.,!?]*|\p{L}+\/\p{L}+|\p{L}+;)$/u;

/** Of these, what code has hardly ever: an amount of money, a share, a long dash, a smiley, a mention. */
const OF_PEOPLE = /^[$€£]\d|%[,!?]?$|^(?:[–—→…]|\.{3}|[:;]-?[()DP])$|^[#@]\p{L}/u;

interface Said {
  readonly words: number;
  /** What may be a sign of code. */
  readonly doubtful: number;
  /** Of that, the indentation of the line and a colon at its end: blocks of code have them, and so has a list. */
  readonly ofBlocks: number;
  readonly ofPeople: number;
  readonly joining: number;
}

/** Whether the text is nothing but what people say. */
export function isSaying({ lines }: Pick<Sample, 'lines'>): boolean {
  if (lines.length > mostLines) return false;
  const said = lines.flatMap((line) => wordsIn(line, lines.length > 1 ? mostWords.inEachLine : mostWords.inOneLine) ?? []);
  if (said.length < lines.length) return false;
  if (lines.length > 1 && (lines.some((line) => IMPORTING.test(line)) || isScenario(lines))) return false;
  const sum = (count: keyof Said): number => said.reduce((all, each) => all + each[count], 0);
  const joined = said.filter((each) => each.ofPeople + each.joining > 0).length;
  if (lines.length === 1) return sum('words') > 2 && (sum('doubtful') === 0 ? joined > 0 : sum('ofPeople') > 0);
  return sum('words') >= 2.5 * lines.length && sum('ofPeople') > sum('ofBlocks') && joined >= lines.length / 3;
}

/** Of names that may be any words: `from me import it`, `module What where`. */
const IMPORTING = /^\s*(?:import\s+\S+|from\s+\S+\s+import\s.*|module\s+\S+\s+where)$/u;

/** Gherkin, whose steps are sentences: most lines begin like one. */
function isScenario(lines: readonly string[]): boolean {
  return lines.filter((line) => /^\s*(?:Given|When|Then|And|But)\s/u.test(line)).length > lines.length / 2;
}

/** A bullet, a key of YAML, a comment. */
const OF_CODE_FIRST = /^(?:[-–—]$|@?rem$|#)|:$/iu;

/** The words of a line, counted; null if something in it is none. */
function wordsIn(line: string, most: number): Said | null {
  const parts = withoutQuotes(line.trim()).split(/\s+/u, most + 1);
  if (parts.length > most || OF_CODE_FIRST.test(parts[0] ?? '') || parts.at(-1) === '&') return null;
  const words = parts.flatMap((part) => PLAIN.exec(part)?.[1]?.toLowerCase().replaceAll('’', "'") ?? []);
  if (parts.some((part, at) => !PLAIN.test(part) && !(BESIDE.test(part) && !(at === parts.length - 1 && part.endsWith(';'))))) return null;
  const count = (of: ReadonlySet<string>): number => words.filter((word) => of.has(word)).length;
  // `I` is a word of people, and `i` counts in programs.
  const selves = parts.filter((part) => /^I[.,:!?…]*$/u.test(part)).length;
  const ofBlocks = (/^\s/u.test(line) ? 1 : 0) + (/:$/u.test(line) ? 1 : 0);
  const doubtful = parts.length - words.length - parts.filter((part) => OF_PEOPLE.test(part)).length + ofBlocks;
  return { words: words.length, doubtful, ofBlocks, ofPeople: count(ofPeople) + selves, joining: count(joining) };
}

function withoutQuotes(line: string): string {
  const inner = /^(?:"([^"]*)"|'([^']*)'|“([^”]*)”)$/u.exec(line);
  return inner?.slice(1).find((part) => part !== undefined) ?? line;
}
