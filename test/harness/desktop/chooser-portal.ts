/** A fake portal with a dialog for folders (org.freedesktop.portal.FileChooser). It does what it is told, in the place of a user. */
import assert from 'node:assert/strict';
import { type Bus, openBus } from '../../../src/platform/dbus/bus.ts';
import { entriesOf, listOf, textOf, type Variant, variant } from '../../../src/platform/dbus/values.ts';
import { until } from '../until.ts';

const portalName = 'org.freedesktop.portal.Desktop';
const portalPath = '/org/freedesktop/portal/desktop';
const request = 'org.freedesktop.portal.Request';

export interface Dialog {
  readonly title: string;
  readonly options: ReadonlyMap<string, unknown>;
}

export class ChooserPortal implements AsyncDisposable {
  readonly dialogs: Dialog[] = [];
  /** How many dialogs were closed by the program that had opened them. */
  closed = 0;
  readonly #bus: Bus;

  private constructor(bus: Bus) {
    this.#bus = bus;
  }

  static async start(env: NodeJS.ProcessEnv, version = 3): Promise<ChooserPortal> {
    const opened = await openBus('session', env);
    assert.ok(opened.ok);
    const portal = new ChooserPortal(opened.value);
    const openFile = {
      takes: 'ssa{sv}',
      answers: 'o',
      call: ([, title, options]: readonly unknown[]) => {
        portal.dialogs.push({ title: textOf(title), options: entriesOf(options) });
        return [`${portalPath}/request/somewhere`];
      },
    };
    opened.value.serve(portalPath, {
      name: 'org.freedesktop.portal.FileChooser',
      methods: { OpenFile: openFile },
      properties: () => ({ version: variant('u', version) }),
      signals: {},
    });
    assert.ok((await opened.value.own(portalName)).ok);
    return portal;
  }

  /** The next dialog that somebody opens. */
  async dialog(count = 1): Promise<Dialog> {
    return until('a dialog', () => this.dialogs[count - 1]);
  }

  /** Says what the user did: 0 chose these, 1 and 2 closed the dialog, no portal gives another. `as` is another connection, without this dialog. */
  async answer(response: number, uris: readonly string[], as: Bus = this.#bus): Promise<void> {
    const token = textOf(this.dialogs.at(-1)?.options.get('handle_token'));
    const results: readonly (readonly [string, Variant])[] = [['uris', variant('as', uris)]];
    for (const path of await this.#pathsOf(token)) {
      this.#serveClose(path);
      as.signal({ path, interface: request, member: 'Response', signature: 'ua{sv}', body: [response, results] });
    }
  }

  /** The dialog can be closed from now on. */
  async allowClosing(): Promise<void> {
    for (const path of await this.#pathsOf(textOf(this.dialogs.at(-1)?.options.get('handle_token')))) this.#serveClose(path);
  }

  /** The path of a dialog has the name of the connection that asked; a served method does not learn that, so this is one for each connection. */
  async #pathsOf(token: string): Promise<readonly string[]> {
    const driver = { destination: 'org.freedesktop.DBus', path: '/org/freedesktop/DBus', interface: 'org.freedesktop.DBus' };
    const listed = await this.#bus.call({ ...driver, member: 'ListNames' });
    assert.ok(listed.ok);
    const names = listOf(listed.value[0]).map(textOf);
    const unique = names.filter((name) => name.startsWith(':'));
    return unique.map((name) => `${portalPath}/request/${name.slice(1).replaceAll('.', '_')}/${token}`);
  }

  #serveClose(path: string): void {
    const close = {
      takes: '',
      answers: '',
      call: () => {
        this.closed += 1;
        return [];
      },
    };
    this.#bus.serve(path, { name: request, methods: { Close: close }, properties: () => ({}), signals: { Response: 'ua{sv}' } });
  }

  /** Ends as a crash does. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#bus.close();
    await this.#bus.closed;
  }
}
