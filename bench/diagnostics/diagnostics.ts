/** What helps when something is wrong: the page of the logs. Each part is measured by a function of its own. */
import type { Bench } from '../bench.ts';
import type { Report } from '../measuring/report.ts';
import { measureViewer } from './viewer.ts';

type Measure = (report: Report, parts: AsyncDisposableStack, options: Readonly<Record<string, number>>) => Promise<void>;

/** By the word for `--only`. */
const measures: Readonly<Record<string, Measure>> = {
  viewer: (report, parts, { lines = 0 }) => measureViewer(report, parts, lines),
};

export const diagnostics: Bench = {
  about:
    'the page of the logs: a million lines made, opened and filtered in Chromium; --only viewer for one part, --lines 100000 for fewer',
  options: { lines: 1_000_000 },
  run: async (report, parts, options) => {
    const only = process.argv.indexOf('--only');
    const wanted = only === -1 ? Object.keys(measures) : [process.argv[only + 1] ?? ''];
    for (const name of wanted) {
      const measure = measures[name];
      if (measure === undefined) report.note(`There is no part ${name}; there are: ${Object.keys(measures).join(', ')}.`);
      else await measure(report, parts, options);
    }
  },
};
