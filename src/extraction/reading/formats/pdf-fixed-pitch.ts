/**
 * Lines of a PDF in a font whose signs are equally wide, as code is printed: with their indents, gaps and empty lines by where the signs stand. PDFium makes one
 * blank of each gap, and nothing of an indent or an empty line.
 */
import type { PDFiumModule } from '@hyzyla/pdfium';
import { type FixedLine, fixedLines, isNear, type LayerSigns, type Sign } from './pdf-fixed-lines.ts';

type Pdfium = Awaited<ReturnType<typeof PDFiumModule>>;

/** Lines one below the other: from and to are places among the characters of the layer, without the end of the last line. */
export interface FixedBlock {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

/** Of a page: no print has more. */
const mostSigns = 100_000;
/** Of a page: each line is compared with all of them. */
const mostWidths = 16;
/** Between two signs: what stands further away is another column, whose distance says nothing. */
const mostGap = 200;
/** In shares of a sign's width. */
const sameFont = 0.01;
/** In widths of a sign, which is some 0.6 of its height: lines of text are no further from each other. */
const mostUsualStep = 4;
/** In usual distances of lines: what is further away or nearer is something else. Two empty lines are between functions of some languages. */
const [leastStep, mostStep] = [0.5, 3.5];
/** In usual distances of lines: what is no empty line yet, and how near to the place of a line one has to be that stands to the left of all others, to be no footer. Empty lines may have another height. */
const [leastEmpty, stepTolerance] = [1.6, 0.2];
/** In pitches: how far from a whole number of them. Those of a justified line are anywhere. */
const pitchTolerance = 0.25;
/** In shares of it: what is nearer is told more exactly by all lines. */
const samePitch = 0.02;
/** Of the distances in words and of the gaps between them: those of a line with one sign out of its place still tell that it is set in columns. */
const [leastFitting, leastGaps] = [0.8, 0.65];
/** In pitches: up to here, the number of them is sure before the pitch is exact. */
const sureGap = 4.5;
/** With so many distances, a line tells its own pitch. */
const fewestDistances = 5;
/** One blank that was stretched to the width of two, and by how much that differs from two blanks, at least. */
const [stretched, notExact] = [3, 0.02];

/** In their order. */
export function fixedBlocks(pdfium: Pdfium, layer: number, signs: LayerSigns): readonly FixedBlock[] {
  return signs.characters > mostSigns ? [] : blocksOf(fixedLines(pdfium, layer, signs));
}

/** Exported for its test. */
export function blocksOf(lines: readonly FixedLine[]): readonly FixedBlock[] {
  const widths = provenWidths(lines);
  if (widths.length === 0) return [];
  const blocks: FixedBlock[] = [];
  let run: FixedLine[] = [];
  const end = (): void => {
    for (const block of byDistance(run)) blocks.push(blockOf(block));
    run = [];
  };
  for (const line of lines) {
    if (line.width === 0) continue;
    const isFixed = line.width !== null && widths.some((one) => isNear(line.width ?? 0, one, sameFont));
    if (!isFixed || (run[0] !== undefined && !isNear(line.width ?? 0, run[0].width ?? 0, sameFont))) end();
    if (isFixed) run.push(line);
  }
  end();
  return blocks;
}

function provenWidths(lines: readonly FixedLine[]): readonly number[] {
  const widths: number[] = [];
  for (const { isProven, width } of lines) {
    if (!isProven || width === null || widths.some((one) => isNear(width, one, sameFont))) continue;
    widths.push(width);
    if (widths.length === mostWidths) break;
  }
  return widths;
}

/** A line with the number of empty ones before it. */
interface Placed {
  readonly line: FixedLine;
  readonly empty: number;
}

/** Apart where the next line is far below, or above: a page number, or the next column. */
function byDistance(run: readonly FixedLine[]): readonly (readonly Placed[])[] {
  const usual = usualStep(run);
  const blocks: Placed[][] = [];
  let [before, left] = [0, 0];
  for (const line of run) {
    const at = line.signs[0]?.left ?? left;
    const step = (before - line.base) / usual;
    const isEvenOrRight = Math.abs(step - Math.round(step)) <= stepTolerance || at >= left - (line.width ?? 0) / 2;
    const belongs = step >= leastStep && step <= mostStep && (step < leastEmpty || isEvenOrRight);
    const block = belongs ? blocks.at(-1) : undefined;
    if (block === undefined) blocks.push([{ line, empty: 0 }]);
    else block.push({ line, empty: step < leastEmpty ? 0 : Math.round(step) - 1 });
    [before, left] = [line.base, block === undefined ? at : Math.min(left, at)];
  }
  return blocks;
}

/** Empty lines are fewer than others, but there may be many of them. */
function usualStep(run: readonly FixedLine[]): number {
  const most = (run[0]?.width ?? 0) * mostUsualStep;
  const steps = run.flatMap(({ base }, at) => {
    const step = (run[at - 1]?.base ?? base) - base;
    return step > 0 ? [step] : [];
  });
  const sorted = steps.toSorted((one, other) => one - other);
  return Math.min(most, sorted[Math.floor((sorted.length - 1) / 4)] ?? most);
}

/** The leftmost sign of the block stands in its first column. */
function blockOf(placed: readonly Placed[]): FixedBlock {
  const lines = placed.map(({ line }) => line);
  const left = lines.reduce((least, { signs }) => Math.min(least, signs[0]?.left ?? least), Number.POSITIVE_INFINITY);
  const near = median(lines.flatMap(({ signs }) => steps(signs))) ?? lines[0]?.width ?? 0;
  const pitch = exactPitch(lines, near);
  const text = placed.map(({ line, empty }) => {
    return '\n'.repeat(empty) + blanks(indentOf(line, left, pitch)) + lineText(line, pitch);
  });
  return { from: lines[0]?.from ?? 0, to: lines.at(-1)?.to ?? 0, text: text.join('\n') };
}

function indentOf({ signs: [first], lead, width }: FixedLine, left: number, pitch: number): number {
  if (first === undefined) return 0;
  const own = lead === null ? 0 : Math.round((first.left - lead.left) / (lead.width * (pitch / (width ?? pitch))));
  return own + Math.round(((lead?.left ?? first.left) - left) / pitch);
}

/** From each sign to the next one, where there is nothing between them. */
function steps(signs: readonly Sign[]): readonly number[] {
  return signs.flatMap((sign, at) => (at === 0 || sign.between !== null ? [] : [distance(signs, at)]));
}

function distance(signs: readonly Sign[], at: number): number {
  return (signs[at]?.left ?? 0) - (signs[at - 1]?.left ?? 0);
}

function median(numbers: readonly number[]): number | undefined {
  return numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length / 2)];
}

