/** The parts of an Office Open XML document, by their relations (ECMA-376 part 2, §6.5). */
import { readXmlText } from './xml-events.ts';
import type { ZipFile } from './zip-file.ts';

export interface Relation {
  readonly id: string;
  /** The last word of its type: `slide`, `notesSlide`, `sharedStrings`. */
  readonly type: string;
  /** The name of the entry. */
  readonly target: string;
}

const mostBytes = 8 * 1024 * 1024;

/** Those of a part to others, or of the whole package with ''. Empty without any. */
export function relationsOf(zip: ZipFile, part: string): readonly Relation[] {
  const folder = part.slice(0, part.lastIndexOf('/') + 1);
  return allRelations(zip, part)
    .filter(({ isExternal }) => !isExternal)
    .map(({ id, type, target }) => ({ id, type, target: resolved(folder, target) }));
}

function allRelations(zip: ZipFile, part: string): readonly (Relation & { readonly isExternal: boolean })[] {
  const slash = part.lastIndexOf('/') + 1;
  const xml = zip.text(`${part.slice(0, slash)}_rels/${part.slice(slash)}.rels`, mostBytes);
  const found: (Relation & { readonly isExternal: boolean })[] = [];
  if (xml === null) return found;
  readXmlText(xml, {
    open: (name, { Id: id = '', Type: type = '', Target: target = '', TargetMode: mode }) => {
      if (name.endsWith('Relationship'))
        found.push({ id, type: type.slice(type.lastIndexOf('/') + 1), target, isExternal: mode === 'External' });
    },
  });
  return found;
}

/** Where the links of a part lead out of the document, by their ids. */
export function linksOf(zip: ZipFile, part: string): ReadonlyMap<string, string> {
  const links = new Map<string, string>();
  for (const { id, type, target, isExternal } of allRelations(zip, part)) if (isExternal && type === 'hyperlink') links.set(id, target);
  return links;
}

/** The main part of a package, such as `word/document.xml`; null if it names none. */
export function mainPart(zip: ZipFile): string | null {
  return relationsOf(zip, '').find(({ type }) => type === 'officeDocument')?.target ?? null;
}

/** A target relative to a folder of the archive. */
export function resolved(folder: string, target: string): string {
  const steps: string[] = [];
  for (const step of (target.startsWith('/') ? target : folder + target).split('/')) {
    if (step === '..') steps.pop();
    else if (step !== '' && step !== '.') steps.push(step);
  }
  return steps.join('/');
}
