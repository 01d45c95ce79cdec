/** A text without what it ends in, by a loop: an expression such as `x+$` starts anew at each x, and takes a square of them. */

/** @param end what a UTF-16 unit that is cut off looks like. */
export function withoutEnd(text: string, end: RegExp): string {
  let length = text.length;
  while (length > 0 && end.test(text.charAt(length - 1))) length -= 1;
  return text.slice(0, length);
}
