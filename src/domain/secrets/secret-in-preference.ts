/**
 * What looks like a secret in a preference, where none belongs: stricter than for what is copied, because a preference has no need of what looks random. Linear. Pure.
 */

/** Names of parameters that servers take for a proof of who asks. */
const proving =
  /^(?:.*[_-])?(?:key|apikey|auth|authorization|bearer|jwt|passwd|password|pw|pwd|secret|sessionid|sid|sig|signature|token)$/i;
/** Shorter ones are switches: `auth=none`. */
const leastOfProof = 8;
/** Names of models and versions have points and hyphens. */
const word = /[A-Za-z0-9_~+=]+/g;
const leastOfRandom = 20;
/** Words and years next to one another change seldom between letters and digits, a random text in about every third place. Ids of some services are random too. */
const leastChanges = 5;

/** @param text a value of a document of preferences, such as the address or the name of an assistant. */
export function showsSecretInPreference(text: string): boolean {
  return hasRandomWord(text) || (URL.canParse(text) && hasProof(new URL(text)));
}

function hasRandomWord(text: string): boolean {
  for (const [found] of text.matchAll(word)) {
    if (found.length >= leastOfRandom && /[a-z]/.test(found) && /[A-Z]/.test(found) && changes(found) >= leastChanges) return true;
  }
  return false;
}

/** How often a digit follows a letter, or the other way round. */
function changes(text: string): number {
  return text.match(/\d(?=\D)|\D(?=\d)/g)?.length ?? 0;
}

/** A parameter that proves who asks, in the query or the fragment. */
function hasProof({ search, hash }: URL): boolean {
  return [search, hash].some((part) =>
    [...new URLSearchParams(part.replace(/^[?#]/, ''))].some(
      ([name, value]) => proving.test(name) && value.length >= leastOfProof && /\d/.test(value) && !value.includes('{prompt}'),
    ),
  );
}
