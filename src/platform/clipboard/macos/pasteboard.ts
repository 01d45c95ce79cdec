/** The general pasteboard: NSPasteboard (AppKit). Everything here runs on the thread that has the clipboard, and waits for an owner that writes only when asked. */
import { pathToFileURL } from 'node:url';
import { type Id, isNil, type ObjectiveC } from '../../macos/objective-c.ts';
import { type ClipboardLimits, smallAnswerBytes } from '../limits.ts';
import { concealsByPresence, concealsByValue, marksToRead } from '../marks.ts';
import { filesType, fileType, offerType, planTypes, sourceUrlType } from './formats.ts';

export interface TypeContent {
  readonly mediaType: string;
  /** The memory is its own. */
  readonly bytes: Buffer | 'too-large' | 'refused';
}

/** No program has 100 types, or one with a long name; with more, one may hide a mark. */
const mostTypes = 1_024;
const longestType = 1_024;
/** A mark is on the first item; each file is an item. */
const itemsWithTypes = 64;
const longestAddress = 32_768;
/** NSPasteboardAccessBehaviorAlwaysDeny, since macOS 15.4. */
const alwaysDeny = 3;

export class Pasteboard {
  readonly #objc: ObjectiveC;

  constructor(objc: ObjectiveC) {
    this.#objc = objc;
  }

  /** It grows with each copy, and by how much is the copying program's affair. Costs no more than a question to the server of pasteboards. */
  get changeCount(): number {
    return this.#objc.pooled(() => this.#objc.integer(this.#general(), 'changeCount'));
  }

