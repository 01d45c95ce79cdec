/** The port that an environment variable asks for: `usualPort` where it is unset or empty, 0 for a free one, null where it is no port. */
export function portOf(word: string | undefined, usualPort: number): number | null {
  if (word === undefined || word === '') return usualPort;
  const port = Number(word);
  return /^\d{1,5}$/.test(word) && port <= 65_535 ? port : null;
}
