/** What the window or the page where something was copied is about. Titles come from strangers. Pure. */
import type { CaptureSource } from '../../contract/journal.ts';
import { lastPart } from '../view/shown-place.ts';
import { oneLine } from '../view/shown-text.ts';

/** A shorter part of a program's name says nothing: `gtk`, `org`. */
const shortestPart = 4;
const longestTitle = 200;

/** How the titles begin of documents that have no name yet, as programs call them in several languages, and of windows that have no document. */
const UNNAMED =
  /^[[(<]?(?:untitled|unnamed|unsaved|new|unbenannt(?:es)?|ohne titel|neues?|sans (?:nom|titre)|sin (?:nombre|título)|senza (?:nome|titolo)|sem (?:nome|título)|naamloos|namnlös|bez nazwy|无标题|未命名|未保存|新建|無題|book|mappe|classeur|libro|document|dokument|图像|image|bild|terminal|konsole|console)(?![\p{L}\p{M}])/iu;
/** What may follow: numbers, what stands in brackets, and these words. `New contract` is a name. */
const KINDS: ReadonlySet<string> = new Set(
  'document dokument documento file datei fichier archivo tab window fenster page seite note notiz text image bild picture drawing zeichnung table tabelle spreadsheet presentation präsentation book mappe folder ordner 文档 文件 图像 标签页'.split(
    ' ',
  ),
);
/** GIMP's number of a picture, before all that it knows of it: `[pier] (imported)-1.0 (RGB color 8-bit …) 640x400`. */
const PICTURE_NUMBER = /-\d{1,6}\.\d{1,6} \(/;
/** A shell in a terminal. */
const PROMPT = /^[\w.-]+@[\w.-]+(?::|$)|^[~/]/u;

/**
 * The title of the document that was copied from, without the name of its program and its extension: a name for what says none itself. Null if there
 * is none.
 */
export function sourceTitle({ type, name, app }: CaptureSource): string | null {
  const title = type === 'web' ? oneLine(name, longestTitle) : windowSubject(app.windowTitle ?? '', programNames(app.name ?? ''));
  const facts = title.search(PICTURE_NUMBER);
  const named = facts < 0 ? title : title.slice(0, facts).replace(/ \([^()]{1,30}\)$/u, '');
  const document = named
    .replace(/^[*•●✱]\s*/u, '')
    .replace(/^\[([^[\]]+)\]$/u, '$1')
    .replace(/ ?(?:\*|\[[^[\]]*\]|\((?:modified|read-only|geändert|schreibgeschützt|已修改|只读)\))$/iu, '')
    .replace(/\.[a-z][a-z0-9]{1,4}$/iu, '')
    .trim();
  return document === '' || isUnnamed(document) || PROMPT.test(document) ? null : document;
}

function isUnnamed(title: string): boolean {
  const name = UNNAMED.exec(title)?.[0];
  if (name === undefined) return false;
  const words = title
    .slice(name.length)
    .replace(/\([^()]*\)|\[[^[\]]*\]/g, ' ')
    .toLowerCase()
    .split(/[^\p{L}\p{M}]+/u);
  return words.every((word) => [...word].length < 2 || KINDS.has(word));
}

/** `libreoffice-calc` writes "LibreOffice Calc" into its title. */
function programNames(name: string): readonly string[] {
  return [name, ...name.split(/[^\p{L}\p{N}]+/u).filter((part) => part.length >= shortestPart)];
}

/** The title of a window without the name of its program, which most programs put at the end: `package.json - hub - Visual Studio Code` of `Code`. */
export function windowSubject(title: string, programs: readonly string[]): string {
  const whole = oneLine(title, 300);
  const parts = whole.split(/ [-–—|] /);
  const last = parts.at(-1) ?? '';
  const words = last.toLowerCase().split(/[^\p{Letter}\p{Number}]+/u);
  const names = programs.map((program) =>
    lastPart(program)
      .toLowerCase()
      .replace(/\.exe$/, ''),
  );
  const namesProgram = names.some((name) => name !== '' && (last.toLowerCase() === name || words.includes(name)));
  // With its separators as they are: the page says the same title.
  return oneLine(namesProgram ? whole.slice(0, Math.max(0, whole.length - last.length - ' - '.length)) : whole, 80);
}
