/**
 * Which files may be opened from the window. Opening passes a file to the program registered for its type; that program would run a program, a script
 * or a page with scripts, whose content was copied from anywhere. Those are shown in their folder instead.
 */

const endings = (list: string): ReadonlySet<string> => new Set(list.split(' '));

/** Extensions of files that are viewed or edited, on every system. */
const looked = endings(
  'txt md markdown rst adoc org log csv tsv json jsonl yaml yml toml ini xml po srt vtt bib tex ' +
    'png jpg jpeg gif webp bmp tif tiff avif heic ico pdf epub ' +
    'docx xlsx pptx odt ods odp rtf mp3 ogg flac wav m4a mp4 webm mkv mov avi zip gz xz zst 7z tar',
);

/** Programs, scripts that a program is registered for somewhere (Debian's Python is for its own), installers, links, pages, and documents with macros. */
const running = endings(
  'desktop exe com bat cmd ps1 psm1 scr pif cpl lnk url js jse mjs cjs vbs vbe wsf wsh hta reg inf jar jnlp py pyw pyc rb pl php tcl lua ' +
    'html htm xhtml mht mhtml svg app command tool workflow pkg dmg msi msix appx deb rpm apk appimage flatpak snap run bin so dll out docm xlsm pptm',
);

/** Extensions of texts that Linux and macOS open in an editor. Windows may run any of them: by extension only, whatever is in it. */
const edited = endings(
  'conf cfg config cnf env lock properties service timer socket list rules repo c h cc cpp cxx hpp hh cs go rs java kt swift scala hs ts tsx jsx ' +
    'css scss less sql diff patch orig proto graphql gql cmake mk am ac m4 gradle tf hcl sty cls json5 jsonc ndjson geojson tmpl template example ' +
    'sample sum mod sh bash zsh ksh',
);

/** `by-content`: its name does not tell (openingByContent). `runs` and `unknown` are shown in their folder. */
export type Opening = 'opened' | 'by-content' | 'runs' | 'unknown';

/** What a file's name says. A name without an extension, such as `hostname`, says nothing. */
export function openingByName(file: string, system: NodeJS.Platform): Opening {
  const base = file.slice(Math.max(file.lastIndexOf('/'), file.lastIndexOf('\\')) + 1);
  const ending = /[^.]\.([a-z0-9]{1,8})$/i.exec(base)?.[1]?.toLowerCase();
  if (ending !== undefined && looked.has(ending)) return 'opened';
  if (ending !== undefined && running.has(ending)) return 'runs';
  const isPlain = ending === undefined ? base !== '' && !base.slice(1).includes('.') : edited.has(ending);
  return isPlain && system !== 'win32' ? 'by-content' : 'unknown';
}

export interface LookedAt {
  /** Of any user. */
  readonly isExecutable: boolean;
  /** Its first bytes, read as UTF-8. */
  readonly head: string;
}

/** So many bytes show what a file is. */
export const headBytesLookedAt = 1_024;

const scriptOfShell = /^#! ?(?:\/[a-z]{1,10}){0,3}\/(?:env )?(?:ba|da|z|k)?sh(?: -[a-z]{1,4})?\s/;
/** Where desktops recognize a page, a picture with scripts or an entry of a menu whatever its name is. */
const acted = /<(?:!doctype|html|head|body|script|svg|title|\?xml|\?php)|\[desktop entry\]/i;

/** What the beginning of a file says whose name does not tell: plain text is opened, and a script that the system can run is not. */
export function openingByContent({ isExecutable, head }: LookedAt): Opening {
  if (/^(?:.ELF|MZ)/.test(head) || acted.test(head)) return 'runs';
  // A shell's script that is not executable opens in an editor; for those of other languages a program may be registered that runs them.
  if (head.startsWith('#!')) return isExecutable || !scriptOfShell.test(`${head}\n`) ? 'runs' : 'opened';
  return /[^\P{Control}\s]/u.test(head) ? 'unknown' : 'opened';
}
