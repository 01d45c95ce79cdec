/** Whether setup may install system packages, and how. They change the machine, so nobody may be surprised by it, least of all by sudo. */

/**
 * @typedef {object} Circumstances
 * @property {boolean} isRoot
 * @property {boolean} hasSudo the program sudo exists
 * @property {boolean} isAgreed `--yes` was given
 * @property {boolean} isCi the environment variable `CI` is set
 * @property {boolean} hasTerminal there is a terminal to ask at
 */

/**
 * `install` installs without a question, `ask` asks at the terminal first, `tell` prints the command to run. Without a yes, packages are installed only
 * for root with `CI` set, which is a test machine. Root without a terminal could also be a script on a server.
 * @param {Circumstances} circumstances
 * @returns {'install' | 'ask' | 'tell'}
 */
export function howToInstall({ isRoot, hasSudo, isAgreed, isCi, hasTerminal }) {
  if (!isRoot && !hasSudo) return 'tell';
  if (isAgreed || (isRoot && isCi)) return 'install';
  return hasTerminal && !isCi ? 'ask' : 'tell';
}

/** The command that a person would run. @param {boolean} isRoot @param {readonly string[]} packages */
export function installCommand(isRoot, packages) {
  const sudo = isRoot ? '' : 'sudo ';
  return `${sudo}apt-get update && ${sudo}apt-get install -y --no-install-recommends ${packages.join(' ')}`;
}
