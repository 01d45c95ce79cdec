import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { test } from 'node:test';
import { assertStillGood, startHttpRig } from '../../test/harness/http-rig.ts';
import { openPeerUser } from '../platform/peer-user/index.ts';

const asNobody = ['--reuid=65534', '--clear-groups', process.execPath, '-e'];
const cannotSwitch = process.platform !== 'linux' || process.getuid?.() !== 0 || spawnSync('setpriv', [...asNobody, '']).status !== 0;

test('another user of this machine gets 403', { skip: cannotSwitch && 'needs root, to start a process as nobody' }, async () => {
  await using own = await startHttpRig({ peerUser: openPeerUser() });
  const script = `fetch('http://127.0.0.1:${own.port}/source').then((answer) => process.exit(answer.status === 403 ? 43 : 1))`;
  const [code] = await once(spawn('setpriv', [...asNobody, script], { stdio: 'ignore' }), 'exit');
  assert.equal(code, 43);
  assert.equal(own.handled(), 0);
  await assertStillGood(own.port);
});
