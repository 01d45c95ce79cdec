/** PPTX (ECMA-376 part 1, §19): the slides in their order, each with its diagrams, notes and comments. */
import type { Read, ReadingParts } from '../document-reader.ts';
import { NoText } from '../no-text.ts';
import { mainPart, relationsOf } from '../package-relations.ts';
import { readXml, readXmlText, type XmlReader } from '../xml-events.ts';
import type { ZipFile } from '../zip-file.ts';

const besideSlide = ['diagramData', 'chart', 'notesSlide', 'comments'];

export async function readSlides({ zip, text, progress }: ReadingParts): Promise<Read> {
  const main = zip === null ? null : mainPart(zip);
  if (zip === null || main === null) throw new NoText('damaged');
  const slides = slidesInOrder(zip, main);
  for (const [at, slide] of slides.entries()) {
    progress({ done: at, of: slides.length });
    const relations = relationsOf(zip, slide);
    const beside = besideSlide.flatMap((type) => relations.filter((one) => one.type === type).map(({ target }) => target));
    for (const part of [slide, ...beside]) {
      await readXml(zip.parts(part), slideEvents(text), () => text.isCut);
      text.separate('\n');
    }
    text.separate('\n\n');
    if (text.isCut) break;
  }
  return { pages: slides.length };
}

function slidesInOrder(zip: ZipFile, main: string): readonly string[] {
  const xml = zip.text(main);
  if (xml === null) throw new NoText('damaged');
  const targets = new Map(relationsOf(zip, main).map(({ id, target }) => [id, target]));
  const slides: string[] = [];
  readXmlText(xml, {
    open: (name, attributes) => {
      const target = name === 'p:sldId' ? targets.get(attributes['r:id'] ?? '') : undefined;
      if (target !== undefined && zip.entry(target) !== undefined) slides.push(target);
    },
  });
  return slides;
}

/** `a:t` is the text of shapes, `p:text` that of comments, `c:v` a value of a chart. `a:fld` of a slide's number is text too. */
const textNames = new Set(['a:t', 'p:text', 'c:v', 'm:t']);

const mostLevels = 9;

/** The bullet or number that stands before a paragraph, where the paragraph itself says it (§21.1.2.4). */
class Bullets {
  readonly #numbers: number[] = [];
  #isOpen = false;
  #level = 0;
  #marker = '';

  /** Of one box or cell. */
  beginText(): void {
    this.#numbers.length = 0;
  }

  open(name: string, attributes: Readonly<Record<string, string>>): void {
    if (name === 'a:p') [this.#isOpen, this.#level, this.#marker] = [true, 0, ''];
    // The styles of a box have bullets too.
    if (!this.#isOpen) return;
    if (name === 'a:pPr') this.#level = Math.min(mostLevels, Math.max(0, Math.trunc(Number(attributes.lvl ?? 0)) || 0));
    else if (name === 'a:buChar') this.#marker = '•';
    else if (name === 'a:buAutoNum') this.#marker = `${this.#next(Number(attributes.startAt ?? 1))}.`;
  }

  end(): void {
    this.#isOpen = false;
  }

  /** Before the first words of the paragraph; empty after that. */
  take(): string {
    const marker = this.#marker;
    if (marker === '' || marker === '•') this.#numbers.length = Math.min(this.#numbers.length, this.#level);
    this.#marker = '';
    return marker === '' ? '' : `${'  '.repeat(this.#level)}${marker} `;
  }

  /** A list within an item begins anew in the next one. */
  #next(start: number): number {
    const number = this.#numbers[this.#level] ?? (Number.isSafeInteger(start) ? start : 1);
    this.#numbers.length = this.#level;
    this.#numbers[this.#level] = number + 1;
    return number;
  }
}

function slideEvents(text: ReadingParts['text']): XmlReader {
  const bullets = new Bullets();
  let isBegun = false;
  let hidden = 0;
  let cells = 0;
  let isText = false;
  return {
    open: (name, attributes) => {
      if (name === 'mc:Fallback') hidden += 1;
      if (hidden > 0) return;
      bullets.open(name, attributes);
      if (name === 'p:txBody' || name === 'a:txBody') bullets.beginText();
      if (name === 'a:p') isBegun = false;
      if (textNames.has(name)) isText = true;
      else if (name === 'a:br') text.separate('\n');
      else if (name === 'a:tc') cells += 1;
    },
    close: (name) => {
      if (name === 'mc:Fallback') hidden -= 1;
      if (textNames.has(name)) isText = false;
      if (name === 'a:p') bullets.end();
      if (name === 'a:p') text.separate(cells > 0 ? ' ' : '\n');
      else if (name === 'a:tr' || name === 'p:text' || name === 'c:v') text.separate('\n');
      else if (name === 'a:tc') {
        cells -= 1;
        text.separate('\t');
      }
    },
    text: (piece) => {
      if (!isText || hidden > 0) return;
      if (!isBegun && piece.trim() !== '') {
        isBegun = true;
        text.add(bullets.take());
      }
      text.add(piece);
    },
  };
}
