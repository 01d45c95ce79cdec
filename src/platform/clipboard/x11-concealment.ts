/** Whether an owner conceals its copy, where that has to be asked: by what a mark says, or by a mark that it has added since. */
import { targetListBytes } from './limits.ts';
import { concealsByPresence, concealsByValue, marksToRead } from './marks.ts';

/** Asks for a small answer; null when it did not come whole. */
type AskSmall = (target: string, limitBytes?: number) => Promise<Buffer | null>;

export async function isConcealedByValue(offered: readonly string[], small: AskSmall): Promise<boolean> {
  const verdicts = await Promise.all(marksToRead(offered).map(async (mark) => concealsByValue(mark, await small(mark))));
  return verdicts.includes(true);
}

/** True when the owner now lists a mark that it did not list before. `list` is what it listed then. */
export async function isConcealedSince(
  before: readonly string[],
  list: Buffer,
  { small, namesIn }: { readonly small: AskSmall; readonly namesIn: (list: Buffer) => readonly string[] },
): Promise<boolean> {
  const now = await small('TARGETS', targetListBytes);
  if (now === null || now.equals(list)) return false;
  const added = namesIn(now).filter((name) => !before.includes(name));
  return concealsByPresence(added) || marksToRead(added).length > 0;
}
