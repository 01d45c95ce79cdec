/**
 * Whether the paragraphs of a slide have bullets or numbers where they don't say it themselves (ECMA-376 part 1, §19.3.1.36, §21.1.2.4): the box says it for each level, else the
 * same box of the slide's layout, that of its master, and last the styles of the master for titles, bodies and others.
 */
import { NoText } from '../../no-text.ts';
import { type Relation, relationsOf } from '../../package-relations.ts';
import { readXmlText, type XmlReader } from '../../xml-events.ts';
import type { ZipFile } from '../../zip-file.ts';

export type ItemMarker = { readonly kind: 'none' | 'bullet' } | { readonly kind: 'number'; readonly start: number };

/** By level, from 0 on. */
export type ListStyle = Map<number, ItemMarker>;

type Attributes = Readonly<Record<string, string>>;

/** Which box of the layout a box is (§19.3.1.36). */
export interface Placeholder {
  readonly type: string;
  readonly index: string;
}

/** Its boxes by what is looked for, and of those that are alike the first. */
interface Sheet {
  /** By their index, and by {@link boxKey}: a slide may leave out what type its box is, and the index tells then. */
  readonly boxes: ReadonlyMap<string, Box>;
  /** By the name of the style that a master has for such boxes. */
  readonly boxesOfStyle: ReadonlyMap<string, Box>;
  /** `titleStyle`, `bodyStyle` and `otherStyle` of a master. */
  readonly styles: ReadonlyMap<string, ListStyle>;
}

interface Box {
  readonly type: string;
  readonly style: ListStyle;
}

interface Layout {
  readonly sheet: Sheet;
  readonly master: Sheet;
}

const mostBytes = 8 * 1024 * 1024;
const mostBoxes = 1_000;
/** Of a presentation, and as many masters: each may take as much memory as its boxes. */
const mostLayouts = 100;
const noSheet: Sheet = { boxes: new Map(), boxesOfStyle: new Map(), styles: new Map() };
const noLayout: Layout = { sheet: noSheet, master: noSheet };
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
  /** Null before the first, and in what holds for none (`a:defPPr`). */
  #level: number | null = null;

  begin(style: ListStyle): void {
    [this.#style, this.#level] = [style, null];
  }

  end(): void {
    this.#style = null;
  }

  open(name: string, attributes: Attributes): void {
    if (this.#style === null) return;
    const level = /^a:lvl([1-9])pPr$/.exec(name)?.[1];
    if (level !== undefined) this.#level = Number(level) - 1;
    else if (name === 'a:defPPr') this.#level = null;
    const marker = this.#level === null ? null : itemMarker(name, attributes);
    if (marker !== null && this.#level !== null) this.#style.set(this.#level, marker);
  }
}

/** The layouts and masters of a presentation, each read once, also one that cannot be read. */
export class SlideStyles {
  readonly #zip: ZipFile;
  readonly #layouts = new Map<string, Layout>();
  readonly #masters = new Map<string, Sheet>();
  #layout: Layout = noLayout;

  constructor(zip: ZipFile) {
    this.#zip = zip;
  }

  /** Of a slide with these relations; of what is beside it with none, which has no layout. Never throws `NoText`. */
  begin(relations: readonly Relation[]): void {
    const part = targetOf(relations, 'slideLayout');
    this.#layout = part === null ? noLayout : once(this.#layouts, part, () => this.#layoutIn(part), noLayout);
  }

  marker({ type, index }: Placeholder, level: number): ItemMarker | null {
    const { sheet, master } = this.#layout;
    const inLayout = sheet.boxes.get(type === 'obj' ? index : boxKey(type, index));
    const style = styleOf(inLayout?.type ?? type);
    return inLayout?.style.get(level) ?? master.boxesOfStyle.get(style)?.style.get(level) ?? master.styles.get(style)?.get(level) ?? null;
  }

  #layoutIn(part: string): Layout {
    const master = targetOf(
      unlessDamaged([], () => relationsOf(this.#zip, part)),
      'slideMaster',
    );
    return {
      sheet: this.#sheet(part),
      master: master === null ? noSheet : once(this.#masters, master, () => this.#sheet(master), noSheet),
    };
  }

  #sheet(part: string): Sheet {
    return sheetIn(unlessDamaged('', () => this.#zip.text(part, mostBytes) ?? ''));
  }
}

function targetOf(relations: readonly Relation[], type: string): string | null {
  return relations.find((one) => one.type === type)?.target ?? null;
}

/** How paragraphs look is no reason not to read them. */
function unlessDamaged<T>(instead: T, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof NoText)) throw error;
    return instead;
  }
}

function once<T>(known: Map<string, T>, part: string, read: () => T, beyond: T): T {
  const before = known.get(part);
  if (before !== undefined || known.size >= mostLayouts) return before ?? beyond;
  const found = read();
  known.set(part, found);
  return found;
}

/** What is read of one that is damaged counts. */
function sheetIn(xml: string): Sheet {
  const sheet = { boxes: new Map<string, Box>(), boxesOfStyle: new Map<string, Box>(), styles: new Map<string, ListStyle>() };
  const reader = new StyleReader();
  let boxes = 0;
  let style: ListStyle | null = null;
  const events: XmlReader = {
    open: (name, attributes) => {
      if (name === 'p:sp') {
        boxes += 1;
        style = boxes <= mostBoxes ? new Map() : null;
      } else if (name === 'p:ph' && style !== null) addBox(sheet, placeholderIn(attributes), style);
      else if (name === 'a:lstStyle' && style !== null) reader.begin(style);
      else if (/^p:(?:title|body|other)Style$/.test(name)) {
        const ofMaster: ListStyle = new Map();
        sheet.styles.set(name.slice(2), ofMaster);
        reader.begin(ofMaster);
      } else reader.open(name, attributes);
    },
    close: (name) => {
      if (name === 'p:sp') style = null;
      else if (name === 'a:lstStyle' || name.endsWith('Style')) reader.end();
    },
  };
  unlessDamaged(undefined, () => readXmlText(xml, events));
  return sheet;
}

function addBox(
  sheet: { readonly boxes: Map<string, Box>; readonly boxesOfStyle: Map<string, Box> },
  found: Placeholder,
  style: ListStyle,
): void {
  const { type, index } = found;
  const box = { type, style };
  for (const key of [index, boxKey(type, index)]) if (!sheet.boxes.has(key)) sheet.boxes.set(key, box);
  if (!sheet.boxesOfStyle.has(styleOf(type))) sheet.boxesOfStyle.set(styleOf(type), box);
}

/** Titles of all types are alike. No index begins like this: it is a number. */
function boxKey(type: string, index: string): string {
  return `${styleOf(type)} ${index}`;
}

function styleOf(type: string): string {
  if (ofTitle.has(type)) return 'titleStyle';
  return ofOthers.has(type) ? 'otherStyle' : 'bodyStyle';
}
