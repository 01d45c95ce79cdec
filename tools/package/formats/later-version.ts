/** Which of two versions is the later one, for the scripts of packages: sh(1), with sort(1) of coreutils. */

/**
 * Functions for a script of sh(1). `version FOLDER` prints the version of the program in that folder, and nothing if there is none. `is_later ONE OTHER`: both
 * are versions, and the first is the later one; one with a `-` is before the same without, as in Semantic Versioning.
 */
export const laterVersion = `version() { sed -n 's/^ *"version": *"\\([^"]*\\)".*/\\1/p' "$1/package.json" 2>/dev/null | head -n 1; }
is_later() {
  [ -n "$1" ] && [ -n "$2" ] && [ "$1" != "$2" ] || return 1
  [ "$(printf '%s\\n' "$1" "$2" | tr - '~' | sort -V | tail -n 1 | tr '~' -)" = "$1" ]
}
`;

/** A journal has the form of the newest Hub that opened it, and an earlier one refuses it: it would start and keep nothing. */
export function refusal({
  installed,
  offered,
  removal,
}: {
  readonly installed: string;
  readonly offered: string;
  readonly removal: string;
}): string {
  return `${installed} is installed, and ${offered} could not read its journals. Keep ${installed}; or remove it first (${removal}), and move each user's ~/.local/share/hub away.`;
}
