import assert from 'node:assert/strict';
import { readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { until } from '../../../test/harness/until.ts';
import { damageMark, identityOf } from '../../journal/damage.ts';
import { openJournal } from '../../journal/journal.ts';
import { journalPlace } from '../../journal/test-journal.ts';
import { rememberingLog } from '../fake-component.ts';
import { mostRecoveries, recoverJournal } from './journal-recovery.ts';

test('a journal that is marked is put aside while those that use it are stopped, and no more than so often', async (t) => {
  const place = journalPlace(t);
  const lines: string[] = [];
  const stopped: (readonly string[])[] = [];
  const mark = (): void => {
    openJournal(place)[Symbol.dispose]();
    writeFileSync(damageMark(place.file), identityOf(place.file) ?? '');
  };
  mark();
  using _recovery = recoverJournal({
    place,
    everyMs: 20,
    log: rememberingLog((line) => void lines.push(line)),
    supervisor: {
      whileStopped: async (ids, _because, work) => {
        stopped.push(ids);
        await work();
        mark(); // the next one is damaged too
      },
    },
  });
  await until('that it is given up', () => lines.some((line) => line.includes('left as it is')), 30_000);
  assert.deepEqual(stopped, Array(mostRecoveries).fill(['save_worker', 'python_core', 'clipboard']));
  const aside = readdirSync(path.dirname(place.file)).filter((name) => /^hub\.db\.bad-.*Z$/.test(name));
  assert.equal(aside.length, mostRecoveries);
});
