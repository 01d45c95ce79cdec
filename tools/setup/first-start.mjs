/**
 * Starts Hub once, in a temporary home, where it saves a text and stops. This shows whether Hub runs on this machine, and puts every source, without
 * its types, into Node's compile cache, including those of the judge thread. Otherwise each process would load the TypeScript parser (12 MB) on its
 * first start.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { SetupError } from './failure.mjs';
import { packagesDigest } from './packages.mjs';
import { compileCache, pinnedNode, root, runtime, say } from './places.mjs';

const startWithinMs = 60_000;
/** Holds `packagesDigest()` of the packages with which Hub was started. */
const stamp = path.join(runtime, 'started-once');

export function hasStartedOnce() {
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === packagesDigest();
}

/** @throws SetupError with Hub's output, if Hub does not run here. */
export function startOnce() {
  if (hasStartedOnce()) return;
  say('starting Hub once, to check that it runs here');
  const home = mkdtempSync(path.join(tmpdir(), 'hub-setup-'));
  const { DISPLAY: _x11, WAYLAND_DISPLAY: _wayland, XDG_RUNTIME_DIR: _run, ...rest } = process.env;
  const env = {
    NODE_COMPILE_CACHE: compileCache,
    ...rest,
    HUB_HOME: path.join(home, 'home'),
    HUB_WORKSPACE: path.join(home, 'WorkSpace'),
    HUB_BRIDGE_PORT: '0',
    HUB_WEB_PORT: '0',
  };
  const input = 'A text to try it with.\n';
  /** @param {string} word */
  const hub = (word) => spawnSync(pinnedNode, ['bin/hub.ts', word], { cwd: root, env, encoding: 'utf8', timeout: startWithinMs, input });
  // With a listener, Ctrl-C does not end this process halfway: it ends the command that we wait for, and we can still stop Hub.
  const goOn = () => {};
  process.on('SIGINT', goOn);
  try {
    for (const word of ['start', 'status', 'save']) {
      const result = hub(word);
      if (result.signal === 'SIGINT') throw new SetupError('stopped; run the same command again to continue');
      if (result.status !== 0) throw new SetupError(`Hub does not run here; "hub ${word}" failed:\n${result.stdout}${result.stderr}`);
    }
  } finally {
    hub('stop');
    process.off('SIGINT', goOn);
    rmSync(home, { recursive: true, force: true, maxRetries: 5 });
  }
  writeFileSync(stamp, packagesDigest());
}