  /** The user has forbidden it. Older systems do not ask. */
  get isDenied(): boolean {
    return this.#objc.pooled(() => {
      const general = this.#general();
      return this.#objc.responds(general, 'accessBehavior') && this.#objc.integer(general, 'accessBehavior') === alwaysDeny;
    });
  }

  /** Of all items. Null if there are more than any program has. Reads no content, so the user is not asked. */
  types(): readonly string[] | null {
    return this.#objc.pooled(() => {
      const general = this.#general();
      const names = new Set<string>();
      if (!this.#addTypes(general, names)) return null;
      for (const item of this.#firstItems(general)) if (!this.#addTypes(item, names)) return null;
      return [...names];
    });
  }

  /** The marks, and if none conceals the copy, the types of the plan. Null if it is concealed. */
  read(
    limits: ClipboardLimits,
    isTextAlone: boolean,
  ): { readonly contents: readonly TypeContent[]; readonly sourceUrl: string | null } | null {
    const types = this.types();
    if (types === null || this.#isConcealed(types)) return null;
    let leftBytes = limits.copyBytes;
    const contents = planTypes(types, limits, isTextAlone).map(({ type, mediaType, limitBytes }): TypeContent => {
      const most = Math.min(limitBytes, leftBytes);
      const bytes = this.#content(type, most);
      if (typeof bytes !== 'string') leftBytes -= bytes.length;
      return { mediaType, bytes };
    });
    // A program that announces its types one after the other may have come to its mark only now.
    const typesNow = this.types();
    if (typesNow === null || this.#isConcealed(typesNow)) return null;
    const page = types.includes(sourceUrlType) ? this.#bytes(sourceUrlType, smallAnswerBytes) : 'refused';
    return { contents, sourceUrl: typeof page === 'string' ? null : page.toString('utf8') };
  }

  /** The count of changes that this made; null if the system takes none of it. */
  write(formats: readonly { readonly format: string; readonly bytes: Uint8Array }[]): number | null {
    return this.#objc.pooled(() => {
      const objc = this.#objc;
      const general = this.#general();
      const types = this.#array([...formats.map(({ format }) => format), offerType].map((type) => objc.string(type)));
      const count = objc.integer(general, 'declareTypes:owner:', types, null);
      const written = formats.map(({ format, bytes }) =>
        format === filesType
          ? objc.flag(
              general,
              'setPropertyList:forType:',
              this.#array(pathsOf(bytes).map((each) => objc.string(each))),
              objc.string(format),
            )
          : objc.flag(general, 'setData:forType:', objc.data(bytes), objc.string(format)),
      );
      const isMarked = objc.flag(general, 'setData:forType:', objc.data(Buffer.from([1])), objc.string(offerType));
      return isMarked && written.includes(true) ? count : null;
    });
  }

  #general(): Id {
    return this.#objc.object(this.#objc.classNamed('NSPasteboard'), 'generalPasteboard');
  }

  #content(type: string, limitBytes: number): Buffer | 'too-large' | 'refused' {
    if (type === filesType) return this.#files(limitBytes);
    return type === fileType ? this.#file() : this.#bytes(type, limitBytes);
  }

  #isConcealed(types: readonly string[]): boolean {
    if (concealsByPresence(types)) return true;
    return marksToRead(types).some((mark) => {
      const value = this.#bytes(mark, smallAnswerBytes);
      return concealsByValue(mark, typeof value === 'string' ? null : value);
    });
  }

  /** False if there are too many. */
  #addTypes(of: Id, names: Set<string>): boolean {
    const types = this.#objc.object(of, 'types');
    const count = this.#objc.count(types, 'count');
    if (count + names.size > mostTypes) return false;
    for (let at = 0; at < count; at += 1) {
      const name = this.#objc.textOf(this.#objc.objectOfNumber(types, 'objectAtIndex:', at), longestType);
      if (name === null) return false;
      names.add(name);
    }
    return true;
  }

  #bytes(type: string, limitBytes: number): Buffer | 'too-large' | 'refused' {
    return this.#objc.pooled(() => {
      const data = this.#objc.object(this.#general(), 'dataForType:', this.#objc.string(type));
      return isNil(data) ? 'refused' : this.#objc.bytesOf(data, limitBytes);
    });
  }

  /** As `text/uri-list`. */
  #files(limitBytes: number): Buffer | 'too-large' | 'refused' {
    return this.#objc.pooled(() => {
      const objc = this.#objc;
      const paths = objc.object(this.#general(), 'propertyListForType:', objc.string(filesType));
      if (isNil(paths) || !objc.isKindOf(paths, 'NSArray')) return 'refused';
      const list: string[] = [];
      let leftBytes = limitBytes;
      for (let at = 0; at < objc.count(paths, 'count'); at += 1) {
        const each = objc.objectOfNumber(paths, 'objectAtIndex:', at);
        const filePath = objc.isKindOf(each, 'NSString') ? objc.textOf(each, longestAddress) : null;
        if (filePath === null || !filePath.startsWith('/')) continue;
        const line = `${pathToFileURL(filePath).href}\r\n`;
        leftBytes -= line.length;
        if (leftBytes < 0) return 'too-large';
        list.push(line);
      }
      return list.length === 0 ? 'refused' : ownBytes(list.join(''));
    });
  }

  /** Of one file. An address of Finder names it by its number, so its path is asked for. */
  #file(): Buffer | 'refused' {
    return this.#objc.pooled(() => {
      const objc = this.#objc;
      const bytes = this.#bytes(fileType, longestAddress);
      if (typeof bytes === 'string') return 'refused';
      const url = objc.object(objc.classNamed('NSURL'), 'URLWithString:', objc.string(bytes.toString('utf8').replaceAll('\0', '')));
      const withPath = isNil(url) ? null : objc.object(url, 'filePathURL');
      const address = objc.textOf(objc.object(withPath, 'absoluteString'), longestAddress);
      return address?.startsWith('file:') ? ownBytes(`${address}\r\n`) : 'refused';
    });
  }

  #firstItems(general: Id): readonly Id[] {
    const objc = this.#objc;
    if (!objc.responds(general, 'pasteboardItems')) return [];
    const items = objc.object(general, 'pasteboardItems');
    return Array.from({ length: Math.min(itemsWithTypes, objc.count(items, 'count')) }, (_, at) =>
      objc.objectOfNumber(items, 'objectAtIndex:', at),
    );
  }

  #array(objects: readonly Id[]): Id {
    const array = this.#objc.object(this.#objc.classNamed('NSMutableArray'), 'array');
    for (const object of objects) this.#objc.tell(array, 'addObject:', object);
    return array;
  }
}

/** Of a `text/uri-list`: what is not a file is left out. */
function pathsOf(uriList: Uint8Array): readonly string[] {
  const lines = Buffer.from(uriList.buffer, uriList.byteOffset, uriList.length).toString('utf8').split(/\r?\n/);
  return lines.flatMap((line) => {
    if (!/^file:/i.test(line) || !URL.canParse(line)) return [];
    const { hostname, pathname } = new URL(line);
    return hostname === '' || hostname === 'localhost' ? [decodedPath(pathname)].filter((each) => each !== null) : [];
  });
}

/** Null if it is no text. */
function decodedPath(pathname: string): string | null {
  try {
    const decoded = decodeURIComponent(pathname);
    return decoded.includes('\0') ? null : decoded;
  } catch {
    return null;
  }
}

/** In memory of its own, which can be moved to another thread. */
function ownBytes(text: string): Buffer {
  const own = Buffer.allocUnsafeSlow(Buffer.byteLength(text));
  own.write(text, 'utf8');
  return own;
}
