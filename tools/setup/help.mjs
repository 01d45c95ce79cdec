/** What `node setup.mjs` says of itself, and which options it takes. */
import { purposes } from './purposes.mjs';

const help = `usage: node setup.mjs [PURPOSE] [--yes] [arguments of the purpose]

Sets up this checkout: downloads the pinned Node into .runtime/ and the npm packages into
node_modules/, builds the window's page, and starts Hub once in a temporary home. Then it
runs PURPOSE, if there is one. What is in place already is left as it is.

  --yes        installs the system packages that the purpose needs, without a question
  -h, --help   prints this, and does nothing else

Purposes, each also an npm script (run: npm start; the others: npm run PURPOSE):
${Object.keys(purposes)
  .map((name) => `  ${name}\n`)
  .join('')}`;

/**
 * What is to be said instead of a setup; null if it is to run. Behind a purpose, all but `--yes` is for the program that it runs.
 * @param {readonly string[]} words without the purpose
 * @param {boolean} hasPurpose
 * @returns {{ said: string, isRefused: boolean } | null}
 */
export function saidInstead(words, hasPurpose) {
  if (hasPurpose) return null;
  if (words.some((word) => word === '--help' || word === '-h')) return { said: help, isRefused: false };
  const unknown = words.find((word) => word !== '--yes');
  return unknown === undefined ? null : { said: `setup: unknown option "${unknown}"; for help: node setup.mjs --help\n`, isRefused: true };
}
