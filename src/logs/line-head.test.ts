import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { leastCpuMs, runs } from '../../test/harness/effort.ts';
import { logText } from '../../test/harness/log-files.ts';
import { seenLine } from './line-head.ts';
import { parseLogLine } from './log-line.ts';

const atMs = Date.UTC(2026, 2, 1, 9, 5, 7, 42);

/** The line with these blanks before and after its commas and colons; no text in it has one. */
function spaced(line: string, blanks: string): string {
  return line
    .replaceAll(/(?<=["\d\w{])([,:])(?=["\d])/g, `${blanks}$1${blanks}`)
    .replaceAll(/(\d\d)\s*:\s*(\d\d)\s*:\s*(\d\d)/g, '$1:$2:$3');
}

function headIn(text: string): unknown {
  const bytes = Buffer.from(`before\n${text}\n"level":`);
  const head = seenLine(bytes, 7, 7 + Buffer.byteLength(text))?.head;
  return head === undefined ? null : { atMs: head.atMs, level: head.level, component: head.component };
}

test('the head of a line is what parsing all of it says, with blanks between and without, and whatever is cut off or changed', () => {
  const lines = fc.record({
    blanks: fc.constantFrom('', ' ', '\t', '   '),
    component: fc.constantFrom('clipboard', 'my_tool', 'two words', 'ünï', '', 'x'.repeat(60)),
    level: fc.constantFrom('INFO', 'CRITICAL', 'LOUD'),
    end: fc.oneof(fc.constant(1_000), fc.nat(150)),
    change: fc.option(fc.tuple(fc.nat(150), fc.constantFrom('"', ' ', ',', '}', 'x')), { nil: null }),
  });
  fc.assert(
    fc.property(lines, ({ blanks, component, level, end, change }) => {
      const whole = spaced(logText({ atMs, component, level, event: 'copied', fields: { bytes: 12 } }), blanks).slice(0, end);
      const text = change === null ? whole : whole.slice(0, change[0]) + change[1] + whole.slice(change[0] + 1);
      const parsed = parseLogLine(text);
      assert.deepEqual(headIn(text), parsed && { atMs: parsed.atMs, level: parsed.level, component: parsed.component });
    }),
    { numRuns: runs(3_000) },
  );
});

test('a line with blanks after its colons, as other writers have them, is not parsed either, and costs about as much as one without', () => {
  const line = logText({ atMs, event: 'judged', fields: { captureId: 259, fragmentId: 559, verdict: 'save', because: null, ms: 3.693 } });
  const costOf = (text: string): number => {
    const bytes = Buffer.from(text);
    assert.equal(seenLine(bytes, 0, bytes.length)?.parsed, null);
    return leastCpuMs(() => {
      for (let n = 0; n < 30_000; n++) seenLine(bytes, 0, bytes.length);
    });
  };
  const [compact, other] = [costOf(line), costOf(spaced(line, ' '))];
  assert.ok(other < 4 * Math.max(compact, 5), `${other} ms, and ${compact} ms`);
});

test('twice the blanks take about twice the time', () => {
  const costOf = (blanks: number): number => {
    const bytes = Buffer.from(`{${' '.repeat(blanks)}"level":${' '.repeat(blanks)}"INFO"}`);
    return leastCpuMs(() => {
      for (let n = 0; n < 200; n++) seenLine(bytes, 0, bytes.length);
    });
  };
  assert.ok(costOf(16_000) < 8 * Math.max(costOf(4_000), 5));
});
