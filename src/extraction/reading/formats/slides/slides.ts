/** PPTX (ECMA-376 part 1, §19): the slides in their order, each with its diagrams, notes and comments. */
import type { Read, ReadingParts } from '../../document-reader.ts';
import { NoText } from '../../no-text.ts';
import { mainPart, relationsOf } from '../../package-relations.ts';
import { readXml, readXmlText, type XmlReader } from '../../xml-events.ts';
import type { ZipFile } from '../../zip-file.ts';
import { SlideBullets } from './slide-bullets.ts';
import { SlideStyles } from './slide-styles.ts';

const besideSlide = ['diagramData', 'chart', 'notesSlide', 'comments'];

export async function readSlides({ zip, text, progress }: ReadingParts): Promise<Read> {
  const main = zip === null ? null : mainPart(zip);
  if (zip === null || main === null) throw new NoText('damaged');
  const slides = slidesInOrder(zip, main);
  const styles = new SlideStyles(zip);
  for (const [at, slide] of slides.entries()) {
    progress({ done: at, of: slides.length });
    const relations = relationsOf(zip, slide);
    const beside = besideSlide.flatMap((type) => relations.filter((one) => one.type === type).map(({ target }) => target));
    for (const part of [slide, ...beside]) {
      styles.begin(part === slide ? relations : []);
      await readXml(zip.parts(part), slideEvents(text, styles), () => text.isCut);
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

function slideEvents(text: ReadingParts['text'], styles: SlideStyles): XmlReader {
  const bullets = new SlideBullets(styles);
  let isBegun = false;
  let hidden = 0;
  let cells = 0;
  let isText = false;
  return {
    open: (name, attributes) => {
      if (name === 'mc:Fallback') hidden += 1;
      if (hidden > 0) return;
      bullets.open(name, attributes);
      if (name === 'a:p') isBegun = false;
      if (textNames.has(name)) isText = true;
      else if (name === 'a:br') text.separate('\n');
      else if (name === 'a:tc') cells += 1;
    },
    close: (name) => {
      if (name === 'mc:Fallback') hidden -= 1;
      if (textNames.has(name)) isText = false;
      bullets.close(name);
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
        text.add(bullets.marker());
      }
      text.add(piece);
    },
  };
}
