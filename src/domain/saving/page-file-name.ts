/** The names of what is saved from pages: by the title of the page, which is a stranger's; `safeFileName` makes them harmless. */
import { plainTitle } from '../capture/web-page.ts';
import { typeOfName } from '../detect/file-kinds.ts';
import { type FileType, fileType } from '../detect/learned/types.ts';
import { showsSecret } from '../secrets/find-secret.ts';
import { textStem } from './text-stem.ts';

/** In UTF-16 units: with the folder and a number there is room for it everywhere. */
const longestStem = 120;

/** What pages call the languages of their code, where that is neither Hub's word nor an extension. */
const alsoCalled: Readonly<Record<string, string>> = {
  'c#': 'cs',
  csharp: 'cs',
  'f#': 'fs',
  golang: 'go',
  node: 'javascript',
  console: 'shell',
  'shell-session': 'shell',
  shellscript: 'shell',
  pwsh: 'powershell',
  'objective-c': 'objectivec',
  docker: 'dockerfile',
  make: 'makefile',
  terraform: 'hcl',
  viml: 'vim',
  plaintext: 'txt',
  plain: 'txt',
};

/** `Title of the page.md`, for what is Markdown; without a title that says anything, the host. */
export function markdownName(title: string, url: string): string {
  return `${stemOf(title, url)}.md`;
}

/** The name of a block of code: what it is, as for any text, and its page's title where it says nothing; null if nothing tells its language: then its content does. */
export function codeName(
  language: string | undefined,
  code: string,
  { title, url }: { readonly title: string; readonly url: string },
): string | null {
  const type = typeOfLanguage(language ?? '');
  return type === null ? null : `${textStem(code, { isProgram: true, typeId: type.typeId }) ?? stemOf(title, url)}${type.extension}`;
}

/** Null for a language that has no type here, or one without an extension. */
function typeOfLanguage(language: string): FileType | null {
  const said = language.trim().toLowerCase();
  const known = Object.hasOwn(alsoCalled, said) ? (alsoCalled[said] ?? said) : said;
  const type = fileType(known) ?? fileType(typeOfName(`code.${known}`) ?? '');
  return type?.extension ? type : null;
}

/** A separator in a title is no folder. A title may say what the page shows once only, such as a new token. */
function stemOf(title: string, url: string): string {
  const stem = showsSecret(title) ? '' : plainTitle(title.replace(/[/\\]/g, '-'), longestStem).replace(/^[\s.-]+/u, '');
  return /[\p{L}\p{N}]/u.test(stem) ? stem : hostOf(url);
}

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).hostname.replaceAll(':', '-') : 'page';
}
