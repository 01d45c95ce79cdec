/** The listing of an archive (zip, tar, gzip): a line for each file, its name and its size in bytes. What is in the files is not read. */
import { createGunzip, type Gunzip } from 'node:zlib';
import { extractionLimits } from '../../../contract/words/extraction-limits.ts';
import type { Read, ReadingParts } from '../document-reader.ts';
import { NoText } from '../no-text.ts';
import type { SourceFile } from '../source-file.ts';
import { TarNames } from '../tar-names.ts';

const chunkBytes = 256 * 1024;

export async function readArchive({ source, zip, text, progress }: ReadingParts): Promise<Read> {
  const add = (name: string, bytes: number | null): boolean => {
    text.add(bytes === null ? shownName(name) : `${shownName(name)}\t${bytes}`);
    text.separate('\n');
    return !text.isCut;
  };
  if (zip !== null) {
    for (const { name, bytes } of zip.entries) add(name, bytes);
    if (zip.isCut) text.cut(zip.entries.length < extractionLimits.entries ? 'size' : 'entries');
    return {};
  }
  const magic = source.read(0, 2);
  const isPacked = magic[0] === 0x1f && magic[1] === 0x8b;
  const names = new TarNames(add);
  let inflated = 0;
  let isTar = true;
  for await (const part of isPacked ? unpacked(source) : stored(source)) {
    progress({ done: Math.min(inflated, source.size), of: source.size });
    inflated += part.length;
    isTar &&= names.write(part);
    if (!isTar && !isPacked) throw new NoText('damaged');
    if (text.isCut || names.isAtEnd) return {};
    if (inflated > extractionLimits.unpackedBytes) {
      text.cut('unpacked');
      break;
    }
  }
  if (isPacked && !(isTar && names.hasHeader)) add(nameInGzip(source), inflated);
  else if (!names.isWhole) throw new NoText('damaged');
  return {};
}

/** No line end or tab of a name may look like another entry. */
function shownName(name: string): string {
  return name.replaceAll(/\p{Control}/gu, '\uFFFD');
}

function* stored(source: SourceFile): Generator<Buffer> {
  for (let at = 0; at < source.size; at += chunkBytes) yield source.read(at, chunkBytes);
}

async function* unpacked(source: SourceFile): AsyncGenerator<Buffer> {
  const gunzip = createGunzip({ chunkSize: chunkBytes });
  feed(source, gunzip).catch((error) => gunzip.destroy(error));
  try {
    yield* gunzip;
  } catch (error) {
    throw error instanceof NoText ? error : new NoText('damaged');
  } finally {
    gunzip.destroy();
  }
}

/** Not a byte is read of the file once nobody wants more: it is closed by then. */
async function feed(source: SourceFile, gunzip: Gunzip): Promise<void> {
  for (let at = 0; at < source.size && !gunzip.destroyed; at += chunkBytes) {
    if (gunzip.write(source.read(at, chunkBytes))) continue;
    await new Promise<void>((resolve) => gunzip.once('drain', resolve).once('close', resolve));
  }
  gunzip.end();
}

/** RFC 1952, §2.3: the name stands behind the header and the extra field, if there is one. */
function nameInGzip(source: SourceFile): string {
  const head = source.read(0, 4_096);
  const flags = head[3] ?? 0;
  const at = 10 + ((flags & 4) === 0 ? 0 : 2 + head.readUInt16LE(10));
  const end = (flags & 8) === 0 ? -1 : head.indexOf(0, at);
  return end > at ? head.toString('latin1', at, end) : 'data';
}
