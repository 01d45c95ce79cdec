/** The folder dialog of zenity, used by keyboard. */
import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { after, before, suite, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { noDetails } from '../../src/base/log.ts';
import type { FolderChooser } from '../../src/platform/folder-chooser/index.ts';
import { folderChooser } from '../../src/platform/folder-chooser/index.ts';
import { Desktop, withoutDesktop } from '../harness/desktop/desktop.ts';
import { missingPrograms } from '../harness/desktop/session-bus.ts';
import { temporaryHome } from '../harness/temporary-home.ts';
import { until } from '../harness/until.ts';

const title = 'Choose a folder';

suite('zenity', { skip: withoutDesktop() || missingPrograms('zenity') }, () => {
  let desktop: Desktop;
  let chooser: FolderChooser;
  before(async () => {
    desktop = await Desktop.start();
    const env = { ...desktop.env, XDG_CURRENT_DESKTOP: undefined };
    chooser = folderChooser({ platform: 'linux', env, log: noDetails });
  });
  after(() => desktop?.[Symbol.asyncDispose]());

  const opened = async (): Promise<number> => {
    const window = await until('the dialog', async () => (await desktop.windows(title))[0]);
    await until('focus in the dialog', async () => (await desktop.active()) === window);
    return window;
  };
  const gone = () => until('no dialog', async () => (await desktop.windows(title)).length === 0);

  test('gives the folder that the user chooses, with all signs of its name', async (t) => {
    const folder = path.join(temporaryHome(t), 'a b%20"c" é ');
    mkdirSync(folder);
    assert.equal(await chooser.isAvailable(), true);
    // On a busy machine the dialog loses keys while it builds its list; then it is opened again.
    for (let attempt = 0; attempt < 4; attempt += 1) {
      const stop = new AbortController();
      const choice = chooser.choose(title, stop.signal);
      await opened();
      await desktop.key('slash'); // opens the field for a path
      let answer = await Promise.race([choice, pause(1_000, null)]);
      await desktop.key('ctrl+a');
      await desktop.type(folder);
      // The first Enter may only complete the name.
      for (let enters = 0; enters < 3 && answer === null; enters += 1) {
        await desktop.key('Return');
        answer = await Promise.race([choice, pause(2_000, null)]);
      }
      stop.abort();
      await choice;
      await gone();
      if (answer?.ok && answer.value === folder) return;
    }
    assert.fail('the folder was never chosen');
  });

  test('gives nothing if the user closes it', async () => {
    const choice = chooser.choose(title, new AbortController().signal);
    await opened();
    await desktop.key('Escape');
    assert.deepEqual(await choice, { ok: true, value: null });
  });

  test('is closed when the choice is stopped', async () => {
    const stop = new AbortController();
    const choice = chooser.choose(title, stop.signal);
    await opened();
    stop.abort();
    assert.deepEqual(await choice, { ok: true, value: null });
    await gone();
  });
});
