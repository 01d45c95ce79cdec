/**
 * Finds held-out texts that are copies of training texts, whatever their projects are called: files that one project took from another, examples from
 * an older version of a program, tests that several programs share. Pure.
 */

export interface TextOfProject {
  readonly type: string;
  readonly project: string;
  readonly text: string;
}

/** How much of each text is compared. */
const mostChars = 65_536;
/** Shorter lines are common everywhere. */
const fewestChars = 24;
const fewestLines = 4;
/** A text counts as copied if one training project has more than this share of its lines. */
const share = 0.5;

/**
 * @param learned the training texts; iterated once.
 * @returns the texts in `held` of which one training project has more than half the lines, in texts of the same type.
 */
export function copiedTexts<T extends TextOfProject>(held: readonly T[], learned: Iterable<TextOfProject>): ReadonlySet<T> {
  const holders = new Map<string, Set<string>>();
  const linesOf = new Map(held.map((one) => [one, tellingLines(one)]));
  for (const lines of linesOf.values()) for (const line of lines) holders.set(line, new Set());
  for (const one of learned) for (const line of tellingLines(one)) holders.get(line)?.add(one.project);
  return new Set(held.filter((one) => isCopied(linesOf.get(one) ?? new Set(), holders)));
}

function isCopied(lines: ReadonlySet<string>, holders: ReadonlyMap<string, ReadonlySet<string>>): boolean {
  if (lines.size < fewestLines) return false;
  const counts = new Map<string, number>();
  for (const line of lines) for (const project of holders.get(line) ?? []) counts.set(project, (counts.get(project) ?? 0) + 1);
  return [...counts.values()].some((count) => count > lines.size * share);
}

/** The lines that are long enough to compare, without duplicates, each prefixed with the type of its text. */
function tellingLines({ type, text }: TextOfProject): Set<string> {
  const lines = text
    .slice(0, mostChars)
    .split('\n')
    .map((line) => line.trim());
  return new Set(lines.filter((line) => line.length >= fewestChars).map((line) => `${type} ${line}`));
}
