/** The documents for the settings of the window: opened when the settings are first shown, and followed from then on. */
import type { Log } from '../../../base/log.ts';
import type { Bridge } from '../../../client/bridge.ts';
import type { SettingsGroup } from '../../../contract/documents/shown-settings.ts';
import { type DocumentName, documents } from '../../../contract/documents.ts';
import { documentCondition, type UnusedDocument } from '../../../domain/conditions/document-condition.ts';
import { say } from '../../../domain/language/say.ts';
import { isFirstDay } from '../../../domain/view/first-steps.ts';
import type { Autostart } from '../../../platform/autostart/index.ts';
import type { Places } from '../../../platform/locations.ts';
import { watchDocuments } from '../../documents.ts';
import { showAllowed } from '../saved-commands/change-commands.ts';
import type { Shell } from '../shell.ts';
import { PictureLanguages } from './picture-languages.ts';

interface Parts {
  readonly places: Places;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly bridge: Bridge;
  readonly shell: Shell;
  readonly autostart: Autostart;
  readonly log: Pick<Log, 'warn'>;
}

/** Somebody else may change the autostart, or let a command run, while that is shown. */
const lookEveryMs = 2_000;

/** Copies that are looked at for the applications that they came from. */
const latestCopies = 100;
const mostApplications = 12;

export class ShownSettings implements Disposable {
  readonly #parts: Parts;
  readonly #looking: NodeJS.Timeout;
  readonly #languages: PictureLanguages;
  #watched: Disposable | null = null;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#languages = new PictureLanguages(parts);
    const look = (): void => {
      const { state } = parts.shell;
      if (state.quick?.name === 'text-extraction') this.#languages.read();
      const isOfSettings = state.section === 'settings';
      if (isOfSettings) showAllowed(parts);
      const isShown = isOfSettings || isFirstDay(state);
      if (isShown && (parts.autostart.isCheap || state.autostart === null)) void this.readAutostart();
    };
    // The first steps have it too, and nobody sees them move.
    if (parts.autostart.isCheap) void this.readAutostart();
    this.#looking = setInterval(look, lookEveryMs).unref();
  }

  open(): void {
    const { places, shell } = this.#parts;
    void this.#readApplications();
    this.#languages.read();
    void this.readAutostart();
    showAllowed(this.#parts);
    if (this.#watched !== null) return;
    this.#watched = watchDocuments(places, (name, { value }, unused) => {
      shell.set({
        documents: { ...shell.state.documents, [name]: { value, trouble: unused === null ? null : () => troubleOf(name, unused) } },
      });
      if (name === 'commands') showAllowed(this.#parts);
    });
  }

  /** The switch shows what is on the disk. */
  async readAutostart(): Promise<void> {
    const { autostart, shell } = this.#parts;
    if (autostart.place !== '') shell.set({ autostart: await autostart.isOn() });
  }

  /** Of a language that pictures are read in. */
  installLanguage(name: string): Promise<void> {
    return this.#languages.install(name);
  }

  async #readApplications(): Promise<void> {
    const { bridge, shell } = this.#parts;
    const latest = await bridge.fragments({ limit: latestCopies });
    if (!latest.ok) return;
    const named = latest.value.items.flatMap(({ source: { app } }) => (app.name ? [[app.name, app.executable] as const] : []));
    const applications = [...new Map(named.toReversed())].map(([name, executable]) => ({ name, executable }));
    shell.set({ applications: applications.toReversed().slice(0, mostApplications) });
  }

  [Symbol.dispose](): void {
    clearInterval(this.#looking);
    this.#languages[Symbol.dispose]();
    this.#watched?.[Symbol.dispose]();
  }
}

function troubleOf(document: DocumentName, unused: UnusedDocument): SettingsGroup['trouble'] {
  const sentence = documentCondition([unused]);
  if (sentence === null) return null;
  return { document, text: say('{file} is not used', { file: documents[document].file }), mend: say('{sentence}.', { sentence }) };
}
