/** The address of an assistant, and where the prompt stands in it. Also for the window's page, so without schemas. Pure. */

/** What stands for the prompt in an address. */
export const promptPlace = '{prompt}';
export const longestAddress = 2_000;

/** Names of this machine, for an assistant that runs on it. */
const loopback: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

/** What is wrong with an address, as a schema says it. */
export const addressFaults = {
  scheme: 'an address that begins with https://, or with http:// on this machine',
  credentials: 'an address without a user name and a password',
  prompt: 'an address with {prompt} at most once, after the host',
  form: 'a complete address without spaces, such as https://chat.example/',
} as const;
export type AddressFault = keyof typeof addressFaults;

/**
 * Why an address may not be opened with a prompt in it; null if it may: a page over https, or over http on this machine, without a name or a password in it. The
 * prompt may stand once, in the path, the query or the fragment: a copy must never decide where it goes.
 */
export function assistantAddressFault(address: string): AddressFault | null {
  if (!/^https?:\/\//i.test(address)) return 'scheme';
  // biome-ignore lint/suspicious/noControlCharactersInRegex: a parser of addresses drops line breaks and tabs silently
  if (address.length > longestAddress || /[\s\u0000-\u001f\u007f\\]/.test(address)) return 'form';
  const parts = address.split(promptPlace);
  if (parts.length > 2) return 'prompt';
  // What is before the prompt is whole: its host ends there.
  if (parts.length === 2 && !/^https?:\/\/[^/?#]+[/?#]/i.test(parts[0] ?? '')) return 'prompt';
  if (!URL.canParse(parts[0] ?? '') || !URL.canParse(parts.join('x'))) return 'form';
  const url = new URL(parts.join('x'));
  if (url.protocol !== 'https:' && !loopback.has(url.hostname)) return 'scheme';
  return url.username === '' && url.password === '' ? null : 'credentials';
}

export function isAssistantAddress(address: string): boolean {
  return assistantAddressFault(address) === null;
}
