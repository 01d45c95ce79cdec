import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { temporaryHome } from '../../test/harness/temporary-home.ts';
import { pinnedNode, root } from '../setup/places.mjs';

const here = import.meta.dirname;
const scripts = readdirSync(here).filter((name) => !name.startsWith('run-hub'));

test('a script runs on a Node that knows no types, as its user may have, and gives the words to the command', (t) => {
  const env = { ...process.env, HUB_HOME: path.join(temporaryHome(t), 'home'), DISPLAY: '' };
  assert.equal(scripts.length, 6);
  for (const script of scripts) {
    const ran = spawnSync(process.execPath, ['--no-experimental-strip-types', path.join(here, script), '--help'], {
      env,
      encoding: 'utf8',
    });
    assert.deepEqual([ran.status, ran.stderr], [0, ''], script);
    assert.match(ran.stdout, /^Usage: hub /m, script);
  }
  const restarted = spawnSync(process.execPath, [path.join(here, 'restart-components.mjs')], { env, encoding: 'utf8' });
  assert.deepEqual([restarted.status, restarted.stdout], [3, '']);
});

test('if Hub does not say in time which components run, and answers afterwards, the status says that nothing was restarted', (t) => {
  const checkout = temporaryHome(t);
  for (const folder of ['tools/diagnostics', 'tools/setup'])
    cpSync(path.join(root, folder), path.join(checkout, folder), { recursive: true });
  const node = path.join(checkout, path.relative(root, pinnedNode));
  for (const folder of [path.dirname(node), path.join(checkout, 'bin')]) mkdirSync(folder, { recursive: true });
  symlinkSync(process.execPath, node);
  writeFileSync(
    path.join(checkout, 'bin', 'hub.ts'),
    "if (process.argv[3] === '--json') process.exitCode = 1; else console.log('Hub runs.');",
  );
  const script = path.join(checkout, 'tools', 'diagnostics', 'restart-components.mjs');
  const ran = spawnSync(process.execPath, [script], { encoding: 'utf8' });
  assert.deepEqual([ran.status, ran.stdout], [1, 'Hub runs.\n']);
  assert.match(ran.stderr, /^hub: nothing was restarted/);
});
