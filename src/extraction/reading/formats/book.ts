/** EPUB (EPUB 3.3): the chapters in the order in which they are read. */
import type { Read, ReadingParts } from '../document-reader.ts';
import { addMarkupText } from '../markup-text.ts';
import { NoText } from '../no-text.ts';
import { resolved } from '../package-relations.ts';
import { addMarkupBlocks } from '../structure/markup-blocks.ts';
import { readXmlText } from '../xml-events.ts';
import type { ZipFile } from '../zip-file.ts';

const mostBytesOfPackage = 8 * 1024 * 1024;

export function readBook({ zip, text, structure, progress }: ReadingParts): Read {
  if (zip === null) throw new NoText('damaged');
  const chapters = chaptersOf(zip);
  const locked = lockedParts(zip);
  if (structure !== null) structure.knows = 'blocks';
  for (const [at, chapter] of chapters.entries()) {
    progress({ done: at, of: chapters.length });
    if (locked.has(chapter)) throw new NoText('encrypted');
    const markup = zip.text(chapter) ?? '';
    if (structure !== null) addMarkupBlocks(markup, structure);
    addMarkupText(markup, text);
    text.separate('\n\n');
    if (text.isCut) break;
  }
  return { pages: Math.max(1, chapters.length) };
}

function chaptersOf(zip: ZipFile): readonly string[] {
  const container = zip.text('META-INF/container.xml', mostBytesOfPackage);
  let opf = '';
  if (container !== null) {
    readXmlText(container, {
      open: (name, attributes) => {
        if (name.endsWith('rootfile') && opf === '') opf = resolved('', attributes['full-path'] ?? '');
      },
    });
  }
  const xml = zip.text(opf, mostBytesOfPackage);
  if (xml === null) throw new NoText('damaged');
  const folder = opf.slice(0, opf.lastIndexOf('/') + 1);
  const items = new Map<string, string>();
  const order: string[] = [];
  readXmlText(xml, {
    open: (name, { id, href, idref }) => {
      const local = name.slice(name.indexOf(':') + 1);
      if (local === 'item' && id !== undefined && href !== undefined) items.set(id, resolved(folder, decoded(href)));
      if (local === 'itemref' && idref !== undefined) order.push(idref);
    },
  });
  return order.flatMap((id) => items.get(id) ?? []).filter((name) => zip.entry(name) !== undefined);
}

function decoded(href: string): string {
  try {
    return decodeURIComponent(href.split('#')[0] ?? '');
  } catch {
    return href;
  }
}

/** Those that a shop has encrypted; fonts are, in many books that anybody may read. */
function lockedParts(zip: ZipFile): ReadonlySet<string> {
  const xml = zip.text('META-INF/encryption.xml', mostBytesOfPackage);
  const locked = new Set<string>();
  if (xml === null) return locked;
  readXmlText(xml, {
    open: (name, attributes) => {
      if (name.endsWith('CipherReference')) locked.add(resolved('', decoded(attributes.URI ?? '')));
    },
  });
  return locked;
}
