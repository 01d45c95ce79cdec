/** The folders of an icon theme (freedesktop Icon Theme Specification 0.13) that may have the icon of a program, the best first. */

export interface IconTheme {
  /** Paths below the theme's folder. */
  readonly folders: readonly string[];
  /** The themes that have what this one lacks. */
  readonly inherits: readonly string[];
}

const mostLines = 10_000;
const mostFolders = 24;
const mostParents = 8;

/** Reads an `index.theme`. `size`: of the icon that is wanted, in pixels. What does not lie below the theme's folder is left out. */
export function iconTheme(text: string, size: number): IconTheme {
  const groups = groupsOf(text);
  const theme = groups.get('Icon Theme');
  const found = listOf(theme?.get('Directories')).flatMap((folder) => {
    const keys = groups.get(folder);
    const isOfPrograms = keys?.get('Context')?.toLowerCase() === 'applications' || folder.split('/').includes('apps');
    if (keys === undefined || !isOfPrograms || !isBelow(folder)) return [];
    return [{ folder, away: distance(Number(keys.get('Size')), Number(keys.get('Scale') ?? 1), keys.get('Type') === 'Scalable', size) }];
  });
  const folders = found.toSorted((one, other) => one.away - other.away).map(({ folder }) => folder);
  return { folders: folders.slice(0, mostFolders), inherits: listOf(theme?.get('Inherits')).filter(isThemeName).slice(0, mostParents) };
}

/** Whether this can be the name of a theme's folder. */
export function isThemeName(name: string): boolean {
  return name !== '' && name.length <= 100 && !/[/\\\0]/.test(name) && !name.startsWith('.');
}

/** Larger pictures are drawn smaller without loss; smaller ones look coarse; those that scale come after those that fit. */
function distance(size: number, scale: number, isScalable: boolean, wanted: number): number {
  const pixels = size * scale;
  if (isScalable) return 0.5;
  if (!Number.isFinite(pixels) || pixels <= 0) return 10_000;
  return pixels >= wanted ? pixels - wanted : 1_000 + wanted - pixels;
}

function isBelow(folder: string): boolean {
  return folder.length <= 200 && !folder.startsWith('/') && !folder.includes('\0') && !folder.split('/').includes('..');
}

function listOf(value = ''): readonly string[] {
  return value.split(',', 2_000).map((part) => part.trim());
}

function groupsOf(text: string): ReadonlyMap<string, ReadonlyMap<string, string>> {
  const groups = new Map<string, Map<string, string>>();
  let keys: Map<string, string> | null = null;
  for (const raw of text.split('\n', mostLines)) {
    const line = raw.trim();
    if (line.startsWith('[') && line.endsWith(']')) {
      const name = line.slice(1, -1);
      keys = groups.get(name) ?? new Map();
      groups.set(name, keys);
    }
    const equals = line.indexOf('=');
    if (equals > 0 && !line.startsWith('#')) keys?.set(line.slice(0, equals).trim(), line.slice(equals + 1).trim());
  }
  return groups;
}
