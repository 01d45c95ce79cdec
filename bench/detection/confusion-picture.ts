/**
 * Draws the confusion matrix: reads the figures of a detection benchmark and writes the matrix as a table and as a picture into `docs/`.
 *
 * node bench/detection/confusion-picture.ts bench/results/detection-….json
 */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { fileType } from '../../src/domain/detect/learned/types.ts';

const results = z.object({
  tables: z.array(
    z.object({ title: z.string(), columns: z.array(z.string()), rows: z.array(z.array(z.union([z.string(), z.number(), z.null()]))) }),
  ),
});
/** Size of a cell, and space for the names, in pixels. */
const side = 8;
const margin = 92;

const docs = path.join(import.meta.dirname, '../..', 'docs');
export const matrixTitle = 'Answers of Hub by type';

interface Cell {
  readonly type: string;
  readonly answer: string;
  readonly count: number;
}

const file = process.argv[2];
if (file === undefined) {
  process.stderr.write('node bench/detection/confusion-picture.ts bench/results/detection-….json\n');
  process.exit(2);
}
const table = results.parse(JSON.parse(readFileSync(file, 'utf8'))).tables.find(({ title }) => title === matrixTitle);
if (table === undefined) throw new Error(`${file} has no answers by type: run the benchmark with --json`);
const cells = table.rows.map(([type, answer, count]): Cell => ({ type: String(type), answer: String(answer), count: Number(count) }));
writeFileSync(path.join(docs, 'detection-confusion.csv'), asTable(cells));
writeFileSync(path.join(docs, 'pictures', 'detection-confusion.svg'), asPicture(cells));

function asTable(all: readonly Cell[]): string {
  return `type,answer,count\n${all.map(({ type, answer, count }) => `${type},${answer},${count}\n`).join('')}`;
}

/** Types of a group are adjacent, so that similar ones are close together in the picture. */
function orderOf(all: readonly Cell[]): string[] {
  const order = 'code text application document image'.split(' ');
  const place = (type: string): number => order.indexOf(fileType(type)?.group ?? '');
  return [...new Set(all.map(({ type }) => type))].sort((a, b) => place(a) - place(b) || (a < b ? -1 : 1));
}

function asPicture(all: readonly Cell[]): string {
  const types = orderOf(all);
  const sums = new Map(types.map((type) => [type, all.reduce((sum, cell) => sum + (cell.type === type ? cell.count : 0), 0)]));
  const size = margin + types.length * side + 12;
  const at = (type: string): number => margin + types.indexOf(type) * side;
  const squares = all
    .filter(({ answer }) => types.includes(answer))
    .map(({ type, answer, count }) => {
      const share = count / (sums.get(type) ?? count);
      const colour = type === answer ? '#0f6cbd' : '#c4314b';
      return `<rect x="${at(answer)}" y="${at(type)}" width="${side}" height="${side}" fill="${colour}" fill-opacity="${Math.max(0.06, share).toFixed(2)}"><title>${type} said to be ${answer}: ${Math.round(share * 100)} %</title></rect>`;
    });
  const rows = types.map((type) => `<text x="${margin - 4}" y="${at(type) + side - 1.5}" text-anchor="end">${type}</text>`);
  const columns = types.map((type) => `<text transform="translate(${at(type) + side - 1.5} ${margin - 4}) rotate(-90)">${type}</text>`);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" width="${size}" height="${size}" font-family="system-ui, sans-serif" font-size="7.5" fill="#424242">
<title>What each type (row) was said to be (column)</title>
<rect width="100%" height="100%" fill="#ffffff"/>
<rect x="${margin}" y="${margin}" width="${types.length * side}" height="${types.length * side}" fill="#fafafa"/>
<text x="4" y="14" font-size="11" font-weight="600">A row is what it is,</text>
<text x="4" y="28" font-size="11" font-weight="600">a column what was said</text>
${[...rows, ...columns, ...squares].join('\n')}
</svg>
`;
}
