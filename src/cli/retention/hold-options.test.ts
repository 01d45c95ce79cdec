import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { test } from 'node:test';
import { startPeers } from '../../../test/doubles/bridge-peers.ts';
import { rememberingSurface } from '../../../test/doubles/recorded-surface.ts';
import { testJournal, textCapture } from '../../../test/doubles/temporary-journal.ts';
import { readRetention } from '../../configuration/reading/retention-documents.ts';
import { documents } from '../../contract/documents.ts';
import { holdsOf } from '../../domain/retention/holds.ts';
import { lastTimeShown, momentOf } from '../../domain/search/query-times.ts';
import { recordCapture } from '../../journal/captures/captures.ts';
import { runCommand } from '../program.ts';
import { holdEntry } from './hold-options.ts';

test('words that make no hold are refused with the option, what was given, and what it takes', () => {
  const refusals: readonly (readonly [Parameters<typeof holdEntry>, RegExp])[] = [
    [['Bad Name', { query: 'x' }], /^the name 'Bad Name' is not valid: it may have only lower-case letters/],
    [['ok', {}], /^give at least one of --copy, --from, --until, --app, --query$/],
    [['ok', { query: '', app: '' }], /^give at least one of --copy, --from, --until, --app, --query$/],
    [['ok', { copy: ['7', 'x1'] }], /^--copy 'x1' .+ "hub history" to see the IDs$/],
    [['21', { copy: ['20'], more: ['22'] }], /^give the name of the hold first, .+ --copy 20 21 22$/],
    [['ok', { query: 'x', more: ['22'] }], /^give the name of the hold first/],
    [['ok', { copy: ['7'], more: ['x1'] }], /^--copy 'x1' .+ "hub history" to see the IDs$/],
    [['ok', { from: '2026-02-30' }], /^--from '2026-02-30' .+ a real date, such as 2026-03-31$/],
    [['ok', { from: 'soon' }], /^--from 'soon' .+ 2026-03-31T18:00$/],
    [['ok', { from: '2026-03-02', until: '2026-03-01' }], /^--until must not be earlier than --from$/],
    [['ok', { from: '2026-03-02', until: '2026-02-30' }], /^--until '2026-02-30' .+ a real date, such as 2026-03-31$/],
    [['ok', { from: '999999y' }], /^--from '999999y' .+ 2026-03-31T18:00$/],
    [['ok', { until: '30000y' }], /^--until '30000y' .+ 2026-03-31T18:00$/],
    [['ok', { until: '9999-12-31T23:59:59.999-12:00' }], /^--until '9999-12-31T23:59:59\.999-12:00' .+ 2026-03-31T18:00$/],
    [['ok', { query: 'x since:2d' }], /^--query 'x since:2d' .+ --from and --until$/],
    [['ok', { query: '""' }], /^--query '""' .+ at least one word$/],
    [['ok', { query: 'kind:nonsense' }], /^--query: kind: takes .+one-time-code/],
    [['ok', { query: 'x', note: 'n'.repeat(501) }], /^--note 'n+…' .+ at most 500 characters$/],
    [['ok', { app: 'a'.repeat(201) }], /^--app 'a+…' .+ at most 200 characters$/],
  ];
  for (const [words, refusal] of refusals) assert.match(String(holdEntry(...words)), refusal);
  assert.deepEqual(holdEntry('ok', { copy: ['7', '7'], from: '2026-03-01', query: 'x', app: 'y' }), {
    ...{ id: 'ok', copies: [7], from: '2026-03-01' },
    ...{ application: 'y', query: 'x' },
  });
});

