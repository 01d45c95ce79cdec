/** The installed programs, for their names and icons in the window: read when the window opens, and again when one was installed or removed. */
import { errorCode, type Log } from '../../../base/log.ts';
import { desktopEntry } from '../../../domain/programs/desktop-entry.ts';
import type { ProgramEnvironment } from '../../../platform/programs/data-folders.ts';
import { entryFoldersStamp, readDesktopEntries } from '../../../platform/programs/desktop-entries.ts';
import type { Shell } from '../shell.ts';
import type { PagePicture } from '../window/page-content.ts';
import { ProgramIcons } from './program-icons.ts';

interface Parts {
  readonly platform: NodeJS.Platform;
  readonly env: ProgramEnvironment;
  readonly shell: Pick<Shell, 'state' | 'set'>;
  readonly log: Pick<Log, 'warn' | 'debug'>;
}

const lookEveryMs = 60_000;

export class ShownPrograms implements Disposable {
  readonly #parts: Parts;
  readonly #icons: ProgramIcons;
  #stamp = '';
  #looking: NodeJS.Timeout | undefined;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#icons = new ProgramIcons(parts.env);
    // Other systems have no desktop entries.
    if (parts.platform !== 'linux') return;
    this.#looking = setInterval(() => void this.look(), lookEveryMs).unref();
    void this.look();
  }

  /** Reads what is installed, if that changed. Never rejects. */
  async look(): Promise<void> {
    const { env, shell, log } = this.#parts;
    try {
      const stamp = await entryFoldersStamp(env);
      if (stamp === this.#stamp) return;
      this.#stamp = stamp;
      const entries = await readDesktopEntries(env);
      this.#icons.forget();
      shell.set({ programs: entries.flatMap(({ id, text }) => desktopEntry(text, id) ?? []) });
      log.debug('programs', { count: entries.length });
    } catch (error) {
      log.warn('the installed programs could not be read', { code: errorCode(error) });
    }
  }

  /** The icon of the program with this id; null if it has none that the page may draw. */
  async icon(id: string): Promise<PagePicture | null> {
    const program = this.#parts.shell.state.programs?.find((each) => each.id === id);
    return program === undefined || program.icon === '' ? null : this.#icons.icon(program.icon);
  }

  [Symbol.dispose](): void {
    clearInterval(this.#looking);
  }
}
