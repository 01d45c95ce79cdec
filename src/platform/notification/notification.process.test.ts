import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startNotifications } from '../../../test/harness/desktop/notification-service.ts';
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

test('a text that was copied is shown below the sentence, and is no markup where the desktop reads it', { skip }, async () => {
  for (const [capabilities, shown] of [
    [['body', 'body-markup'], '&lt;a href="x"&gt;AT&amp;T&lt;/a&gt;'],
    [['body'], '<a href="x">AT&T</a>'],
  ] as const) {
    await using bus = await startSessionBus();
    using service = await startNotifications(bus, capabilities);
    assert.equal(
      await tellDesktop({ platform: 'linux', env: bus.env, log: noDetails }, 'It is on the clipboard', '<a href="x">AT&T</a>'),
      true,
    );
    assert.deepEqual(service.shown, [`It is on the clipboard\n${shown}`]);
  }
});
