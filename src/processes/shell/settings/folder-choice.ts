/** Lets the user choose a folder, for the list of WorkSpaces or for a list of folders in the settings. One choice at a time. */
import type { PageCommand } from '../../../contract/shell-page.ts';
import { say } from '../../../domain/language/say.ts';
import type { FolderChooser } from '../../../platform/folder-chooser/index.ts';
import type { Shell } from '../shell.ts';

interface Parts {
  readonly shell: Shell;
  readonly chooser: FolderChooser;
  /** Adds the folder where it was chosen for. */
  readonly add: (command: Extract<PageCommand, { kind: 'add-workspace' | 'change-setting' }>) => Promise<void>;
}

/** A dialog that is forgotten behind other windows does not stay for ever. */
const longestChoiceMs = 3_600_000;

/** What the page calls the list of WorkSpaces; any other list goes by the id of its setting. */
export const workspacesList = 'workspaces';

export class FolderChoice implements AsyncDisposable {
  readonly #parts: Parts;
  #stop: AbortController | null = null;
  #isOver = false;
  #choice: Promise<void> = Promise.resolve();

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Whether a folder can be chosen; the page offers it then. */
  async look(): Promise<void> {
    const isThere = await this.#parts.chooser.isAvailable();
    const { shell } = this.#parts;
    if (!this.#isOver) shell.set({ chooser: { ...shell.state.chooser, isThere } });
  }

  /** Nothing happens while a dialog is open. Resolves when the folder is added, or nothing was chosen. */
  choose(list: string): Promise<void> {
    if (this.#stop !== null || this.#isOver) return Promise.resolve();
    this.#stop = new AbortController();
    this.#choice = this.#choose(list, this.#stop.signal);
    return this.#choice;
  }

  /** Closes the dialog. */
  stop(): void {
    this.#stop?.abort();
  }

  async #choose(list: string, stop: AbortSignal): Promise<void> {
    const { shell, chooser, add } = this.#parts;
    shell.set({ chooser: { isThere: true, openFor: list } });
    const chosen = await chooser.choose(say('Choose a folder'), AbortSignal.any([stop, AbortSignal.timeout(longestChoiceMs)]));
    this.#stop = null;
    if (this.#isOver) return;
    shell.set({ chooser: { isThere: chosen.ok || chosen.reason !== 'unavailable', openFor: null } });
    if (!chosen.ok) return shell.notify('error', whyNot[chosen.reason]());
    const path = chosen.value;
    if (path === null) return;
    if (list === workspacesList) return add({ kind: 'add-workspace', path });
    return add({ kind: 'change-setting', id: list, change: { how: 'add', entry: path } });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isOver = true;
    this.stop();
    await this.#choice;
  }
}

const whyNot = {
  unavailable: () => say('There is no program here that lets you choose a folder. Type its path instead'),
  'not-utf-8': () => say('Hub cannot use this folder: its name is not text in UTF-8'),
  failed: () => say('No folder was chosen: the program for it ended too early. Type the path instead, or try again'),
} as const;
