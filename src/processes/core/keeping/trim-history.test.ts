import assert from 'node:assert/strict';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { fakeComponent } from '../../../../test/doubles/fake-component.ts';
import { directWriter, testJournal, textCapture } from '../../../../test/doubles/temporary-journal.ts';
import { temporaryHome } from '../../../../test/harness/temporary-home.ts';
import { until } from '../../../../test/harness/until.ts';
import type { Log } from '../../../base/log.ts';
import { openBelievedTime } from '../../../configuration/believed-time.ts';
import { hubDocument } from '../../../contract/documents/hub.ts';
import { recordCapture } from '../../../journal/captures/captures.ts';
import { locatePlaces } from '../../../platform/locations.ts';
import { readSurroundings } from '../../../platform/surroundings.ts';
import { startTrimming, trimLimits } from './trim-history.ts';

const timeOf = (log: Log, clockFile: string, nowMs = Date.now) => openBelievedTime({ clockFile, log, nowMs });

test('the shorter one of two ages applies, and nothing does by default', () => {
  const { history } = hubDocument.parse({ history: { max_age_days: 10, kinds: { image: { max_age_days: 1 } } } });
  const day = 86_400_000;
  assert.deepEqual(trimLimits(history, 100 * day).keptSinceMs, { text: 90 * day, image: 99 * day, document: 90 * day, files: 90 * day });
  const usual = trimLimits(hubDocument.parse({}).history, 100 * day);
  assert.deepEqual(usual, { maxCount: null, maxBytes: null, keptSinceMs: { text: null, image: null, document: null, files: null } });
});

test('a limit that is corrected within a minute removes nothing', (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  let limits = hubDocument.parse({ history: { max_count: 1 } }).history;
  const written: string[] = [];
  const writer = {
    write: (name: string) => {
      written.push(name);
      return { id: 1, result: new Promise(() => {}) };
    },
  };
  const component = fakeComponent('python_core', locatePlaces(readSurroundings({ HUB_HOME: temporaryHome(t) })));
  const clockFile = path.join(temporaryHome(t), 'clock.json');
  using trimming = startTrimming({
    writer: writer as never,
    log: component.log,
    limits: () => limits,
    time: timeOf(component.log, clockFile),
  });
  t.mock.timers.tick(59_000);
  trimming.look();
  t.mock.timers.tick(59_000);
  limits = hubDocument.parse({}).history;
  trimming.look();
  t.mock.timers.tick(61_000);
  assert.deepEqual(written, []);
});

test('a limit applies once it is set, and one line says how many copies it removed', async (t) => {
  const journal = testJournal(t);
  for (let n = 0; n < 300; n += 1) recordCapture(journal, textCapture(`canary ${n}`, { copiedAtMs: 1_000 + n }));
  journal.statement("UPDATE fragments SET state = 'kept'").run();
  const component = fakeComponent('python_core', locatePlaces(readSurroundings({ HUB_HOME: temporaryHome(t) })));
  let limits = hubDocument.parse({}).history;
  const clockFile = path.join(temporaryHome(t), 'clock.json');
  using trimming = startTrimming({
    writer: directWriter(journal),
    log: component.log,
    limits: () => limits,
    time: timeOf(component.log, clockFile),
    firstAfterMs: 1,
  });
  limits = hubDocument.parse({ history: { max_count: 5 } }).history;
  trimming.look();
  await until('the line', () => component.logged.length > 0);
  assert.equal(journal.statement('SELECT count(*) AS n FROM fragments').get()?.n, 5);
  assert.equal(component.logged.length, 1);
  assert.match(component.logged[0] ?? '', /history trimmed/);
  assert.ok(!component.logged.join('').includes('canary'));
});

test('a clock that jumps ahead by years makes nothing old, until it has been right for a day; other limits still apply', async (t) => {
  const journal = testJournal(t);
  const may = Date.UTC(2026, 4, 1);
  const add = (copies: number): void => {
    for (let n = 0; n < copies; n += 1) recordCapture(journal, textCapture(`copy ${n} of ${copies}`, { copiedAtMs: may }));
    journal.statement("UPDATE fragments SET state = 'kept'").run();
  };
  const left = (): unknown => journal.statement('SELECT count(*) AS n FROM fragments').get()?.n;
  const component = fakeComponent('python_core', locatePlaces(readSurroundings({ HUB_HOME: temporaryHome(t) })));
  const { history } = hubDocument.parse({ history: { max_age_days: 30, max_count: 9 } });
  const clockFile = path.join(temporaryHome(t), 'clock.json');
  let nowMs = may;
  using trimming = startTrimming({
    ...{ writer: directWriter(journal), log: component.log, limits: () => history, time: timeOf(component.log, clockFile, () => nowMs) },
    ...{ firstAfterMs: 1, everyMs: 5 },
  });
  assert.ok(trimming);
  await until('the record', () => existsSync(clockFile));
  nowMs = Date.UTC(2099, 0, 1);
  add(20);
  await until('the limit of the count', () => left() === 9);
  await until('a line about the clock', () => component.logged.some((line) => line.includes('clock not believed')));
  assert.equal(left(), 9);
  writeFileSync(clockFile, JSON.stringify({ ...JSON.parse(readFileSync(clockFile, 'utf8')), aheadMs: 86_400_000 }));
  await until('the limit of the age', () => left() === 0 || left() === 1);
});
