/** The installed programs, for their names and icons in the window: read when the window opens, and again when one was installed or removed. */
import type { Log } from '../../../base/log.ts';
import type { ProgramEnvironment } from '../../../platform/programs/data-folders.ts';
import { InstalledPrograms } from '../../installed-programs.ts';
import type { Shell } from '../shell.ts';
import type { PagePicture } from '../window/page-content.ts';
import { ProgramIcons } from './program-icons.ts';

interface Parts {
  readonly platform: NodeJS.Platform;
  readonly env: ProgramEnvironment;
  readonly shell: Pick<Shell, 'state' | 'set'>;
  readonly log: Pick<Log, 'warn' | 'debug'>;
}

export class ShownPrograms implements Disposable {
  readonly #shell: Parts['shell'];
  readonly #icons: ProgramIcons;
  readonly #installed: InstalledPrograms;

  constructor({ platform, env, shell, log }: Parts) {
    this.#shell = shell;
    this.#icons = new ProgramIcons(env);
    this.#installed = new InstalledPrograms({
      ...{ platform, env, log },
      changed: (programs) => {
        this.#icons.forget();
        shell.set({ programs });
      },
    });
  }

  /** Reads what is installed, if that changed. Never rejects. */
  look(): Promise<void> {
    return this.#installed.look();
  }

  /** The icon of the program with this id; null if it has none that the page may draw. */
  async icon(id: string): Promise<PagePicture | null> {
    const program = this.#shell.state.programs?.find((each) => each.id === id);
    return program === undefined || program.icon === '' ? null : this.#icons.icon(program.icon);
  }

  [Symbol.dispose](): void {
    this.#installed[Symbol.dispose]();
  }
}
