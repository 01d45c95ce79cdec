/** Text by strangers can contain sequences that control a terminal, or change the text direction: they are shown, not obeyed. */

/** Control characters but line ends and tabs, what marks, embeds, overrides or isolates a direction (UAX #9), and separators of lines. */
const steering = /[^\P{Control}\n\t]|[\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu;
/** For JSON all that nobody sees; it leaves those below a blank to itself. */
const unseen = /[\p{Control}\p{Format}\u2028\u2029]/gu;

/** The text for a person's eyes: `\x1b` stands where an escape character was. */
export function visibleText(text: string): string {
  return text.replaceAll(steering, (character) => {
    const code = character.charCodeAt(0).toString(16);
    return code.length > 2 ? escaped(character) : `\\x${code.padStart(2, '0')}`;
  });
}

/** One line of JSON that says the same to every parser, and holds no character that steers a terminal. */
export function visibleJson(value: unknown): string {
  return JSON.stringify(value).replaceAll(unseen, escaped);
}

/** Each UTF-16 unit of it, as JSON writes one. */
function escaped(character: string): string {
  return Array.from({ length: character.length }, (_, at) => `\\u${character.charCodeAt(at).toString(16).padStart(4, '0')}`).join('');
}
