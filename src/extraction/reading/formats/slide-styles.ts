/**
 * Whether the paragraphs of a slide have bullets or numbers where they don't say it themselves (ECMA-376 part 1, §19.3.1.36, §21.1.2.4): the box says it for each level, else the
 * same box of the slide's layout, that of its master, and last the styles of the master for titles, bodies and others.
 */
import { NoText } from '../no-text.ts';
import { relationsOf } from '../package-relations.ts';
import { readXmlText } from '../xml-events.ts';
import type { ZipFile } from '../zip-file.ts';

export type ItemMarker = { readonly kind: 'none' | 'bullet' } | { readonly kind: 'number'; readonly start: number };

/** By level, from 0 on. */
export type ListStyle = Map<number, ItemMarker>;

type Attributes = Readonly<Record<string, string>>;

/** Which box of the layout a box is (§19.3.1.36). */
export interface Placeholder {
  readonly type: string;
  readonly index: string;
}

interface Box {
  placeholder: Placeholder | null;
  readonly style: ListStyle;
}

interface Sheet {
  readonly boxes: readonly Box[];
  /** `titleStyle`, `bodyStyle` and `otherStyle` of a master. */
  readonly styles: ReadonlyMap<string, ListStyle>;
}

const mostBytes = 8 * 1024 * 1024;
const mostBoxes = 1_000;
const nothing: Sheet = { boxes: [], styles: new Map() };
const ofTitle = new Set(['title', 'ctrTitle']);
const ofOthers = new Set(['dt', 'ftr', 'sldNum', 'hdr', 'sldImg']);

export function placeholderIn({ type = 'obj', idx = '0' }: Attributes): Placeholder {
  return { type, index: idx };
}

/** Null for an element that says nothing about it. */
export function itemMarker(name: string, { startAt }: Attributes): ItemMarker | null {
  if (name === 'a:buNone') return { kind: 'none' };
  if (name === 'a:buChar' || name === 'a:buBlip') return { kind: 'bullet' };
  if (name !== 'a:buAutoNum') return null;
  const start = Number(startAt ?? 1);
  return { kind: 'number', start: Number.isSafeInteger(start) ? start : 1 };
}

/** Hears the styles of a box, and of each its level. */
export class StyleReader {
  #style: ListStyle | null = null;
  #level = 0;

  begin(style: ListStyle): void {
    this.#style = style;
  }

  end(): void {
    this.#style = null;
  }

  open(name: string, attributes: Attributes): void {
    if (this.#style === null) return;
    const level = /^a:lvl([1-9])pPr$/.exec(name)?.[1];
    if (level !== undefined) this.#level = Number(level) - 1;
    const marker = itemMarker(name, attributes);
    if (marker !== null) this.#style.set(this.#level, marker);
  }
}

/** The layouts and masters of a presentation, each read once. */
export class SlideStyles {
  readonly #zip: ZipFile;
  readonly #sheets = new Map<string, Sheet>();
  #layout: Sheet = nothing;
  #master: Sheet = nothing;

  constructor(zip: ZipFile) {
    this.#zip = zip;
  }

  /** Of a slide; of what is beside it with null, which has none. */
  begin(slide: string | null): void {
    const layout = slide === null ? null : this.#related(slide, 'slideLayout');
    const master = layout === null ? null : this.#related(layout, 'slideMaster');
    [this.#layout, this.#master] = [this.#sheet(layout), this.#sheet(master)];
  }

  marker({ type, index }: Placeholder, level: number): ItemMarker | null {
    const inLayout = this.#layout.boxes.find(({ placeholder }) => placeholder?.index === index && isAlike(placeholder.type, type));
    const inMaster = this.#master.boxes.find(
      ({ placeholder }) => placeholder !== null && styleOf(placeholder.type) === styleOf(inLayout?.placeholder?.type ?? type),
    );
    const ofMaster = this.#master.styles.get(styleOf(inLayout?.placeholder?.type ?? type));
    return inLayout?.style.get(level) ?? inMaster?.style.get(level) ?? ofMaster?.get(level) ?? null;
  }

  #related(part: string, type: string): string | null {
    return relationsOf(this.#zip, part).find((one) => one.type === type)?.target ?? null;
  }

  #sheet(part: string | null): Sheet {
    if (part === null) return nothing;
    const known = this.#sheets.get(part) ?? sheetIn(this.#zip.text(part, mostBytes));
    this.#sheets.set(part, known);
    return known;
  }
}

function sheetIn(xml: string | null): Sheet {
  const boxes: Box[] = [];
  const styles = new Map<string, ListStyle>();
  const reader = new StyleReader();
  try {
    readXmlText(xml ?? '', {
      open: (name, attributes) => {
        const box = boxes.at(-1);
        if (name === 'p:sp' && boxes.length < mostBoxes) boxes.push({ placeholder: null, style: new Map() });
        else if (name === 'p:ph' && box !== undefined) box.placeholder = placeholderIn(attributes);
        else if (name === 'a:lstStyle' && box !== undefined) reader.begin(box.style);
        else if (/^p:(?:title|body|other)Style$/.test(name)) {
          const style: ListStyle = new Map();
          styles.set(name.slice(2), style);
          reader.begin(style);
        } else reader.open(name, attributes);
      },
      close: (name) => {
        if (name === 'a:lstStyle' || name.endsWith('Style')) reader.end();
      },
    });
  } catch (error) {
    // How paragraphs look is no reason not to read them.
    if (!(error instanceof NoText)) throw error;
  }
  return { boxes, styles };
}

/** A slide may leave out what type its box is; its number tells then. */
function isAlike(ofLayout: string, ofSlide: string): boolean {
  return ofSlide === 'obj' || styleOf(ofLayout) === styleOf(ofSlide);
}

function styleOf(type: string): string {
  if (ofTitle.has(type)) return 'titleStyle';
  return ofOthers.has(type) ? 'otherStyle' : 'bodyStyle';
}
