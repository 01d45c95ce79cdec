/** A fake portal that provides the desktop's settings to programs (org.freedesktop.portal.Settings). */
import assert from 'node:assert/strict';
import { type Bus, openBus } from '../../../src/platform/dbus/bus.ts';
import { type Variant, variant } from '../../../src/platform/dbus/values.ts';

const settingsInterface = 'org.freedesktop.portal.Settings';
const portalPath = '/org/freedesktop/portal/desktop';

/** A portal with settings, which signals changes. */
export class Portal implements AsyncDisposable {
  readonly values: Record<string, number>;
  readonly #bus: Bus;

  private constructor(bus: Bus, values: Record<string, number>) {
    this.#bus = bus;
    this.values = values;
  }

  /** Version 1 of the interface has no `ReadOne`, and wraps its answers in a second variant. */
  static async start(env: NodeJS.ProcessEnv, values: Record<string, number>, version: 1 | 2 = 2): Promise<Portal> {
    const opened = await openBus('session', env);
    assert.ok(opened.ok);
    const portal = new Portal(opened.value, values);
    const read = (wrap: (value: Variant) => Variant) => (args: readonly unknown[]) => {
      const value = values[String(args[1])];
      return args[0] !== 'org.freedesktop.appearance' || value === undefined ? null : [wrap(variant('u', value))];
    };
    const readOne = { takes: 'ss', answers: 'v', call: read((value) => value) };
    const readOld = { takes: 'ss', answers: 'v', call: read((value) => variant('v', value)) };
    const methods = version === 1 ? { Read: readOld } : { Read: readOld, ReadOne: readOne };
    opened.value.serve(portalPath, { name: settingsInterface, methods, properties: () => ({}), signals: { SettingChanged: 'ssv' } });
    assert.ok((await opened.value.own('org.freedesktop.portal.Desktop')).ok);
    return portal;
  }

  change(key: string, value: number): void {
    this.values[key] = value;
    this.tell(['org.freedesktop.appearance', key, variant('u', value)], 'ssv');
  }

  tell(body: readonly unknown[], signature: string): void {
    this.#bus.signal({ path: portalPath, interface: settingsInterface, member: 'SettingChanged', signature, body });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#bus.close();
    await this.#bus.closed;
  }
}
