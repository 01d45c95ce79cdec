/** A text without its trailing units, by a loop: an expression such as `x+$` starts again at each x, and takes quadratic time. */

/** @param end matches a UTF-16 unit that is cut off. */
export function withoutEnd(text: string, end: RegExp): string {
  let length = text.length;
  while (length > 0 && end.test(text.charAt(length - 1))) length -= 1;
  return text.slice(0, length);
}
