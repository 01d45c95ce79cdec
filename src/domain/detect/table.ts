/** Tables of separated values, told by every row having as many cells. Careful with prose and code, which have commas and tabs too. */
import type { Claim, Sample } from './sample.ts';

const mostRows = 60;
const fewestRows = 3;

/** A claim where rows are many and even enough to be nothing else; what is less sure is the model's. RFC 4180 for the quotes. */
export function claimTable({ lines }: Sample): Claim | null {
  const rows = lines.slice(0, mostRows);
  if (rows.length < fewestRows) return null;
  for (const [separator, typeId] of [
    ['\t', 'tsv'],
    [',', 'csv'],
    [';', 'csv'],
  ] as const) {
    if (!rows[0]?.includes(separator)) continue;
    const table = rows.map((line) => cells(line, separator));
    const width = table[0]?.length ?? 0;
    if (width < 2 || !table.every((row) => row?.length === width)) continue;
    const content = table.flatMap((row) => row ?? []);
    if (!isData(content, rows)) continue;
    return { typeId, confidence: 0.96 };
  }
  return null;
}

/** Cells of a line, quotes respected; null where a quote stays open. */
function cells(line: string, separator: string): string[] | null {
  if (!line.includes('"')) return line.split(separator);
  const found: string[] = [];
  let start = 0;
  let quoted = false;
  for (let at = 0; at <= line.length; at += 1) {
    if (line[at] === '"') quoted = !quoted;
    else if (at === line.length || (line[at] === separator && !quoted)) {
      found.push(line.slice(start, at));
      start = at + 1;
    }
  }
  return quoted ? null : found;
}

/** Cells of tables are short, hold no code, and many of them are numbers or dates; rows don't begin with a blank or end in a sign. */
function isData(content: readonly string[], rows: readonly string[]): boolean {
  const unquoted = content.filter((cell) => !cell.trim().startsWith('"'));
  const share = (list: readonly string[], shape: RegExp): number => list.filter((cell) => shape.test(cell)).length / content.length;
  const numeric = share(content, /^\s*"?[-+]?[$€£]?\d[\d.,:/ T%Z-]*"?\s*$/u);
  const codeLike = share(unquoted, /[{}()=<>;]|^\s*(?:\/\/|#|--|%)/u);
  const wordy = share(unquoted, /(?:\S+\s+){5}\S/u);
  const spaced = share(unquoted, /^ /u);
  const unclean = rows.filter((row) => /^\s|[.;!?{,]$/u.test(row)).length / rows.length;
  return codeLike === 0 && wordy < 0.2 && spaced < 0.3 && unclean < 0.2 && numeric >= 0.25;
}
