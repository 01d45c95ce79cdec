import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rememberingSurface } from '../../../test/doubles/recorded-surface.ts';
import { addLines, type TestLine } from '../../../test/harness/log-files.ts';
import { temporaryHome } from '../../../test/harness/temporary-home.ts';
import { until } from '../../../test/harness/until.ts';
import { locatePlaces } from '../../platform/locations.ts';
import { readSurroundings } from '../../platform/surroundings.ts';
import { logs } from './logs.ts';
import { wantedLines } from './wanted-lines.ts';

test('a line of the shared file that comes while hub logs --follow begins is printed once', async (t) => {
  const places = locatePlaces(readSurroundings({ HUB_HOME: temporaryHome(t) }));
  const line = (n: number): TestLine => ({ atMs: Date.UTC(2026, 2, 1) + n, event: `event ${n}` });
  addLines(places.logs, 'hub.log', [line(1)]);
  const { surface, printed } = rememberingSurface(places);
  let asked = 0;
  const busy = {
    ...places,
    /** The files are open when the folder is asked for again, to read what is there already. */
    get logs() {
      asked += 1;
      if (asked === 3) addLines(places.logs, 'hub.log', [line(2)]);
      return places.logs;
    },
  };
  const stop = new AbortController();
  const ended = logs({ ...surface, places: busy, interrupted: () => stop.signal }, { follow: true });
  const countOf = (event: string): number => printed.join('\n').split(event).length - 1;
  assert.equal(countOf('event 2'), 1, 'it was read with what is there already');
  for (const n of [3, 4]) {
    addLines(places.logs, 'hub.log', [line(n)]);
    await until(`event ${n}`, () => countOf(`event ${n}`) > 0);
  }
  stop.abort();
  assert.equal(await ended, 0);
  assert.deepEqual(
    [1, 2, 3, 4].map((n) => countOf(`event ${n}`)),
    [1, 1, 1, 1],
  );
});

test('--since takes seconds too', () => {
  const wanted = wantedLines({ since: '30s' }, 1_772_355_907_000);
  assert.deepEqual(wanted.ok && wanted.value.sinceMs, 1_772_355_877_000);
});

test('one --level is the least important one; several are those alone', () => {
  const level = (...words: readonly string[]) => {
    const wanted = wantedLines({ level: words }, 0);
    return wanted.ok ? wanted.value.level : null;
  };
  assert.deepEqual([level('warning'), level('info', 'error'), level('info', 'loud'), level('')], ['WARN', ['INFO', 'ERROR'], null, null]);
});
