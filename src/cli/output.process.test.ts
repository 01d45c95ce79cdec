import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { closeSync, existsSync, openSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { temporaryHome } from '../../test/harness/temporary-home.ts';

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
