/** A thread that installs a language that pictures are read in: unpacking it takes a second, in which the window has other things to do. */
import { parentPort, workerData } from 'node:worker_threads';
import type { Outcome } from '../../../base/outcome.ts';
import type { InstallFailure } from '../../../contract/extraction/language-installation.ts';
import { installPackages, usualRegistry } from '../../../extraction/languages/install-language.ts';
import { type KnownLanguage, packagesOf } from '../../../extraction/languages/known-languages.ts';

export interface LanguageOrder {
  readonly language: KnownLanguage;
  /** Of the installed languages. */
  readonly folder: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** How much is there, 0..1; or how it ended, which comes last. */
export type InstallNews = number | Outcome<null, InstallFailure>;

const { language, folder, env } = workerData as LanguageOrder;
const tell = (news: InstallNews): void => parentPort?.postMessage(news);
const registry = env.npm_config_registry || usualRegistry;
tell(await installPackages({ packages: packagesOf(language), folder, registry, env, progress: tell }));
