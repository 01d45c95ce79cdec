/**
 * Tesseract compiled to WebAssembly, called directly: what wraps it in its own package starts threads, asks a network for its data, and takes a second
 * longer to be ready.
 */
import { createRequire } from 'node:module';
import type { ExtractionFailure } from '../../../contract/extraction.ts';
import { NoText } from '../no-text.ts';
import type { GreyPicture } from './grey-picture.ts';
import { inReadingOrder, languageData } from './language-data.ts';
import { leftOutLines, withFound } from './left-out-lines.ts';
import { type ReadLine, readLines } from './read-lines.ts';

/** As `tesseract --psm` has them: lines of one block, or whatever a page is made of. */
export type Layout = 'block' | 'page';
const pageModes: Readonly<Record<Layout, number>> = { block: 6, page: 3 };

interface Core {
  readonly FS: { writeFile(file: string, bytes: Uint8Array): void; unlink(file: string): void };
  readonly TessBaseAPI: new () => Api;
}

interface Api {
  Init(folder: string, languages: string, engine: number): number;
  SetVariable(name: string, value: string): void;
  SetPageSegMode(mode: number): void;
  /** Of the file `/input`; 0 if it was read. */
  SetImageFile(): number;
  SetSourceResolution(dotsPerInch: number): void;
  Recognize(monitor: null): number;
  GetJSONText(page: number): string;
  Clear(): void;
  End(): void;
}

/** Neural networks alone: the data has nothing for the older engine. */
const neural = 1;
/** Told, or tesseract would guess it from the letters, and warn. */
const dotsPerInch = 150;
const input = '/input';

/** Called in the middle of a recognition, with percents of it; whoever hears it may do nothing that takes long. */
type Hear = (percent: number) => void;

export class Tesseract {
  readonly #core: Core;
  readonly #hearer: { hear: Hear | null };
  #api: Api | null = null;
  #languages = '';

  private constructor(core: Core, hearer: { hear: Hear | null }) {
    [this.#core, this.#hearer] = [core, hearer];
  }

  static async load(): Promise<Tesseract> {
    // Not the build with relaxed instructions, whose results depend on the processor.
    const load = createRequire(import.meta.url)('tesseract.js-core/tesseract-core-simd-lstm.js') as (options: object) => Promise<Core>;
    const hearer: { hear: Hear | null } = { hear: null };
    const TesseractProgress: Hear = (percent) => hearer.hear?.(percent);
    return new Tesseract(await load({ print: () => {}, printErr: () => {}, TesseractProgress }), hearer);
  }

  /** Loads the data of these languages, unless it is there. Throws `NoText`. */
  learn(languages: readonly string[], folder: string | null): void {
    this.#speaking(languages, folder);
  }

  /** @param folder for the data of languages that were installed. @param hear how far it is. Throws `NoText`. */
  read(
    picture: GreyPicture,
    layout: Layout,
    languages: readonly string[],
    folder: string | null,
    hear: Hear | null = null,
  ): readonly ReadLine[] {
    const api = this.#speaking(languages, folder);
    this.#hearer.hear = hear;
    const lines = this.#linesIn(api, picture, layout);
    // A page may have columns: its lines do not follow each other.
    const parts = layout === 'block' ? leftOutLines(picture, lines) : [];
    return parts.reduce((all, part) => withFound(all, this.#linesIn(api, part.picture, layout), part), lines);
  }

  #linesIn(api: Api, picture: GreyPicture, layout: Layout): readonly ReadLine[] {
    this.#core.FS.writeFile(input, portableGreymap(picture));
    try {
      api.SetPageSegMode(pageModes[layout]);
      if (api.SetImageFile() !== 0) throw new NoText('damaged');
      api.SetSourceResolution(dotsPerInch);
      if (api.Recognize(null) !== 0) throw new NoText('damaged');
      return readLines(api.GetJSONText(0), picture.height);
    } finally {
      this.#hearer.hear = null;
      this.#core.FS.unlink(input);
      api.Clear();
    }
  }

  #speaking(asked: readonly string[], folder: string | null): Api {
    const languages = inReadingOrder(asked);
    const wanted = languages.join('+');
    if (this.#api !== null && this.#languages === wanted) return this.#api;
    this.#api?.End();
    this.#api = null;
    const files = languages.map((language) => `/${language}.traineddata`);
    for (const [at, language] of languages.entries()) this.#core.FS.writeFile(files[at] ?? '', languageData(language, folder));
    const api = new this.#core.TessBaseAPI();
    const status = api.Init('/', wanted, neural);
    for (const file of files) this.#core.FS.unlink(file);
    if (status !== 0) throw new NoText('no-language' satisfies ExtractionFailure);
    api.SetVariable('preserve_interword_spaces', '1');
    this.#api = api;
    this.#languages = wanted;
    return api;
  }
}

/** The simplest format that it decodes. */
function portableGreymap({ width, height, pixels }: GreyPicture): Uint8Array {
  return Buffer.concat([Buffer.from(`P5 ${width} ${height} 255\n`, 'latin1'), pixels]);
}
