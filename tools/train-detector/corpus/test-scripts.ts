/**
 * Extracts programs from the test scripts of GNU Autotest. The compiler of a rare language has hundreds of programs there, and none as files of
 * their own. They are as complete as files. Pure.
 */

/** Whether a file is a test script, by its name. */
export function isTestScript(path: string): boolean {
  return path.endsWith('.at');
}

export interface TestFile {
  readonly name: string;
  readonly text: string;
}

/** A file that `AT_DATA` writes, in m4's quotes, up to the bracket at the start of a line (Autoconf's manual, "Writing Testsuites"). */
const writtenFile = /^AT_DATA\(\[([\w.-]+)\],\s*\[([\s\S]*?)\n?\]\)/gm;
/** Escapes for characters that m4 would interpret (Autoconf's manual, "Quadrigraphs"). */
const quadrigraphs: readonly [string, string][] = [
  ['@<:@', '['],
  ['@:>@', ']'],
  ['@S|@', '$'],
  ['@%:@', '#'],
  ['@&t@', ''],
];

/** The files that a test script writes, in order. */
export function filesOfTestScript(script: string): TestFile[] {
  return [...script.matchAll(writtenFile)].map(([, name = '', text = '']) => ({ name, text: `${unquoted(text.replace(/^\n/, ''))}\n` }));
}

function unquoted(text: string): string {
  return quadrigraphs.reduce((plain, [mark, character]) => plain.replaceAll(mark, character), text);
}
