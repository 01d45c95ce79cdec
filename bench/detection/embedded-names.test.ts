import assert from 'node:assert/strict';
import { test } from 'node:test';
import { measureEmbeddedNames } from './embedded-names.ts';

test('names at the start of texts are found, and hardly any name is found where there is none', () => {
  const report = measureEmbeddedNames();
  const wrong = JSON.stringify(report.wrong.slice(0, 20));
  assert.ok(report.cases >= 1_200 && report.real.cases + report.heldOut.cases >= 150);
  assert.ok(report.cases - report.positives >= report.positives, 'at least as many openings without a name');
  assert.ok(report.precision >= 0.98 && report.recall >= 0.9, wrong);
  assert.ok(report.real.precision >= 0.98 && report.real.recall >= 0.9, wrong);
  assert.equal(new Set(report.wrong.map(({ id }) => id)).size, report.wrong.length);
});
