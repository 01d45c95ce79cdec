/** A port that another program has is one fault for the doctor, whichever checks are asked for, and no script ends as if all were well. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import net, { type AddressInfo } from 'node:net';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { startHubDesk } from '../../harness/desktop/hub-desk.ts';
import { withoutXvfb } from '../../harness/desktop/x-display.ts';
import type { TestHub } from '../../harness/hub.ts';

const scripts = path.join(import.meta.dirname, '../../../tools/diagnostics');
/** Those that have to do with a server of Hub. */
const ofServers = new Set(['hub', 'components', 'pipes', 'versions', 'bridge-port', 'web-port', 'extension', 'bridge']);

async function takenPort(t: TestContext): Promise<string> {
  const server = net.createServer().listen(0, '127.0.0.1');
  t.after(() => server.close());
  await once(server, 'listening');
  return String((server.address() as AddressInfo).port);
}

async function failing(hub: TestHub, ...ids: readonly string[]): Promise<readonly string[]> {
  const { status, stdout } = await hub.command(['doctor', ...ids, '--json']);
  const { checks } = JSON.parse(stdout) as {
    readonly checks: readonly { readonly id: string; readonly findings: readonly { readonly verdict: string }[] }[];
  };
  const wrong = checks.filter(({ findings }) => findings.some(({ verdict }) => verdict === 'failure')).map(({ id }) => id);
  assert.equal(status, wrong.length === 0 ? 0 : 1);
  return wrong.filter((id) => ofServers.has(id));
}

const statusOf = (hub: TestHub, script: string): number | null =>
  spawnSync(process.execPath, [path.join(scripts, `${script}.mjs`)], { env: hub.env, timeout: 120_000 }).status;

for (const [variable, port] of [
  ['HUB_BRIDGE_PORT', 'bridge-port'],
  ['HUB_WEB_PORT', 'web-port'],
] as const)
  test(`with ${variable} taken the bridge is not well, and the whole doctor names one fault`, { skip: withoutXvfb() }, async (t) => {
    // With a display, because a monitor without one is wrong too.
    await using desk = await startHubDesk({ env: { [variable]: await takenPort(t) } });
    const { hub } = desk;
    assert.deepEqual(await failing(hub), [port]);
    assert.deepEqual(await failing(hub, 'bridge'), ['bridge']);
    assert.deepEqual(await failing(hub, 'components', port, 'bridge'), [port]);
    assert.deepEqual([statusOf(hub, 'bridge-test'), statusOf(hub, 'component-test')], [1, 1]);
  });
