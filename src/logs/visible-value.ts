/**
 * What is in a line as all that shows lines writes it: in columns, and on the page. Control characters, line ends among them, and what steers the direction of a
 * text are written as JSON writes them: `\n`, `\u001b`.
 */
export function visibleValue(text: string): string {
  return text.replaceAll(/[\p{Control}\p{Format}\u2028\u2029]/gu, (character) => {
    const written = JSON.stringify(character).slice(1, -1);
    return written === character ? escaped(character) : written;
  });
}

/** Each UTF-16 unit of it. */
function escaped(character: string): string {
  return Array.from({ length: character.length }, (_, at) => `\\u${character.charCodeAt(at).toString(16).padStart(4, '0')}`).join('');
}
