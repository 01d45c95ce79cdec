/** `hub ocr FILE… | -`: the text in pictures and scanned documents, in one language or several; `--install`, which brings the data of languages, and `--remove`, which deletes it. Needs no running Hub. */
import type { ExtractionOptions } from '../../contract/extraction.ts';
import { whyNotInstalled } from '../../domain/conditions/language-not-installed.ts';
import { say } from '../../domain/language/say.ts';
import { installPackages, isComplete, isInstalled, removeLanguage, usualRegistry } from '../../extraction/languages/install-language.ts';
import { type KnownLanguage, knownLanguage, knownLanguages, packagesOf } from '../../extraction/languages/known-languages.ts';
import { type ExitStatus, failedBecause, printJson, type Surface, wrongUsage } from '../surface.ts';
import { oneLine } from '../table.ts';
import { type ExtractOptions, extract } from './extract.ts';
import { nameOf } from './language-names.ts';
import { usualLanguages, usualOptions } from './read-documents.ts';

export interface OcrOptions extends ExtractOptions {
  /** Names with `+` or commas between them. */
  readonly lang?: string;
  readonly words?: boolean;
  /** As `lang`. */
  readonly install?: string;
  /** As `lang`. */
  readonly remove?: string;
  readonly languages?: boolean;
  /** As `languages`. */
  readonly list?: boolean;
}

export async function ocr(surface: Surface, files: readonly string[], options: OcrOptions): Promise<ExitStatus> {
  if (options.languages === true || options.list === true) return list(surface, files, options);
  if (options.install !== undefined && files.length > 0)
    return wrongUsage(surface, say('--install takes no files; install the language first, then read them: hub ocr --lang LANG FILE'));
  if (options.remove !== undefined && (files.length > 0 || options.install !== undefined))
    return wrongUsage(surface, say('--remove takes no files and no --install'));
  const languages = namedLanguages(surface, options.remove ?? options.install ?? options.lang ?? '');
  if (languages === null) return 2;
  if (options.remove !== undefined) return remove(surface, languages, options.json === true);
  if (options.install !== undefined) return install(surface, languages, options.json === true);
  const missing = whyMissing(surface, languages);
  if (missing !== null) return missing;
  const recognition: ExtractionOptions = {
    ...usualOptions,
    languages: [...languages],
    recognition: 'always',
    words: options.words === true,
  };
  return extract(surface, files, { ...options, recognition });
}

async function list(
  surface: Surface,
  files: readonly string[],
  { languages: _, list: __, json, ...others }: OcrOptions,
): Promise<ExitStatus> {
  if (files.length > 0) return wrongUsage(surface, say('--languages takes no files'));
  if (Object.keys(others).length > 0) return wrongUsage(surface, say('--languages takes no other option than --json'));
  const { listLanguages } = await import('./list-languages.ts');
  return listLanguages(surface, { json: json === true });
}

/** The languages with these names, whose data is there; or the exit status, if one is not. */
export function languagesToRead(surface: Surface, names: string): readonly KnownLanguage[] | ExitStatus {
  const languages = namedLanguages(surface, names);
  return languages === null ? 2 : (whyMissing(surface, languages) ?? languages);
}

function whyMissing(surface: Surface, languages: readonly KnownLanguage[]): ExitStatus | null {
  const missing = languages.find((language) => !isInstalled(surface.places.languages, language));
  if (missing === undefined) return null;
  return failedBecause(
    surface,
    say('{language} is not installed; install it: hub ocr --install {code}', { language: nameOf(missing), code: missing }),
    'no_language',
  );
}

function namedLanguages(surface: Surface, names: string): readonly KnownLanguage[] | null {
  const languages: KnownLanguage[] = [];
  for (const name of names.split(/[+,\s]/).filter((one) => one !== '')) {
    const language = knownLanguage(name);
    if (language === null) {
      const known = knownLanguages.join(', ');
      wrongUsage(surface, say('there is no language {name}; choose from: {known}', { name: oneLine(name, 40), known }));
      return null;
    }
    if (!languages.includes(language)) languages.push(language);
  }
  return languages;
}

