import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Report } from './report.ts';

test('a target of which there is no figure is neither reached nor missed', () => {
  const lines: string[] = [];
  const report = new Report('example', (line) => lines.push(line));
  const target = { limit: 150, better: 'lower', unit: 'ms' } as const;
  report.target({ ...target, what: 'paste', figure: 60.123 });
  report.target({ ...target, what: 'call', figure: 151 });
  report.target({ ...target, what: 'search', figure: Number.NaN });
  report.end();
  assert.deepEqual(lines.slice(-3), [
    'reached  paste: 60.12 ms (target ≤ 150 ms)',
    'MISSED   call: 151 ms (target ≤ 150 ms)',
    'not measured  search',
  ]);
  const { targets } = JSON.parse(JSON.stringify(report));
  assert.deepEqual(
    targets.map(({ reached }: { reached: boolean | null }) => reached),
    [true, false, null],
  );
});
