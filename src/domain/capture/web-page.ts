/** What an extension says of a page, made harmless: the title is the page's own, and ends in lists, file names and searches. */

/** Controls, line ends, and characters that nobody sees or that turn the text around them (Unicode UAX #9). */
const UNSEEN = /[\p{Control}\p{Format}\p{Line_Separator}\p{Paragraph_Separator}\p{Noncharacter_Code_Point}\p{Surrogate}]+/gu;

/** A title or name in one line, without what can't be seen, of at most `most` UTF-16 units. */
export function plainTitle(title: string, most: number): string {
  const plain = title.replace(UNSEEN, ' ').replace(/\s+/gu, ' ').trim();
  return plain.length <= most
    ? plain
    : plain
        .slice(0, most)
        .toWellFormed()
        .replace(/\uFFFD$/u, '')
        .trimEnd();
}