async function install(surface: Surface, languages: readonly KnownLanguage[], json: boolean): Promise<ExitStatus> {
  if (languages.length === 0)
    return wrongUsage(
      surface,
      say('name a language, such as deu, or several: hub ocr --install deu+fra; choose from: {known}', {
        known: knownLanguages.join(', '),
      }),
    );
  const { places, env } = surface;
  const registry = env.npm_config_registry || usualRegistry;
  const installed: KnownLanguage[] = [];
  for (const language of languages) {
    const name = nameOf(language);
    let shown = -1;
    const progress = (part: number): void => {
      const percent = Math.round(part * 100);
      if (percent === shown) return;
      shown = percent;
      surface.showProgress?.(say('downloading {language}: {percent} %', { language: name, percent }));
    };
    const packages = packagesOf(language);
    const wasThere = isComplete(places.languages, packages);
    const outcome = await installPackages({ packages, folder: places.languages, registry, env, progress });
    surface.showProgress?.('');
    if (!outcome.ok) return failedBecause(surface, `${name}: ${whyNotInstalled(outcome.reason)}`, outcome.reason.replaceAll('-', '_'));
    installed.push(language);
    if (json) continue;
    surface.print(
      wasThere ? say('{language} is already installed', { language: name }) : say('{language} is installed', { language: name }),
    );
  }
  if (json) printJson(surface, { ok: true, languages: installed, folder: places.languages });
  else await sayHowToUse(surface, installed);
  return 0;
}

/** What is installed is read in only once the preferences name it. */
async function sayHowToUse(surface: Surface, installed: readonly KnownLanguage[]): Promise<void> {
  const languages = await usualLanguages(surface);
  const used = languages.length === 0 ? ['eng'] : languages;
  const unused = installed.filter((language) => !used.includes(language));
  if (unused.length > 0)
    surface.print(
      say('To use it for pictures from now on: hub config set text-extraction languages {languages}', {
        languages: [...used, ...unused].join(' '),
      }),
    );
}

/** What the settings have pictures read in stays: without its data no picture would be read. */
async function remove(surface: Surface, languages: readonly KnownLanguage[], json: boolean): Promise<ExitStatus> {
  const folder = surface.places.languages;
  const chosen = await usualLanguages(surface);
  if (languages.length === 0) return wrongUsage(surface, say('name a language, such as deu, or several: hub ocr --remove deu+fra'));
  if (languages.some((language) => packagesOf(language).length === 0))
    return wrongUsage(surface, say('English is part of Hub, and cannot be removed'));
  const used = languages.filter((language) => chosen.includes(language));
  const [first] = used;
  if (first !== undefined) {
    const left = chosen.filter((language) => !used.includes(language as KnownLanguage));
    return failedBecause(
      surface,
      say('{language} is in use for reading pictures. To stop using it: hub config set text-extraction languages {left}', {
        language: nameOf(first),
        left: left.join(' ') || 'eng',
      }),
      'in_use',
    );
  }
  const removed: { readonly language: KnownLanguage; readonly bytes: number }[] = [];
  for (const language of languages) {
    const bytes = removeLanguage(folder, language);
    if (bytes === null)
      return failedBecause(
        surface,
        say('{language} could not be removed from {folder}', { language: nameOf(language), folder }),
        'not_removed',
      );
    removed.push({ language, bytes });
    if (json) continue;
    const name = nameOf(language);
    surface.print(
      bytes === 0
        ? say('{language} was not installed', { language: name })
        : say('{language} removed, {megabytes} MB freed', { language: name, megabytes: (bytes / 1_000_000).toFixed(1) }),
    );
  }
  if (json) printJson(surface, { ok: true, removed, folder });
  return 0;
}
