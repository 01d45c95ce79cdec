/** The installed programs: read at the start, and again when one was installed or removed. */
import { errorCode, type Log } from '../base/log.ts';
import { desktopEntry, type InstalledProgram } from '../domain/programs/desktop-entry.ts';
import type { ProgramEnvironment } from '../platform/programs/data-folders.ts';
import { entryFoldersStamp, readDesktopEntries } from '../platform/programs/desktop-entries.ts';

interface Parts {
  readonly platform: NodeJS.Platform;
  readonly env: ProgramEnvironment;
  /** Called with all of them, at the start and after each change. */
  readonly changed: (programs: readonly InstalledProgram[]) => void;
  readonly log: Pick<Log, 'warn' | 'debug'>;
}

const lookEveryMs = 60_000;

export class InstalledPrograms implements Disposable {
  readonly #parts: Parts;
  #stamp = '';
  #looking: NodeJS.Timeout | undefined;

  constructor(parts: Parts) {
    this.#parts = parts;
    // Other systems have no desktop entries.
    if (parts.platform !== 'linux') return;
    this.#looking = setInterval(() => void this.look(), lookEveryMs).unref();
    void this.look();
  }

  /** Reads what is installed, if that changed. Never rejects. */
  async look(): Promise<void> {
    const { env, changed, log } = this.#parts;
    try {
      const stamp = await entryFoldersStamp(env);
      if (stamp === this.#stamp) return;
      this.#stamp = stamp;
      const entries = await readDesktopEntries(env);
      changed(entries.flatMap(({ id, text }) => desktopEntry(text, id) ?? []));
      log.debug('programs', { count: entries.length });
    } catch (error) {
      log.warn('the installed programs could not be read', { code: errorCode(error) });
    }
  }

  [Symbol.dispose](): void {
    clearInterval(this.#looking);
  }
}
