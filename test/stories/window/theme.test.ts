/** The theme of the system changes while Hub runs: the page and the tray icon follow. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { Desktop, withoutDesktop } from '../../harness/desktop/desktop.ts';
import { Portal } from '../../harness/desktop/portal.ts';
import { missingPrograms } from '../../harness/desktop/session-bus.ts';
import { TrayHost } from '../../harness/desktop/tray-host.ts';
import { WindowRig } from '../../harness/desktop/window-rig.ts';
import { until } from '../../harness/until.ts';

const run = promisify(execFile);

/** The portal's values for the themes. */
const scheme = { dark: 1, light: 2 } as const;

/** The brightness, from 0 to 1, of most of the visible window. */
async function brightness({ desktop, window }: WindowRig): Promise<number> {
  const { stdout } = await run('import', ['-window', String(window), '-colorspace', 'Gray', '-resize', '1x1!', '-depth', '8', 'gray:-'], {
    env: desktop.env,
    encoding: 'buffer',
    timeout: 10_000,
  });
  return (stdout[0] ?? 0) / 255;
}

test('the page and the tray icon follow the theme of the system in both directions while Hub runs', {
  skip: withoutDesktop() || missingPrograms('import'),
}, async () => {
  const desktop = await Desktop.start();
  await using portal = await Portal.start(desktop.env, { 'color-scheme': scheme.light });
  await using host = await TrayHost.start(desktop.env);
  await using rig = new WindowRig(desktop, { ...desktop.place, HUB_DEBUG: 'true' });
  await rig.start();
  await rig.settled();
  const icon = async (): Promise<string> =>
    JSON.stringify((await host.properties()).get('IconPixmap'), (_, value) => (typeof value === 'bigint' ? String(value) : value));
  await host.item();
  const lightIcon = await icon();
  assert.ok((await brightness(rig)) > 0.8);
  portal.change('color-scheme', scheme.dark);
  await until('dark page', async () => (await brightness(rig)) < 0.3);
  await until('another icon', async () => (await icon()) !== lightIcon);
  portal.change('color-scheme', scheme.light);
  await until('light page', async () => (await brightness(rig)) > 0.8);
  await until('icon as before', async () => (await icon()) === lightIcon);
});
