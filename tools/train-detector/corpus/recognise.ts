/** Recognises which label a file has, by its name, its first line and its text. Pure. */
import type { Kind } from './kind.ts';
import { kindsByFirstLine, kindsByName, matchesKind } from './kinds.ts';
import { isForeign, type Unfit, whyUnfit } from './unfit-text.ts';

/** Whether a file is worth reading: its name fits a kind, and it is the project's own. */
export function mayBeOfAKind(path: string): boolean {
  if (isForeign(`/${path}`)) return false;
  const named = kindsByName(`/${path}`);
  return named === '?' || named.length > 0;
}

/** @returns the kind of a file, `unknown` if no kind or several kinds match, or why its text is unfit. */
export function recognise(path: string, text: string): Kind | Unfit | 'unknown' {
  const named = kindsByName(`/${path}`);
  const wanted = (named === '?' ? kindsByFirstLine(text) : named).filter((kind) => matchesKind(kind, text));
  const [kind] = wanted;
  if (kind === undefined || wanted.length > 1) return 'unknown';
  return whyUnfit(kind, text) ?? kind;
}
