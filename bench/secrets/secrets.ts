/** How often an ordinary copy is taken for a secret, how many of the made-up secrets of each family are found, and how long the search takes. */
import { familiesOfText } from '../../src/contract/secret-families.ts';
import { findSecret } from '../../src/domain/secrets/find-secret.ts';
import { copiedSecret, secretExample, seeded } from '../../test/harness/secret-examples.ts';
import type { Bench } from '../bench.ts';
import { summarize } from '../measuring/percentiles.ts';
import { type Report, statisticCells, statisticColumns } from '../measuring/report.ts';
import { copiesOfTexts, madeUpCopies, type OrdinaryCopy } from './ordinary-copies.ts';

export const secrets: Bench = {
  about: 'secrets in texts: how often an ordinary copy is dropped, how many secrets are found; --show 1 prints what was dropped',
  options: { copies: 10_000, examples: 1_000, seed: 1, show: 0 },
  run: async (report, _parts, { copies = 10_000, examples = 1_000, seed = 1, show = 0 }) => {
    measurePrecision(report, copies, seed, show > 0);
    measureRecall(report, examples, seed);
    measureTime(report);
  },
};

interface Counted {
  copies: number;
  dropped: number;
}

function measurePrecision(report: Report, count: number, seed: number, isShown: boolean): void {
  const random = seeded(seed);
  const kinds = new Map<string, Counted>();
  const all: Counted = { copies: 0, dropped: 0 };
  const measure = ({ kind, text }: OrdinaryCopy): void => {
    const counted = kinds.get(kind) ?? { copies: 0, dropped: 0 };
    kinds.set(kind, counted);
    const family = findSecret(text);
    for (const each of [counted, all]) {
      each.copies += 1;
      if (family !== null) each.dropped += 1;
    }
    if (family !== null && isShown) report.note(`${kind}: ${family}: ${JSON.stringify(text.slice(0, 300))}`);
  };
  for (const copy of copiesOfTexts(random, count)) measure(copy);
  for (const copy of madeUpCopies(random, Math.ceil(count / 4))) measure(copy);
  report.table(
    'Ordinary copies that were taken for a secret',
    ['copies of', 'copies', 'dropped', 'in 1,000'],
    [...kinds].map(([kind, { copies, dropped }]) => [kind, copies, dropped, ((1_000 * dropped) / copies).toFixed(2)]),
  );
  report.target({
    what: `dropped of ${all.copies} ordinary copies (${all.dropped})`,
    figure: (1_000 * all.dropped) / all.copies,
    limit: 1,
    better: 'lower',
    unit: 'in 1,000',
  });
}

function measureRecall(report: Report, count: number, seed: number): void {
  const random = seeded(seed);
  const rows = familiesOfText.map((family) => {
    let found = 0;
    for (let made = 0; made < count; made += 1) if (findSecret(copiedSecret(secretExample(family, random), random)) !== null) found += 1;
    return { family, share: (100 * found) / count };
  });
  report.table(
    `Made-up secrets that were found, of ${count} each`,
    ['family', '%'],
    rows.map(({ family, share }) => [family, share.toFixed(1)]),
  );
  const worst = rows.reduce((least, row) => (row.share < least.share ? row : least));
  report.target({
    what: `families: ${rows.length}; the least found one (${worst.family})`,
    figure: worst.share,
    limit: 99,
    better: 'higher',
    unit: '%',
  });
}

function measureTime(report: Report): void {
  const line = 'const value = await read(path.join(folder, name)); // see https://example.com/a?b=c\n';
  const rows = [4 * 1024, 64 * 1024, 1024 * 1024, 4 * 1024 * 1024].map((length) => {
    const text = line.repeat(Math.ceil(length / line.length));
    const times = Array.from({ length: 20 }, () => {
      const startMs = performance.now();
      findSecret(text);
      return performance.now() - startMs;
    });
    return [`${length / 1024} KiB`, ...statisticCells(summarize(times))];
  });
  report.table('Time for a text without secrets, in ms', ['text', ...statisticColumns], rows);
}
