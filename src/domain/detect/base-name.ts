/** What may leave as the name of a file that a stranger's text asks for: one component, harmless on every system, or nothing at all. */

const MAX_CHARACTERS = 120;
/** Of UTF-8: where ext4, APFS and NTFS end. */
const MAX_BYTES = 255;
/** A path longer than this (PATH_MAX of Linux) is none. */
const MAX_PATH_CHARACTERS = 4_096;
// Zero-width, bidirectional and other characters that make a name look like another one; those that Windows refuses; controls.
const REFUSED =
  /[<>:"|?*\p{Control}\p{Surrogate}\p{Default_Ignorable_Code_Point}\p{Format}\p{Line_Separator}\p{Paragraph_Separator}\p{Noncharacter_Code_Point}]/u;
// "Naming Files, Paths, and Namespaces" (Microsoft): with any extension, in any case; superscript digits count as digits.
const DEVICE = /^(?:con|prn|aux|nul|clock\$|conin\$|conout\$|(?:com|lpt)[0-9¹²³])\s*(?:\.|$)/iu;
// `.~` is how Hub's own temporary files begin, and those are swept away.
const REFUSED_ENDS = /^[\s-]|^\.~|[\s.]$/u;

/**
 * The last part of a path (either separator), in NFC, where it is a name that every system takes as it is and no eye takes for another
 * one; else null. Nothing is mended: a name that needs it is no name to trust. A name that is answered is answered unchanged.
 */
export function safeBaseName(path: string): string | null {
  if (path.length > MAX_PATH_CHARACTERS) return null;
  const base = (path.split(/[/\\]/u).at(-1) ?? '').normalize('NFC');
  if (base === '' || base.startsWith('..') || base.length > MAX_CHARACTERS || Buffer.byteLength(base) > MAX_BYTES) return null;
  return REFUSED.test(base) || DEVICE.test(base) || REFUSED_ENDS.test(base) || looksLikeAnother(base) ? null : base;
}

/** Scripts with letters that are drawn as Latin ones are (UTS 39); of Greek only those letters, since the others stand in formulas. */
const LOOK_ALIKE = /[\p{Script=Cyrillic}\p{Script=Armenian}\p{Script=Cherokee}\p{Script=Coptic}\p{Script=Lisu}ΑΒΕΖΗΙΚΜΝΟΡΤΥΧαικνορτυχϲϳ]/u;

/** Whether one word of it mixes Latin letters with others that look Latin, or has letters that only dress up as ASCII (`ａ`, `𝐚`, `ﬁ`). */
function looksLikeAnother(base: string): boolean {
  const words = base.split(/[^\p{L}\p{M}\p{N}]+/u);
  if (words.some((word) => /\p{Script=Latin}/u.test(word) && LOOK_ALIKE.test(word))) return true;
  return (base.match(/[^\p{ASCII}]/gu) ?? []).some(
    (character) => /\p{L}/u.test(character) && /^[a-z]+$/iu.test(character.normalize('NFKC')),
  );
}
