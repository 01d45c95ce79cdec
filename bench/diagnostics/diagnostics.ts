/** What helps when something is wrong, and what proves what was deleted: the page of the logs, support bundles, and retention. Each part is measured by a function of its own. */
import type { Bench } from '../bench.ts';
import type { Report } from '../measuring/report.ts';
import { bundle } from './bundle.ts';
import { measureRetentionRun } from './retention-run.ts';
import { measureTampering } from './tampering.ts';
import { measureViewer } from './viewer.ts';

type Measure = (report: Report, parts: AsyncDisposableStack, options: Readonly<Record<string, number>>) => Promise<void>;

/** By the word for `--only`. */
const measures: Readonly<Record<string, Measure>> = {
  viewer: (report, parts, { lines = 0 }) => measureViewer(report, parts, lines),
  bundle: (report, parts, options) => bundle.run(report, parts, options, {}),
  tampering: async (report, parts, { changes }) => measureTampering(report, parts, { changes }),
  retention: (report, parts, { copies }) => measureRetentionRun(report, parts, { copies }),
};

export const diagnostics: Bench = {
  about:
    'the page of the logs: a million lines made, opened and filtered in Chromium; support bundles and canaries in them; changed records of retention; a run of retention; --only viewer|bundle|tampering|retention, --lines N, --changes N, --copies N',
  options: { lines: 1_000_000, changes: 1_000, copies: 100_000 },
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
