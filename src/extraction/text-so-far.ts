/** The answer of a process that may not survive to give it, out of the parts that it tells of before. No more of them is kept than an answer may have. */
import type { ExtractedText, RecognizedWord } from '../contract/extraction.ts';
import { extractionLimits } from '../contract/words/extraction-limits.ts';

export class TextSoFar {
  #last: ExtractedText | null = null;
  #text = '';
  #isCut = false;
  readonly #words: RecognizedWord[] = [];
  /** Characters of the text that words may still be of. */
  #room = 0;

  /** @param part its text and words follow those before; the rest is of all that was read. */
  add(part: ExtractedText): void {
    const taken = part.text.slice(0, extractionLimits.text - this.#text.length);
    this.#text += taken;
    this.#isCut ||= part.isCut || taken.length < part.text.length;
    this.#room += taken.length;
    for (const word of part.words ?? []) {
      const length = Math.max(1, word.text.length);
      if (length > this.#room) break;
      this.#room -= length;
      this.#words.push(word);
    }
    this.#last = part;
  }

  /** Null if nothing was read. */
  get answer(): ExtractedText | null {
    if (this.#last === null) return null;
    const text = this.#text.trimEnd().toWellFormed();
    return { ...this.#last, text: `${text}\n`, isCut: this.#isCut, ...(this.#last.words !== undefined && { words: this.#words }) };
  }
}
