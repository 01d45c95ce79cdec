/**
 * The words of a program as one line, so that a program of Windows reads them again as they were: the rules of CommandLineToArgvW and of the
 * C runtime ("Parsing C command-line arguments"): a backslash is one, unless a quotation mark comes after it and any others.
 */
export function commandLine(words: readonly string[]): string {
  return words.map(quoted).join(' ');
}

function quoted(word: string): string {
  if (word !== '' && !/[\s"]/.test(word)) return word;
  const parts = word.split('"').map((part) => part + '\\'.repeat(backslashesAtEnd(part)));
  return `"${parts.join('\\"')}"`;
}

function backslashesAtEnd(text: string): number {
  let count = 0;
  while (text.at(-1 - count) === '\\') count += 1;
  return count;
}
