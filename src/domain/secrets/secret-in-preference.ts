/**
 * What looks like a secret in a preference, where none belongs: stricter than for what is copied, because a preference has no need of what looks random. Linear. Pure.
 */

/** Names of parameters that servers take for a proof of who asks, with a hyphen between their words. */
const proving = /(?:^|-)(?:key|apikey|auth|authorization|bearer|jwt|pw|session-?id|sid|sig|signature)$|(?:secret|token)$/;
/** What people choose themselves need not have a digit. */
const ofPassword = /(?:^|-)(?:pw|pass)$|(?:pass-?wd|pass-?word|pass-?phrase|pwd)$/;
/** Shorter ones are switches: `auth=none`. */
const leastOfProof = 8;
/** Names of models and versions have points and hyphens. */
const word = /[A-Za-z0-9_~+=]+/g;
const leastOfRandom = 20;
/** Words and years next to one another change seldom between letters and digits, a random text in about every third place. Ids of some services are random too. */
const leastChanges = 5;
/** As long as the shortest digests and keys in hexadecimal digits. */
const hexadecimal = /(?<![0-9A-Za-z])[0-9a-f]{32,}/gi;
/** The ids of custom GPTs and projects have them too: `/g/g-6748d2b4…`, `/g/g-p-6748d2b4…`. */
const beforeId = /\/g-(?:p-)?$/;

/** @param text a value of a document of preferences, such as the address or the name of an assistant. */
export function showsSecretInPreference(text: string): boolean {
  return hasRandomWord(text) || hasDigest(text) || (URL.canParse(text) && hasProof(new URL(text)));
}

function hasRandomWord(text: string): boolean {
  for (const [found] of text.matchAll(word)) {
    if (found.length >= leastOfRandom && /[a-z]/.test(found) && /[A-Z]/.test(found) && changes(found) >= leastChanges) return true;
  }
  return false;
}

function hasDigest(text: string): boolean {
  return [...text.matchAll(hexadecimal)].some(({ index }) => !beforeId.test(text.slice(Math.max(0, index - '/g-p-'.length), index)));
}

/** How often a digit follows a letter, or the other way round. */
function changes(text: string): number {
  return text.match(/\d(?=\D)|\D(?=\d)/g)?.length ?? 0;
}

/** A parameter that proves who asks, in the query or the fragment, which may have a query of its own. Some servers separate them by semicolons. */
function hasProof({ search, hash }: URL): boolean {
  return [...new URLSearchParams(`${search}${hash}`.replaceAll(/[?#;]/g, '&'))].some(([name, value]) => {
    if (value.length < leastOfProof || value.includes('{prompt}')) return false;
    return formsOf(name).some((form) => ofPassword.test(form) || (proving.test(form) && /\d/.test(value)));
  });
}

/**
 * `x-key` of `x_key[]`, `user-token` of `user[token]`; with a capital both with a word that begins there and without: `session-id` and `sessionid` of
 * `sessionId`, because `jWT` and `passWord` are one word.
 */
function formsOf(name: string): readonly string[] {
  const apart = name.replaceAll(/[a-z](?=[A-Z])|[A-Z](?=[A-Z][a-z])/g, '$&-');
  return [apart, name].map((one) =>
    one
      .replaceAll(/[^A-Za-z0-9]+/g, '-')
      .replace(/-$/, '')
      .toLowerCase(),
  );
}
