/**
 * Which texts are copies of what is learned from, however their projects are called: files that one project took from another, examples of a
 * program's older version, tests that several programs share. Pure.
 */

export interface TextOfProject {
  readonly type: string;
  readonly project: string;
  readonly text: string;
}

/** Of a text, what is looked at. */
const mostChars = 65_536;
/** Shorter lines stand everywhere. */
const fewestChars = 24;
const fewestLines = 4;
/** Of a text's lines, how many one learned project has where the text counts as copied. */
const share = 0.5;

/**
 * @param learned is gone through once.
 * @returns those of `held` of which more than half the lines stand in texts of the same type of one learned project.
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

/** Each once, with its type before it. */
function tellingLines({ type, text }: TextOfProject): Set<string> {
  const lines = text
    .slice(0, mostChars)
    .split('\n')
    .map((line) => line.trim());
  return new Set(lines.filter((line) => line.length >= fewestChars).map((line) => `${type} ${line}`));
}
