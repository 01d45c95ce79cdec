import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import path from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import fc from 'fast-check';
import { anyText } from '../../test/harness/any-text.ts';
import { runs } from '../../test/harness/effort.ts';
import { temporaryHome } from '../../test/harness/temporary-home.ts';
import { errorCode, errorOrigin, type Log, type LogLevel, openLog, type Vetted, vetted } from './log.ts';

function rig(t: TestContext, level: LogLevel = 'DEBUG'): { log: Log; files: readonly string[]; lines: () => Record<string, unknown>[] } {
  const folder = temporaryHome(t);
  const files = [path.join(folder, 'own.log'), path.join(folder, 'hub.log')];
  const log = openLog({ component: 'clipboard', files, level });
  t.after(() => log[Symbol.dispose]());
  const lines = () =>
    fs
      .readFileSync(files[0] ?? '', 'utf8')
      .split('\n')
      .slice(0, -1);
  return { log, files, lines: () => lines().map((line) => JSON.parse(line)) };
}

describe('a log line', () => {
  test('is one line of JSON with its time, level, component and process, in both files', (t) => {
    const { log, files, lines } = rig(t);
    log.info('copied', { bytes: 12, initial: false, because: null, nothing: undefined });
    const [{ time, ...line } = {}] = lines();
    assert.ok(Math.abs(Date.parse(String(time)) - Date.now()) < 60_000);
    assert.deepEqual(line, {
      level: 'INFO',
      component: 'clipboard',
      pid: process.pid,
      event: 'copied',
      bytes: 12,
      initial: false,
      because: null,
    });
    assert.deepEqual(fs.readFileSync(files[0] ?? ''), fs.readFileSync(files[1] ?? ''));
    assert.equal(fs.statSync(files[0] ?? '').mode & 0o777, 0o600);
  });

  test('carries its level as one of five upper-case words', (t) => {
    const { log, lines } = rig(t);
    for (const write of [log.debug, log.info, log.warn, log.error, log.critical]) write('it happened');
    assert.deepEqual(
      lines().map((line) => line.level),
      ['DEBUG', 'INFO', 'WARN', 'ERROR', 'CRITICAL'],
    );
  });

  test('is dropped below the level, which can change', (t) => {
    const { log, lines } = rig(t, 'WARN');
    log.info('one');
    log.warn('two');
    log.setLevel('CRITICAL');
    log.error('three');
    log.setLevel('DEBUG');
    log.debug('four');
    assert.deepEqual(
      lines().map((line) => line.event),
      ['two', 'four'],
    );
  });
});

describe('a log', () => {
  test('on a full disk harms nothing', (t) => {
    if (!fs.existsSync('/dev/full')) return t.skip('no /dev/full here');
    const log = openLog({ component: 'clipboard', files: ['/dev/full'], level: 'INFO' });
    for (let n = 0; n < runs(10_000); n++) log.error('the disk is full', { n });
    log[Symbol.dispose]();
  });

  test('accepts lines after its end without throwing', (t) => {
    const { log, lines } = rig(t);
    log.info('before');
    log[Symbol.dispose]();
    log.info('after');
    assert.deepEqual(
      lines().map((line) => line.event),
      ['before'],
    );
  });
});

test('possible content does not compile as a field', (t) => {
  const { log, lines } = rig(t);
  const title: string = 'a window title';
  const titleOrNull = title as string | null;
  const pattern = `page-${title}` as const;
  const upper = title.toUpperCase() as Uppercase<string>;
  const anything = JSON.parse('"content"');
  const reason = 'disk_full' as 'disk_full' | 'busy' | null;
  const name: Vetted | null = vetted('hub.json');
  // @ts-expect-error a string
  log.info('wrong', { title });
  // @ts-expect-error a string or null
  log.info('wrong', { titleOrNull });
  // @ts-expect-error a pattern that strings fit
  log.info('wrong', { pattern });
  // @ts-expect-error a pattern of another kind
  log.info('wrong', { upper });
  // @ts-expect-error any
  log.info('wrong', { anything });
  // @ts-expect-error an object, which may hold anything
  log.info('wrong', { object: { title: 'x' } });
  // @ts-expect-error a list
  log.info('wrong', { list: ['x'] });
  // @ts-expect-error an error, whose message may quote anything
  log.info('wrong', { error: new Error('x') });
  // @ts-expect-error an event that is not written in the source
  log.info(title);
  // @ts-expect-error a name that each line has already
  log.info('wrong', { pid: 1 });
  const before = lines().length;
  log.info('right', { word: 'literal', reason, name, count: 1, isTrue: true, missing: undefined, condition: before > 3 ? 'many' : 'few' });
  assert.deepEqual(Object.keys(lines().at(-1) ?? {}).slice(4), ['word', 'reason', 'name', 'count', 'isTrue', 'condition', 'event']);
});

test('a line about a fragment does not compile without the capture, by which a copy is followed', (t) => {
  const { log, lines } = rig(t);
  // @ts-expect-error no capture
  log.info('wrong', { fragmentId: 82, bytes: 3 });
  log.info('right', { captureId: 73, fragmentId: 82 });
  log.info('right', { captureId: null, fragmentId: 82 });
  assert.deepEqual(
    lines().map(({ captureId }) => captureId),
    [undefined, 73, null],
  );
});

test('a vetted word has only characters that do not make a sentence, and at most 80 of them', () => {
  for (const word of ['hub.json', 'weekly_days[3]', 'save.min_text_chars', 'a'.repeat(80)]) assert.equal(vetted(word), word);
  for (const word of ['', 'two words', 'a/b', 'a\nb', 'a@b', 'é', '‮', '<b>', 'a'.repeat(81)]) assert.equal(vetted(word), null);
  fc.assert(fc.property(anyText(), (text) => vetted(text) === null || !/[^!-~]/.test(text)));
});

test('only the code of an error and its place in the source are logged', (t) => {
  const missing = path.join(temporaryHome(t), 'missing', 'a.log');
  assert.throws(
    () => openLog({ component: 'clipboard', files: [missing], level: 'INFO' }),
    (error) => /^sync-or-async-calls\.ts-\d+$/.test(errorOrigin(error)) && errorCode(error) === 'ENOENT',
  );
  const quoting = new Error('/home/secret.ts:1:1\n    at /home/secret.ts:2:2\n    at CANARY');
  assert.equal(errorOrigin(quoting), 'unknown');
  // In a package, the first frame is that of an npm package.
  const packed = Object.assign(new Error('CANARY'), {
    stack:
      'Error: CANARY\n    at f (/usr/lib/hub/node_modules/ws/lib/sender.js:7:1)\n    at file:///usr/lib/hub/src/processes/core/main.js:12:34',
  });
  assert.equal(errorOrigin(packed), 'main.js-12');
  assert.equal(errorCode(quoting), 'unknown');
  assert.equal(errorCode(Object.assign(new Error('x'), { code: 'ENOSPC' })), 'ENOSPC');
  assert.equal(errorCode(Object.assign(new Error('x'), { code: 'E secret' })), 'unknown');
  assert.equal(errorCode('CANARY'), 'unknown');
  assert.equal(errorCode(Object.assign(new Error('x'), { code: 'ERR_FS_EISDIR', errno: 21 })), 'ERR_FS_EISDIR');
  assert.equal(errorCode(Object.assign(new Error('x'), { code: 'Unknown system error -122', errno: -122 })), 'EDQUOT');
  assert.equal(errorOrigin('CANARY'), 'unknown');
});
