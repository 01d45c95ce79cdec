/**
 * Icons of installed programs, from the user's icon theme, the themes that it inherits from, and `hicolor`, which every program fills. Read when the
 * page first shows a program, and kept; every number of folders, files and bytes has a bound.
 */
import path from 'node:path';
import { LeastRecentlyUsed } from '../../../domain/least-recently-used.ts';
import { isHarmlessSvg } from '../../../domain/picture/harmless-svg.ts';
import { type IconTheme, iconTheme, isThemeName } from '../../../domain/programs/icon-theme.ts';
import { dataFolders, type ProgramEnvironment } from '../../../platform/programs/data-folders.ts';
import { readBounded } from '../../../platform/programs/read-bounded.ts';
import { isForPage, type PagePicture } from '../window/page-content.ts';

/** Drawn at up to 24 pixels of the page, which a screen may show with twice as many. */
const wantedPixels = 48;
const longestIcon = 128 * 1024;
const longestIndex = 512 * 1024;
const longestSettings = 64 * 1024;
const mostIcons = 64;
const mostThemes = 10;

/** PNG first: an SVG costs the page more to draw. */
const kinds = [
  ['.png', 'image/png'],
  ['.svg', 'image/svg+xml'],
] as const;

interface FoundTheme {
  /** Its folders, one in each place where there may be icons. */
  readonly places: readonly string[];
  readonly theme: IconTheme;
}

export class ProgramIcons {
  readonly #env: ProgramEnvironment;
  #icons = new LeastRecentlyUsed<Promise<PagePicture | null>>(() => mostIcons);
  #themes: Promise<readonly FoundTheme[]> | null = null;

  constructor(env: ProgramEnvironment) {
    this.#env = env;
  }

  /** @param icon a name, or the absolute path of a file: `InstalledProgram.icon`. Never rejects. */
  icon(icon: string): Promise<PagePicture | null> {
    const known = this.#icons.get(icon);
    if (known !== undefined) return known;
    const found = this.#find(icon);
    this.#icons.set(icon, found);
    return found;
  }

  /** What is installed has changed. */
  forget(): void {
    this.#icons = new LeastRecentlyUsed(() => mostIcons);
    this.#themes = null;
  }

  async #find(icon: string): Promise<PagePicture | null> {
    if (path.isAbsolute(icon)) {
      const [, mediaType] = kinds.find(([ending]) => icon.endsWith(ending)) ?? [];
      return mediaType === undefined ? null : readIcon(icon, mediaType);
    }
    this.#themes ??= this.#readThemes();
    for (const { places, theme } of await this.#themes) {
      for (const folder of theme.folders) {
        const found = await firstIcon(places.map((place) => path.join(place, folder, icon)));
        if (found !== null) return found;
      }
    }
    return firstIcon(dataFolders(this.#env).map((folder) => path.join(folder, 'pixmaps', icon)));
  }

  async #readThemes(): Promise<readonly FoundTheme[]> {
    const { HOME } = this.#env;
    const bases = [...(HOME ? [path.join(HOME, '.icons')] : []), ...dataFolders(this.#env).map((folder) => path.join(folder, 'icons'))];
    const wanted = [await this.#chosenTheme(), 'hicolor'].filter(isThemeName);
    const found = new Map<string, FoundTheme>();
    for (let name = wanted.shift(); name !== undefined && found.size < mostThemes; name = wanted.shift()) {
      if (found.has(name)) continue;
      const places = bases.map((base) => path.join(base, name));
      const index = await firstRead(places.map((place) => path.join(place, 'index.theme')));
      const theme = iconTheme(index, wantedPixels);
      found.set(name, { places, theme });
      wanted.splice(wanted.length - (wanted.at(-1) === 'hicolor' ? 1 : 0), 0, ...theme.inherits);
    }
    return [...found.values()];
  }

  /** As GTK's settings file names it; empty without one. */
  async #chosenTheme(): Promise<string> {
    const { XDG_CONFIG_HOME, HOME } = this.#env;
    const folder = XDG_CONFIG_HOME || (HOME ? path.join(HOME, '.config') : '');
    if (folder === '') return '';
    const text = await firstRead(
      ['gtk-4.0', 'gtk-3.0'].map((each) => path.join(folder, each, 'settings.ini')),
      longestSettings,
    );
    const line = text.split('\n', 1_000).find((each) => each.trim().startsWith('gtk-icon-theme-name'));
    return line?.slice(line.indexOf('=') + 1).trim() ?? '';
  }
}

async function firstRead(files: readonly string[], mostBytes = longestIndex): Promise<string> {
  for (const file of files) {
    const bytes = await readBounded(file, mostBytes);
    if (bytes !== null) return bytes.toString('utf8');
  }
  return '';
}

/** @param files without their endings. */
async function firstIcon(files: readonly string[]): Promise<PagePicture | null> {
  for (const [ending, mediaType] of kinds) {
    for (const file of files) {
      const found = await readIcon(`${file}${ending}`, mediaType);
      if (found !== null) return found;
    }
  }
  return null;
}

async function readIcon(file: string, mediaType: string): Promise<PagePicture | null> {
  const bytes = await readBounded(file, longestIcon, true);
  if (bytes === null) return null;
  const icon = { bytes, mediaType };
  return isIconForPage(icon) ? icon : null;
}

/** Whether the page may draw it. */
export function isIconForPage(icon: PagePicture): boolean {
  return icon.mediaType === 'image/svg+xml' ? isHarmlessSvg(icon.bytes) : isForPage(icon, 'face');
}
