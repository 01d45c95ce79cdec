/** What a picture of text shows, and the fonts that it may be shown in. */

export const kinds = ['prose', 'code', 'terminal', 'interface', 'chinese', 'japanese'] as const;
export type Kind = (typeof kinds)[number];

export interface Sample {
  readonly kind: Kind;
  /** The language, or the programming language, or what the window is for. */
  readonly what: string;
  /** That it is to be read in, as tesseract calls it. */
  readonly language: 'eng' | 'deu' | 'fra' | 'spa' | 'chi_sim' | 'jpn';
  /** Paragraphs of prose, lines of code and terminals, rows of windows: of these each with its labels and buttons. */
  readonly shows: readonly string[] | readonly (readonly string[])[];
}

/** As CSS has them, with a size. */
export type Fonts = Readonly<Record<Kind, readonly string[]>>;

export interface SampleSet {
  readonly samples: readonly Sample[];
  readonly fonts: Fonts;
}

/** The text of a sample, with its line ends and indentation. */
export function textOf({ shows }: Sample): string {
  return shows.map((one) => (typeof one === 'string' ? one : one.join(' '))).join('\n');
}
