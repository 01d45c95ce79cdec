/** `hub ocr FILE… | -`: the text in pictures and scanned documents, in one language or several; and `--install`, which brings the data of languages. Needs no running Hub. */
import { effectiveDocument } from '../../configuration/effective-document.ts';
import { extractionOptions } from '../../contract/extraction.ts';
import { say } from '../../domain/language/say.ts';
import {
  type InstallFailure,
  installPackages,
  isComplete,
  isInstalled,
  usualRegistry,
} from '../../extraction/languages/install-language.ts';
import { type KnownLanguage, knownLanguage, knownLanguages, packagesOf } from '../../extraction/languages/known-languages.ts';
import { type ExitStatus, failedBecause, printJson, type Surface, wrongUsage } from '../surface.ts';
import { oneLine } from '../table.ts';
import { type ExtractOptions, extract } from './extract.ts';
import { listLanguages, nameOf } from './list-languages.ts';

export interface OcrOptions extends ExtractOptions {
  /** Names with `+` or commas between them. */
  readonly lang?: string;
  readonly words?: boolean;
  /** As `lang`. */
  readonly install?: string;
  readonly languages?: boolean;
  /** As `languages`. */
  readonly list?: boolean;
}

export async function ocr(surface: Surface, files: readonly string[], options: OcrOptions): Promise<ExitStatus> {
  if (options.languages === true || options.list === true) return list(surface, files, options);
  if (options.install !== undefined && files.length > 0)
    return wrongUsage(surface, say('--install takes no files; install the language first, then read them: hub ocr --lang LANG FILE'));
  const languages = namedLanguages(surface, options.install ?? options.lang ?? '');
  if (languages === null) return 2;
  if (options.install !== undefined) return install(surface, languages, options.json === true);
  const missing = whyMissing(surface, languages);
  if (missing !== null) return missing;
  const recognition = extractionOptions.parse({ languages, recognition: 'always', words: options.words === true });
  return extract(surface, files, { ...options, recognition });
}

function list(surface: Surface, files: readonly string[], { languages: _, list: __, json, ...others }: OcrOptions): ExitStatus {
  if (files.length > 0) return wrongUsage(surface, say('--languages takes no files'));
  if (Object.keys(others).length > 0) return wrongUsage(surface, say('--languages takes no other option than --json'));
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
    const progress = (part: number): void =>
      surface.showProgress?.(say('downloading {language}: {percent} %', { language: name, percent: Math.round(part * 100) }));
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
  else sayHowToUse(surface, installed);
  return 0;
}

/** What is installed is read in only once the preferences name it. */
function sayHowToUse(surface: Surface, installed: readonly KnownLanguage[]): void {
  const { languages } = effectiveDocument(surface.places, 'text-extraction').value;
  const used = languages.length === 0 ? ['eng'] : languages;
  const unused = installed.filter((language) => !used.includes(language));
  if (unused.length > 0)
    surface.print(
      say('To use it for pictures from now on: hub config set text-extraction languages {languages}', {
        languages: [...used, ...unused].join(' '),
      }),
    );
}

function whyNotInstalled(reason: InstallFailure): string {
  if (reason === 'unreachable') return say('the npm registry cannot be reached; check the network connection');
  if (reason === 'refused') return say('the npm registry does not have it; if you use a mirror, check npm_config_registry');
  if (reason === 'altered') return say('the npm registry sent something other than expected, so it is not used');
  if (reason === 'old-node')
    return say('HTTPS_PROXY or HTTP_PROXY names a proxy, and this version of Node knows none; install a newer Node');
  if (reason === 'bad-proxy') return say('HTTPS_PROXY or HTTP_PROXY is not the address of a proxy, such as http://proxy.example:3128');
  return say('Hub’s folder cannot be written to; check its free space and permissions');
}
