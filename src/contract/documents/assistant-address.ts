/** The address of an assistant, and where the prompt stands in it. Also for the window's page, so without schemas. Pure. */

/** What stands for the prompt in an address. */
export const promptPlace = '{prompt}';
export const longestAddress = 2_000;

/** Names of this machine, for an assistant that runs on it. */
const loopback: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * Whether an address may be opened with a prompt in it: a page over https, or over http on this machine, without a name or a password in it. The prompt may
 * stand once, in the path, the query or the fragment: a copy must never decide where it goes.
 */
export function isAssistantAddress(address: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: a parser of addresses drops line breaks and tabs silently
  if (address.length > longestAddress || /[\s\u0000-\u001f\u007f\\]/.test(address)) return false;
  const parts = address.split(promptPlace);
  const [beginning = ''] = parts;
  if (parts.length > 2 || !URL.canParse(beginning) || !URL.canParse(parts.join('x'))) return false;
  const url = new URL(parts.join('x'));
  // What is before the prompt is whole: its host ends there.
  const isWhole = parts.length === 1 || /^https?:\/\/[^/?#]+[/?#]/i.test(beginning);
  const isSafe = url.protocol === 'https:' || (url.protocol === 'http:' && loopback.has(url.hostname));
  return isWhole && isSafe && url.username === '' && url.password === '' && /^https?:\/\//i.test(address);
}