test('a hold may have a number for its name, if that comes before the copies', async (t) => {
  assert.deepEqual(holdEntry('2026', { copy: ['5'], isNameFirst: true }), { id: '2026', copies: [5] });
  const { places } = startPeers(t);
  for (const folder of [places.blobs, places.document('config')]) mkdirSync(folder, { recursive: true });
  const journal = testJournal(t, { file: places.journal, blobs: places.blobs });
  for (let n = 1; n <= 3; n += 1) recordCapture(journal, textCapture(`copy ${n}`));
  const { surface, complained } = rememberingSurface(places);
  const add = (...words: string[]) => runCommand(['retention', 'hold', 'add', ...words], surface, 'hub');
  for (const words of [
    ['--copy', '1', '2'],
    ['--copy', '1', '2', '3'],
    ['--copy=1', '2'],
    ['--note', '2', '--copy', '1', '2'],
  ]) {
    assert.equal(await add(...words), 2);
    assert.match(complained.at(-1) ?? '', /give the name of the hold first/);
  }
  const named = ['2026', '2027', '2028'] as const;
  assert.equal(await add(named[0], '--copy', '1'), 0, complained.join());
  assert.equal(await add('--note', 'n', named[1], '--copy=2'), 0, complained.join());
  assert.equal(await add(named[2], '--copy', '2', '3', '--copy', '1'), 0, complained.join());
  const holds = readRetention(places);
  assert.deepEqual(holds.ok && holds.value.holds.holds.map(({ id, copies }) => [id, copies]), [
    ['2026', [1]],
    ['2027', [2]],
    ['2028', [2, 1, 3]],
  ]);
});

test('times that are said from now are written as they are then, as `hub logs` takes them', () => {
  const nowMs = new Date(2026, 10, 29, 12, 30, 20).getTime();
  const times = (from: string, until: string) => {
    const entry = holdEntry('a', { from, until }, nowMs);
    return typeof entry === 'string' ? entry : [entry.from, entry.until];
  };
  assert.deepEqual(times('yesterday', 'yesterday'), ['2026-11-28T00:00', '2026-11-28T23:59']);
  assert.deepEqual(times('11:05', '12:00'), ['2026-11-29T11:05', '2026-11-29T12:00']);
  assert.deepEqual(times('90s', '5s'), ['2026-11-29T12:28', '2026-11-29T12:30']);
  assert.deepEqual(times('2026-11-29 09:31:25.673', '1h30m'), ['2026-11-29T09:31', '2026-11-29T11:00']);
  assert.deepEqual(times('2h', 'today'), ['2026-11-29T10:30', '2026-11-29T23:59']);
  assert.deepEqual(times('2026-11-02', '2026-11-28T10:00'), ['2026-11-02', '2026-11-28T10:00'], 'as they were given');
  assert.match(String(times('soon', 'today')), /--from 'soon' is not valid/);
});

test('where clocks are set back, a hold lasts as long as was said', (t) => {
  const zone = process.env.TZ;
  t.after(() => {
    if (zone === undefined) delete process.env.TZ;
    else process.env.TZ = zone;
  });
  process.env.TZ = 'Europe/Berlin';
  const nowMs = Date.parse('2026-10-25T02:20+01:00'); // the second time that clocks show it
  const spanOf = (given: { from?: string; until?: string }) => {
    const entry = holdEntry('case', given, nowMs);
    const parsed = documents['legal-hold'].schema.parse({ holds: [entry] });
    return holdsOf(parsed)[0]?.conditions ?? assert.fail();
  };
  for (const until of [
    ...['2026-10-25T02:30+01:00', '2026-10-25T01:30Z', '5m', '2026-10-25T02:59:30+01:00', '2026-10-25T02:30+02:00'],
    ...['02:30', '02:30:10', '2026-10-25T02:30', '2026-10-25 02:30', '2026-10-25 02:30:10.123', '2026-10-25T01:59', '2026-10-25T03:00'],
  ]) {
    const saidMs = lastTimeShown(momentOf(until, nowMs, 'before') ?? assert.fail());
    const { beforeMs } = spanOf({ until });
    assert.ok(beforeMs > saidMs && beforeMs <= saidMs + 60_000, `${until}: ${new Date(beforeMs).toISOString()}`);
  }
  for (const until of ['02:30', '2026-10-25T02:30'])
    assert.equal(spanOf({ until }).beforeMs, Date.parse('2026-10-25T02:31+01:00'), 'it may be the second time that is meant');
  const byHand = documents['legal-hold'].schema.parse({ holds: [{ id: 'case', until: '2026-10-25T02:30' }] });
  assert.equal(holdsOf(byHand)[0]?.conditions?.beforeMs, Date.parse('2026-10-25T02:31+01:00'));
  for (const from of ['2026-10-25T02:30+01:00', '02:30'])
    assert.equal(spanOf({ from }).fromMs, Date.parse('2026-10-25T02:30+02:00'), 'it may be the first time that is meant');
});
