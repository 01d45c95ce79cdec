/**
 * Names that programs act on without being asked: when a folder is displayed, or a shell enters it, a file of this name changes the display, loads a
 * picture from a stranger's server, or runs. Content must not control the desktop, so such a name gets a form that no program acts on and every
 * person recognizes. Programs that a user starts by opening them (`.sh`, `.bat`, `.command`) are what they seem, and keep their name.
 */

/** File managers and operating systems read these when they show the folder, shells and prompts when they enter it. */
const actedOn: ReadonlySet<string> = new Set([
  // Explorer and the shell of Windows
  'desktop.ini',
  'autorun.inf',
  'folder.htt',
  'thumbs.db',
  'ehthumbs.db',
  'ehthumbs_vista.db',
  // Finder and the volumes of macOS
  '.ds_store',
  '.localized',
  '.metadata_never_index',
  // Dolphin, Nautilus and what a freedesktop desktop looks for on a medium that is put in
  '.directory',
  '.hidden',
  '.autorun',
  'autorun',
  'autorun.sh',
  '.autoopen',
  'autoopen',
  '.xdg-volume-info',
  '.nomedia',
  // direnv, autoenv, mise; git, which a prompt asks, and which runs what the configuration of a repository names
  '.envrc',
  '.autoenv',
  '.autoenv.zsh',
  '.mise.toml',
  'mise.toml',
  '.git',
  '.gitmodules',
]);

/** Files that point to something else: displaying their icon may contact a server, and opening them opens something hidden. */
const shortcuts: ReadonlySet<string> = new Set([
  '.lnk',
  '.url',
  '.scf',
  '.pif',
  '.website',
  '.library-ms',
  '.searchconnector-ms',
  '.search-ms',
  '.settingcontent-ms',
  '.appref-ms',
  '.theme',
  '.themepack',
  '.deskthemepack',
  '.desktop',
  '.kdelnk',
  '.directory',
  '.webloc',
  '.inetloc',
  '.fileloc',
  '.ftploc',
]);

/** The name itself if no program acts on it; otherwise a similar one: `desktop.ini.txt`, `_envrc`, `page.url.txt`. */
export function harmlessName(name: string): string {
  // Names that a careless script would run: `rm *` takes a name with a dash for an option, and "$name" in nested quotes is evaluated again.
  const quoted = name.replaceAll('`', '_').replaceAll('$(', '_(').replaceAll('${', '_{');
  const plain = quoted.startsWith('-') ? `_${quoted.slice(1)}` : quoted;
  if (!isActedOn(plain)) return plain;
  const seen = plain.startsWith('.') ? `_${plain.slice(1)}` : plain;
  return seen === plain || isActedOn(seen) ? `${seen}.txt` : seen;
}

/** Whether something would act on a file of this name, in whatever case it is written. */
export function isActedOn(name: string): boolean {
  // Both mappings, as file systems compare: `ſ` and the Kelvin sign are an s and a k there.
  const folded = name.toUpperCase().toLowerCase();
  return actedOn.has(folded) || shortcuts.has(folded.slice(Math.max(0, folded.lastIndexOf('.'))));
}

/**
 * Whether a caller's file name is acceptable at all: not empty, no separator, no control character, not `.` or `..`. A plain name may still be saved
 * under a safer one, such as `CON` or `x:ads`.
 */
export function isPlainFileName(name: string): boolean {
  return name !== '' && name !== '.' && name !== '..' && !/[/\\\p{Control}]/u.test(name);
}
