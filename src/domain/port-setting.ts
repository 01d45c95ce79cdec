/** The port in an environment variable: `usualPort` if it is unset or empty, 0 for a free one, null if it is not a port. */
export function portOf(word: string | undefined, usualPort: number): number | null {
  if (word === undefined || word === '') return usualPort;
  const port = Number(word);
  return /^\d{1,5}$/.test(word) && port <= 65_535 ? port : null;
}
