/**
 * The heart of detection where no grammar decides: text in, claims out, the likeliest first. It scores lines by a table of features and
 * knows nothing of file names, hints or rules; whatever else can order labels of `types.ts` with honest confidences can take its place.
 */
import { ANY_LINE, type Shape, shapesFor } from './languages.ts';
import { claimsByLayout } from './layout.ts';
import type { Claim, Sample } from './sample.ts';

/** Enough to know a language; also the bound on the work. */
const MAX_LINES = 80;
/** A score below this is chance. */
const MIN_SCORE = 2.5;
/** A guess is never surer than this. */
const MAX_CONFIDENCE = 0.95;

/** Labels that stand for one family: the plainer one is right unless the other one shows its own marks. */
const FAMILIES: readonly (readonly string[])[] = [
  ['javascript', 'typescript', 'jsx', 'tsx'],
  ['c', 'cpp', 'h', 'hpp', 'objectivec'],
  ['css', 'scss', 'less'],
  ['ruby', 'gemfile', 'gemspec'],
  ['groovy', 'gradle'],
  ['ini', 'toml'],
  ['lisp', 'scheme', 'clojure'],
];

/** Whether two labels are so near that a fragment often can't tell them apart. */
export function areKin(one: string, other: string): boolean {
  return one === other || FAMILIES.some((family) => family.includes(one) && family.includes(other));
}

/** Every type that something speaks for, surest first; empty for prose and gibberish. */
export function rank(sample: Sample): Claim[] {
  const layout = claimsByLayout(sample);
  const language = claimLanguage(sample);
  return [...layout, ...(language === null ? [] : [language])].sort((one, other) => other.confidence - one.confidence);
}

/** How much of the text reads as sentences, 0..1. */
export function proseShare(sample: Sample): number {
  const lines = sample.lines.slice(0, MAX_LINES);
  return lines.filter(isSentence).length / lines.length;
}

/** Four words or more in a row, of any script with blanks, and no sign that only code has. */
function isSentence(line: string): boolean {
  if (/[{};=<>\\|]|\(\)|^\s*(?:#|\/\/|--|\*|\/\*)/u.test(line)) return false;
  return (
    /^[\s>*-]*["'“«(¿¡]?(?:[\p{L}\p{N}\p{M}][\p{L}\p{N}\p{M}'’.:/-]*[,.;:!?…)"”»]*\s+){3,}\S+$/u.test(line) ||
    /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]{6}/u.test(line)
  );
}

function claimLanguage(sample: Sample): Claim | null {
  const lines = chosenLines(sample.lines);
  const scores = new Map<string, number>();
  for (const { line, weight } of lines) scoreLine(line, weight, scores);
  const order = [...scores].sort((one, other) => other[1] - one[1]);
  const best = order[0];
  if (best === undefined) return null;
  const typeId = withinFamily(best[0], scores);
  const rival = order.find(([label]) => !areKin(label, best[0]))?.[1] ?? 0;
  const prose = proseShare(sample);
  // What reads as sentences is about code, more often than it is code.
  const score = best[1] * (prose > 0.4 ? 0.25 : 1 - prose * 0.7);
  const lead = (best[1] - rival) / best[1];
  // One strong line is a language when it is nearly all that there is; in a long text it is a quotation.
  const density = score / Math.sqrt(lines.length);
  if (score < MIN_SCORE || lead < 0.12 || density < 0.9) return null;
  const confidence = 1 - 0.5 * Math.exp(-score / 8) - 0.35 * Math.exp(-lead * 5) - 0.15 * Math.exp(-density);
  return { typeId, confidence: Math.max(0.3, Math.min(MAX_CONFIDENCE, confidence)) };
}

/** The first lines and some from further on; comments count little, since they speak English. */
function chosenLines(lines: readonly string[]): { line: string; weight: number }[] {
  const step = Math.max(1, Math.ceil((lines.length - MAX_LINES / 2) / (MAX_LINES / 2)));
  return lines
    .filter((_, index) => index < MAX_LINES / 2 || index % step === 0)
    .map((line) => line.trim())
    .map((line) => ({ line, weight: /^(?:\/\/|\/\*|\*(?:\s|$)|# |""")/u.test(line) ? 0.1 : 1 }));
}

function scoreLine(line: string, weight: number, scores: Map<string, number>): void {
  const { byWord, bySign } = shapesFor(line);
  for (const shapes of [byWord, bySign, ANY_LINE]) addMatches(line, weight, shapes, scores);
}

function addMatches(line: string, weight: number, shapes: readonly Shape[], scores: Map<string, number>): void {
  for (const [shape, weights, needs] of shapes) {
    if ((needs !== undefined && !line.includes(needs)) || !shape.test(line)) continue;
    for (const label in weights) scores.set(label, (scores.get(label) ?? 0) + (weights[label] ?? 0) * weight);
  }
}

/** The member of the family whose own marks show. */
function withinFamily(best: string, scores: ReadonlyMap<string, number>): string {
  const score = (label: string) => scores.get(label) ?? 0;
  if (!areKin(best, 'javascript')) return best === 'c' && score('cpp') >= score('c') ? 'cpp' : best;
  const typed = score('typescript') > score('javascript');
  const elements = score('jsx') > 3 && score('jsx') > 0.1 * Math.max(score('javascript'), score('typescript'));
  return typed ? (elements ? 'tsx' : 'typescript') : elements ? 'jsx' : 'javascript';
}
