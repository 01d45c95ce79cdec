/** Where a text stops being JSON: V8 does not say so for each fault, and quotes the text instead. */
import { createRequire } from 'node:module';

/** The parser calls itself at each level. Text deeper than this is reported at the line where it exceeds the limit. */
const mostLevels = 500;

/** The line of the first fault in a text that `JSON.parse` refuses, from 1. Takes time and memory linear in the text, however deep that is. */
export function lineOfFault(text: string): number {
  // Loaded only if a document is broken: it takes 5 MB, and most processes never need it.
  const { visit } = createRequire(import.meta.url)('jsonc-parser') as typeof import('jsonc-parser');
  let levels = 0;
  const stopAt = (line: number): never => {
    throw new FirstFault(line + 1);
  };
  const open = (_offset: number, _length: number, line: number): void => {
    levels += 1;
    if (levels > mostLevels) stopAt(line);
  };
  const close = (): void => {
    levels -= 1;
  };
  try {
    visit(
      text,
      {
        onObjectBegin: open,
        onArrayBegin: open,
        onObjectEnd: close,
        onArrayEnd: close,
        onError: (_code, _offset, _length, line) => stopAt(line),
      },
      { disallowComments: true, allowTrailingComma: false, allowEmptyContent: false },
    );
  } catch (error) {
    if (error instanceof FirstFault) return error.line;
    throw error;
  }
  return 1;
}

/** This is the only way to stop the parser, which otherwise continues to the end of the text after each fault. */
class FirstFault extends Error {
  readonly line: number;

  constructor(line: number) {
    super('not JSON');
    this.line = line;
  }
}
