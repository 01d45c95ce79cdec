import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { closeSync, existsSync, mkdirSync, openSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { testJournal } from '../../test/doubles/temporary-journal.ts';
import { runOrder, wholeRun } from '../../test/harness/retention/retention-run.ts';
import { temporaryHome } from '../../test/harness/temporary-home.ts';
import { digestKeyFile } from '../journal/retention/digest-key.ts';
import { locatePlaces } from '../platform/locations.ts';
import { readSurroundings } from '../platform/surroundings.ts';

const program = path.join(import.meta.dirname, '../../bin/hub.ts');
const skip = !existsSync('/dev/full') && 'takes a device that is full';

test('output that does not fit on the disk is a failure, and a reader that has enough is none', { skip }, (t) => {
  const env = { ...process.env, HUB_HOME: temporaryHome(t), LC_ALL: 'C.UTF-8' };
  const full = openSync('/dev/full', 'w');
  t.after(() => closeSync(full));
  const { status, stderr } = spawnSync(process.execPath, [program, 'config', 'list'], {
    env,
    stdio: ['ignore', full, 'pipe'],
    encoding: 'utf8',
  });
  assert.equal(status, 1);
  assert.match(stderr, /^hub: the output could not be written: [^\n]*full[^\n]*\n$/);
  const piped = `"${process.execPath}" "${program}" config schema hub | head -c 1; exit "\${PIPESTATUS[0]}"`;
  const read = spawnSync('bash', ['-c', piped], { env, encoding: 'utf8' });
  assert.deepEqual([read.status, read.stdout, read.stderr], [0, '{', '']);
});

test('a verdict keeps its status when nobody reads it to its end', { skip }, (t) => {
  const env = { ...process.env, HUB_HOME: temporaryHome(t), LC_ALL: 'C.UTF-8', HUB_BRIDGE_PORT: '5990', HUB_WEB_PORT: '5990' };
  const places = locatePlaces(readSurroundings(env));
  for (const folder of [places.blobs, path.dirname(places.document('config/hub.json'))]) mkdirSync(folder, { recursive: true });
  const journal = testJournal(t, { file: places.journal, blobs: places.blobs });
  wholeRun(journal, runOrder(places.retention, Date.now(), { policy: { rules: [{ id: 'few', max_count: 1 }] } }));
  rmSync(path.join(places.retention, digestKeyFile));
  writeFileSync(places.document('config/cache.json'), '{');
  const statusOf = (words: string) => {
    // The reader has ended before anything is written.
    const piped = `{ sleep 0.2; exec "${process.execPath}" "${program}" ${words}; } | true; exit "\${PIPESTATUS[0]}"`;
    const { status, stderr } = spawnSync('bash', ['-c', piped], { env, encoding: 'utf8' });
    return [status, stderr];
  };
  assert.deepEqual(statusOf('retention verify'), [4, '']);
  assert.deepEqual(statusOf('doctor bridge-port web-port clock room'), [1, '']);
  assert.deepEqual(statusOf('config validate'), [1, '']);
  assert.deepEqual(statusOf('config list'), [0, '']);
});