/** Over whole lines: some programs set the signs of a word nearer to each other than its columns are. */
function exactPitch(lines: readonly FixedLine[], near: number): number {
  let [length, columns] = [0, 0];
  for (const { signs } of lines) {
    for (let at = 1; at < signs.length; at += 1) {
      const step = distance(signs, at);
      if (step > near * sureGap || !fits(step / near)) continue;
      length += step;
      columns += Math.round(step / near);
    }
  }
  return columns === 0 ? near : length / columns;
}

function fits(pitches: number): boolean {
  return Math.abs(pitches - Math.round(pitches)) <= pitchTolerance;
}

/** Of a line that is not set in columns, as a justified one, with the blanks of PDFium. */
function lineText(line: FixedLine, blockPitch: number): string {
  const { signs } = line;
  const near = steps(signs);
  const own = near.length < fewestDistances ? blockPitch : exactPitch([line], median(near) ?? blockPitch);
  // The space between signs may be another one in each line.
  const pitch = isNear(own, blockPitch, samePitch) ? blockPitch : own;
  const gaps = signs.map((_, at) => (at === 0 ? 0 : distance(signs, at) / pitch));
  const isInColumns = areColumns(signs, gaps);
  const shown = signs.map(({ code, between }, at) => {
    const count = between === null ? 0 : blanksIn(gaps[at] ?? 0, between, isInColumns);
    return blanks(count) + String.fromCodePoint(code);
  });
  return shown.join('');
}

/** @param pitches to the sign before. */
function blanksIn(pitches: number, between: 'blank' | 'gap', isInColumns: boolean): number {
  if (!isInColumns) return 1;
  // What PDFium takes for a gap may be no more than the space between all signs.
  return Math.max(between === 'gap' && pitches < 1 + pitchTolerance ? 0 : 1, Math.round(pitches) - 1);
}

function areColumns(signs: readonly Sign[], gaps: readonly number[]): boolean {
  const [words, others] = [
    gaps.filter((_, at) => signs[at]?.between !== null),
    gaps.filter((_, at) => at > 0 && signs[at]?.between === null),
  ];
  const sign = median(others) ?? 1;
  const isStretched = words.length > 1 && words.every((gap) => isStretchedBlank(gap / sign) && isNear(gap, words[0] ?? 0, sameFont));
  return !isStretched && share(words, fits) >= leastGaps && share(others, (gap) => Math.round(gap) === 1 && fits(gap)) >= leastFitting;
}

/** @param gap in the distances of the signs of its own line. */
function isStretchedBlank(gap: number): boolean {
  return Math.round(gap) === stretched && Math.abs(gap - stretched) > notExact;
}

function share(of: readonly number[], are: (gap: number) => boolean): number {
  return of.length === 0 ? 1 : of.filter(are).length / of.length;
}

function blanks(count: number): string {
  return ' '.repeat(Math.max(0, Math.min(count, mostGap)));
}

/** Signs and starts of statements, in any language. A letter from a typewriter has few of them. */
const statements = [
  /[{};]$/,
  /^[})\]]/,
  /[\w)\]] ?(?:[-+*/|&:]?=|=>|->) ?\S/,
  /\w\([^()]*\)/,
  /^(?:#|\/\/|\/\*|-- )/,
  /^(?:def|class|if|elif|else|for|while|func|function|fn|try|except|finally|with|case|switch|do)\b[^.]*:$/,
  /^(?:return|import|from|const|let|var|public|private|static|package|use|end|break|continue|pass|raise|throw)\b[^,.]{0,60}$/,
];
const fewestLines = 2;
const leastShare = 0.5;

/** Whether a block of such lines is code, and no letter or table. */
export function isCode(block: string): boolean {
  const lines = block.split('\n').flatMap((line) => line.trim() || []);
  return lines.length >= fewestLines && lines.filter(isStatement).length >= lines.length * leastShare;
}

function isStatement(line: string): boolean {
  return statements.some((one) => one.test(line));
}
