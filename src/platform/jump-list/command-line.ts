/**
 * The words of a program as one line, so that a program of Windows reads them again as they were: the rules of CommandLineToArgvW and of the
 * C runtime ("Parsing C command-line arguments"): a backslash is one, unless a quotation mark comes after it and any others.
 */
export function commandLine(words: readonly string[]): string {
  return words.map(quoted).join(' ');
}

function quoted(word: string): string {
  if (word !== '' && !/[\s"]/.test(word)) return word;
  return `"${word.replaceAll(/(\\*)"/g, '$1$1\\"').replace(/(\\+)$/, '$1$1')}"`;
}
