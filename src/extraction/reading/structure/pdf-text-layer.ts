/** The text layer of a page of a PDF. */
import type { PDFiumModule } from '@hyzyla/pdfium';

type Pdfium = Awaited<ReturnType<typeof PDFiumModule>>;

/** Loaded once for all who read it, when the first one asks: this takes PDFium longer than anything that is read from it. */
export class TextLayer {
  readonly #pdfium: Pdfium;
  readonly #page: number;
  #at: number | null = null;

  /** @param page 0 for one that cannot be loaded. */
  constructor(pdfium: Pdfium, page: number) {
    [this.#pdfium, this.#page] = [pdfium, page];
  }

  /** 0 without one. */
  get at(): number {
    this.#at ??= this.#page === 0 ? 0 : this.#pdfium._FPDFText_LoadPage(this.#page);
    return this.#at;
  }

  close(): void {
    if (this.#at !== null && this.#at !== 0) this.#pdfium._FPDFText_ClosePage(this.#at);
    this.#at = null;
  }
}
