/** A client of the session bus that a test's environment names. */
import assert from 'node:assert/strict';
import { type Bus, openBus } from '../../../src/platform/dbus/bus.ts';

/** Closes its connection when it is disposed of. */
export async function connectToBus(env: Readonly<Record<string, string>>): Promise<Bus & AsyncDisposable> {
  const opened = await openBus('session', env);
  assert.ok(opened.ok);
  const bus = opened.value;
  return Object.assign(bus, {
    [Symbol.asyncDispose]: async () => {
      bus.close();
      await bus.closed;
    },
  });
}
