/**
 * Programs inside the test scripts of GNU Autotest: a compiler of a rare language keeps hundreds there, and none as a file. They are as
 * whole as files are. Pure.
 */

/** Whether a file's name is one of a test script. */
export function isTestScript(path: string): boolean {
  return path.endsWith('.at');
}

export interface TestFile {
  readonly name: string;
  readonly text: string;
}

/** What `AT_DATA` writes in m4's quotes, until the bracket that stands at a line's beginning (Autoconf's manual, "Writing Testsuites"). */
const written = /^AT_DATA\(\[([\w.-]+)\],\s*\[([\s\S]*?)\n?\]\)/gm;
/** What stands for a character that m4 would read itself (Autoconf's manual, "Quadrigraphs"). */
const quadrigraphs: readonly [string, string][] = [
  ['@<:@', '['],
  ['@:>@', ']'],
  ['@S|@', '$'],
  ['@%:@', '#'],
  ['@&t@', ''],
];

/** The files that a test script writes, in its order. */
export function filesOfTestScript(script: string): TestFile[] {
  return [...script.matchAll(written)].map(([, name = '', text = '']) => ({ name, text: `${unquoted(text.replace(/^\n/, ''))}\n` }));
}

function unquoted(text: string): string {
  return quadrigraphs.reduce((plain, [mark, character]) => plain.replaceAll(mark, character), text);
}
