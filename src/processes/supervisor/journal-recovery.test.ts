import assert from 'node:assert/strict';
import { readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { rememberingLog } from '../../../test/doubles/fake-component.ts';
import { journalPlace } from '../../../test/doubles/temporary-journal.ts';
import { until } from '../../../test/harness/until.ts';
import { damageMark } from '../../journal/damage/damage.ts';
import { openJournal } from '../../journal/journal.ts';
import { fileIdentity } from '../../journal/journal-identity.ts';
import { mostRecoveries, recoverJournal } from './journal-recovery.ts';

test('a journal that is marked is put aside while the components that use it are stopped, a limited number of times', async (t) => {
  const place = journalPlace(t);
  const lines: string[] = [];
  const stopped: (readonly string[])[] = [];
  const mark = (): void => {
    openJournal(place)[Symbol.dispose]();
    writeFileSync(damageMark(place.file), fileIdentity(place.file) ?? '');
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
