import assert from 'node:assert/strict';
import { test } from 'node:test';
import { missingPrograms, startSessionBus } from '../../../test/harness/desktop/session-bus.ts';
import { noDetails } from '../../base/log.ts';
import { openBus } from '../dbus/bus.ts';
import { tellDesktop } from './index.ts';

const skip = process.platform === 'linux' ? missingPrograms('dbus-daemon') : 'for Linux';

test('the desktop is told a sentence, and where nothing shows it that is known', { skip }, async () => {
  await using bus = await startSessionBus();
  const tell = () => tellDesktop({ platform: 'linux', env: bus.env, log: noDetails }, 'Nothing was pasted');
  assert.equal(await tell(), false);
  const opened = await openBus('session', bus.env);
  assert.ok(opened.ok);
  const name = 'org.freedesktop.Notifications';
  const told: unknown[] = [];
  const call = (words: readonly unknown[]) => {
    told.push(words);
    return [7];
  };
  const methods = { Notify: { takes: 'susssasa{sv}i', answers: 'u', call } };
  opened.value.serve('/org/freedesktop/Notifications', { name, methods, properties: () => ({}), signals: {} });
  assert.ok((await opened.value.own(name)).ok);
  assert.equal(await tell(), true);
  assert.deepEqual(JSON.parse(JSON.stringify(told)), [['Hub', 0, '', 'Hub', 'Nothing was pasted', [], [], -1]]);
});
