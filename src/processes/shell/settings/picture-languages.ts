/** The languages that pictures can be read in, as the settings show them: which are there, and how far one is that is being installed. */
import { Worker } from 'node:worker_threads';
import { tooLate, within } from '../../../base/deadline.ts';
import type { Log } from '../../../base/log.ts';
import { failed, type Outcome } from '../../../base/outcome.ts';
import { effectiveDocument } from '../../../configuration/effective-document.ts';
import { languagesOfUser } from '../../../configuration/speak-language.ts';
import type { InstallFailure } from '../../../contract/extraction/language-installation.ts';
import { whyNotInstalled } from '../../../domain/conditions/language-not-installed.ts';
import { languageName } from '../../../domain/language/language-name.ts';
import { say } from '../../../domain/language/say.ts';
import { type KnownLanguage, knownLanguage, tagOf } from '../../../extraction/languages/known-languages.ts';
import { languageStates } from '../../../extraction/languages/language-states.ts';
import type { Places } from '../../../platform/locations.ts';
import type { Shell } from '../shell.ts';
import { patchDocument } from './change-setting.ts';
import type { InstallNews, LanguageOrder } from './install-language-thread.ts';

interface Parts {
  readonly places: Places;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly shell: Shell;
  readonly log: Pick<Log, 'warn'>;
}

/** The largest has 70 MB; a registry that sends a little now and then is given up. */
const longestMs = 1_800_000;
/** As many as the document may name. */
const mostChosen = 8;

export class PictureLanguages implements Disposable {
  readonly #parts: Parts;
  /** One at a time. */
  #installing: { readonly language: KnownLanguage; readonly part: number } | null = null;
  #thread: Worker | null = null;
  #isOver = false;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Somebody may install one elsewhere while the settings are shown. */
  read(): void {
    const { places, env, shell } = this.#parts;
    const tags = languagesOfUser(effectiveDocument(places, 'hub').value.language, env);
    const states = languageStates({ folder: places.languages, chosen: [], tags });
    const installing = this.#installing;
    const known = states.map(({ language, isInstalled, isOfUser }) => ({
      ...{ language, tag: tagOf(language), isInstalled, isOfUser },
      ...(installing?.language === language ? { installed: installing.part } : {}),
    }));
    if (JSON.stringify(known) !== JSON.stringify(shell.state.pictureLanguages)) shell.set({ pictureLanguages: known });
  }

  /** Installs it, and has pictures read in it from then on. Does nothing while another one is being installed. Its end is told. */
  async install(name: string): Promise<void> {
    const { shell, log } = this.#parts;
    const language = knownLanguage(name);
    if (language === null || this.#installing !== null) return;
    const outcome = await this.#bring(language);
    // The shell ends, and what was fetched so far is dropped.
    if (this.#isOver) return;
    const named = (): string => languageName(tagOf(language));
    if (!outcome.ok) {
      log.warn('language not installed', { code: outcome.reason });
      return shell.notify('error', () =>
        say('{language} was not installed: {why}', { language: named(), why: whyNotInstalled(outcome.reason) }),
      );
    }
    const isChosen = await this.#choose(language);
    shell.notify('success', () =>
      isChosen
        ? say('{language} is installed, and pictures are read in it from now on', { language: named() })
        : say('{language} is installed', { language: named() }),
    );
  }

  [Symbol.dispose](): void {
    this.#isOver = true;
    void this.#thread?.terminate();
  }

  async #bring(language: KnownLanguage): Promise<Outcome<null, InstallFailure>> {
    try {
      this.#show({ language, part: 0 });
      const ended = await within(longestMs, this.#inThread(language));
      return ended === tooLate ? failed('unreachable') : ended;
    } catch {
      return failed('not-written');
    } finally {
      void this.#thread?.terminate();
      this.#thread = null;
      this.#show(null);
    }
  }

  #inThread(language: KnownLanguage): Promise<Outcome<null, InstallFailure>> {
    const { places, env } = this.#parts;
    const order: LanguageOrder = { language, folder: places.languages, env: { ...env } };
    const thread = new Worker(new URL('./install-language-thread.ts', import.meta.url), { workerData: order });
    this.#thread = thread;
    return new Promise((resolve) => {
      thread.on('message', (news: InstallNews) => {
        if (typeof news !== 'number') return resolve(news);
        // One that was given up may still have sent some.
        if (this.#thread !== thread) return;
        // Whole percents are enough: each one is painted.
        if (Math.round(news * 100) !== Math.round((this.#installing?.part ?? 0) * 100)) this.#show({ language, part: news });
      });
      thread.once('error', () => resolve(failed('not-written')));
      thread.once('exit', () => resolve(failed('not-written')));
    });
  }

  #show(installing: { readonly language: KnownLanguage; readonly part: number } | null): void {
    this.#installing = installing;
    this.read();
  }

  /** False if the settings already name as many as they may, or can't be changed now. */
  async #choose(language: KnownLanguage): Promise<boolean> {
    const patched = await patchDocument(this.#parts.places, 'text-extraction', ({ languages }) => {
      const chosen = Array.isArray(languages) && languages.length > 0 ? (languages as readonly unknown[]) : ['eng'];
      return chosen.includes(language) || chosen.length >= mostChosen ? null : { patch: { languages: [...chosen, language] } };
    });
    return patched.ok && patched.value !== null;
  }
}
