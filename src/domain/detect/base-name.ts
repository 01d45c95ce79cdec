/** The safe base name in a path that a stranger's text contains: one component that is harmless on every system, or nothing. */

const MAX_CHARACTERS = 120;
/** In UTF-8: the limit of ext4, APFS and NTFS. */
const MAX_BYTES = 255;
/** Anything longer than this (PATH_MAX of Linux) is not a path. */
const MAX_PATH_CHARACTERS = 4_096;
// Zero-width, bidirectional and other characters that make a name look like another one; those that Windows refuses; controls.
const REFUSED =
  /[<>:"|?*\p{Control}\p{Surrogate}\p{Default_Ignorable_Code_Point}\p{Format}\p{Line_Separator}\p{Paragraph_Separator}\p{Noncharacter_Code_Point}]/u;
// "Naming Files, Paths, and Namespaces" (Microsoft): with any extension, in any case; superscript digits count as digits.
const DEVICE = /^(?:con|prn|aux|nul|clock\$|conin\$|conout\$|(?:com|lpt)[0-9¹²³])\s*(?:\.|$)/iu;
// `.~` is the prefix of Hub's own temporary files, which are removed at the next start.
const REFUSED_ENDS = /^[\s-]|^\.~|[\s.]$/u;

/**
 * The last part of a path (with either separator), in NFC, if every system accepts it unchanged and nobody can mistake it for another name; otherwise
 * null. Nothing is repaired: a name that needs repair cannot be trusted. A name that was returned is returned unchanged again.
 */
export function safeBaseName(path: string): string | null {
  if (path.length > MAX_PATH_CHARACTERS) return null;
  const base = (path.split(/[/\\]/u).at(-1) ?? '').normalize('NFC');
  if (base === '' || base.startsWith('..') || base.length > MAX_CHARACTERS || Buffer.byteLength(base) > MAX_BYTES) return null;
  return REFUSED.test(base) || DEVICE.test(base) || REFUSED_ENDS.test(base) || looksLikeAnother(base) ? null : base;
}

/** Scripts with letters that look like Latin ones (UTS 39). Of Greek only those letters, because formulas use the others. */
const LOOK_ALIKE = /[\p{Script=Cyrillic}\p{Script=Armenian}\p{Script=Cherokee}\p{Script=Coptic}\p{Script=Lisu}ΑΒΕΖΗΙΚΜΝΟΡΤΥΧαικνορτυχϲϳ]/u;

/** Whether a word mixes Latin letters with others that look Latin, or has letters that imitate ASCII (`ａ`, `𝐚`, `ﬁ`). */
function looksLikeAnother(base: string): boolean {
  const words = base.split(/[^\p{L}\p{M}\p{N}]+/u);
  if (words.some((word) => /\p{Script=Latin}/u.test(word) && LOOK_ALIKE.test(word))) return true;
  return (base.match(/[^\p{ASCII}]/gu) ?? []).some(
    (character) => /\p{L}/u.test(character) && /^[a-z]+$/iu.test(character.normalize('NFKC')),
  );
}
