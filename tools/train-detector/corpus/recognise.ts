/** Which label a file has: what its name allows, what its first line says, and one look at its text. Pure. */
import type { Kind } from './kind.ts';
import { kindsByFirstLine, kindsByName, suits } from './kinds.ts';
import { isForeign, type Unfit, unfit } from './quality.ts';

/** Whether a file is worth reading: some kind allows its name, and it is the project's own. */
export function mayBeOfAKind(path: string): boolean {
  if (isForeign(`/${path}`)) return false;
  const named = kindsByName(`/${path}`);
  return named === '?' || named.length > 0;
}

/** @returns the kind of a file, or why none: two kinds want it, no kind does, or its text is not fit. */
export function recognise(path: string, text: string): Kind | Unfit | 'unknown' {
  const named = kindsByName(`/${path}`);
  const wanted = (named === '?' ? kindsByFirstLine(text) : named).filter((kind) => suits(kind, text));
  const [kind] = wanted;
  if (kind === undefined || wanted.length > 1) return 'unknown';
  return unfit(kind, text) ?? kind;
}
