/**
 * Cuts fragments out of a text as people select them: lines from the middle, a function, half a line at either end, dedented or indented further, with
 * or without a final line end, occasionally with Windows line ends. The same seed always gives the same fragments. Pure.
 */

const mostLines = 40;
const fewestChars = 8;
const tries = 12;

/** How often each way of selecting is used; the shares add up to 1. */
const shares: readonly [number, (lines: readonly string[], random: Random) => string[]][] = [
  [0.15, (lines) => [...lines]],
  [0.4, someLines],
  [0.3, oneBlock],
  [0.15, (lines, random) => withPartialEnds(someLines(lines, random), random)],
];

const dedented = 0.6;
const indentedFurther = 0.1;
const withoutLastLineEnd = 0.5;
const ofWindows = 0.15;

/** From 0 to below 1. */
export type Random = () => number;

/**
 * @param seed together with the text, it determines the result; for example, the names of the file and the epoch.
 * @returns `count` fragments, none of them blank. A text that is shorter than a fragment is returned whole.
 */
export function cutFragments(text: string, seed: string, count: number): string[] {
  const random = seededRandom(seed);
  const lines = text.split(/\r?\n/);
  if (lines.at(-1) === '') lines.pop();
  return Array.from({ length: count }, () => cutOne(lines, random));
}

function cutOne(lines: readonly string[], random: Random): string {
  for (let attempt = 0; attempt < tries; attempt += 1) {
    const selected = pickWay(random)(lines, random);
    if (selected.join('').trim().length >= fewestChars) return finished(selected, random);
  }
  return finished(lines, random);
}

function pickWay(random: Random): (lines: readonly string[], random: Random) => string[] {
  let left = random();
  for (const [share, way] of shares) {
    if (left < share) return way;
    left -= share;
  }
  return someLines;
}

/** Consecutive lines; short fragments are as likely as all longer ones together. */
function someLines(lines: readonly string[], random: Random): string[] {
  const most = Math.min(mostLines, lines.length);
  const length = Math.max(1, Math.round(most ** random()));
  const start = Math.floor(random() * (lines.length - length + 1));
  return lines.slice(start, start + length);
}

/** A line and everything below it that is indented further, up to the line that closes it: a function, a rule, an element, a section. */
function oneBlock(lines: readonly string[], random: Random): string[] {
  const heads = lines.flatMap((line, index) => (opensBlock(lines, line, index) ? [index] : []));
  const start = heads[Math.floor(random() * heads.length)];
  if (start === undefined) return someLines(lines, random);
  const depth = indentOf(lines[start] ?? '');
  let end = start + 1;
  while (end < lines.length && end - start < mostLines && (isBlank(lines[end]) || indentOf(lines[end] ?? '') > depth)) end += 1;
  if (/^\s*([\])}]|end\b|<\/)/i.test(lines[end] ?? '')) end += 1;
  const block = lines.slice(start, end);
  while (isBlank(block.at(-1))) block.pop();
  return block;
}

function opensBlock(lines: readonly string[], line: string, index: number): boolean {
  const next = lines[index + 1];
  return !isBlank(line) && next !== undefined && !isBlank(next) && indentOf(next) > indentOf(line);
}

/** Starts in the middle of the first line, ends in the middle of the last one, or both. */
function withPartialEnds(lines: readonly string[], random: Random): string[] {
  const cut = [...lines];
  const which = random();
  if (which < 0.66) cut[0] = (cut[0] ?? '').slice(Math.floor(random() * (cut[0]?.length ?? 0)));
  const last = cut.length - 1;
  if (which > 0.33) cut[last] = (cut[last] ?? '').slice(0, Math.ceil(random() * (cut[last]?.length ?? 0)));
  return cut;
}

function finished(lines: readonly string[], random: Random): string {
  const move = random();
  const moved = move < dedented ? withoutIndent(lines) : move < dedented + indentedFurther ? further(lines, random) : lines;
  const lineEnd = random() < ofWindows ? '\r\n' : '\n';
  return moved.join(lineEnd) + (random() < withoutLastLineEnd ? '' : lineEnd);
}

/** Removes the indent that all lines have in common. */
function withoutIndent(lines: readonly string[]): string[] {
  const indents = lines.filter((line) => !isBlank(line)).map((line) => /^[ \t]*/.exec(line)?.[0] ?? '');
  const [first = ''] = indents;
  let common = first.length;
  while (common > 0 && !indents.every((indent) => indent.startsWith(first.slice(0, common)))) common -= 1;
  return lines.map((line) => (isBlank(line) ? '' : line.slice(common)));
}

function further(lines: readonly string[], random: Random): string[] {
  const indent = ['  ', '    ', '\t'][Math.floor(random() * 3)] ?? '';
  return lines.map((line) => (isBlank(line) ? line : indent + line));
}

function isBlank(line: string | undefined): boolean {
  return line !== undefined && line.trim() === '';
}

/** Columns of white space at the start of the line; a tab counts as four. */
function indentOf(line: string): number {
  return (/^[ \t]*/.exec(line)?.[0] ?? '').replaceAll('\t', '    ').length;
}

/** A random number generator (mulberry32), seeded with a hash (FNV-1a) of the seed. */
export function seededRandom(seed: string): Random {
  let state = 2_166_136_261;
  for (const character of seed) state = Math.imul(state ^ (character.codePointAt(0) ?? 0), 16_777_619);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
