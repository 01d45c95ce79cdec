/** What may leave as the name of a file that a stranger's text asks for: one component, harmless on every system, or nothing at all. */
import { endingOf, isWellKnownName } from './file-kinds.ts';

const MAX_CHARACTERS = 120;
// Zero-width, bidirectional and other characters that make a name look like another one; those that Windows refuses; controls.
const REFUSED =
  /[<>:"|?*\p{Control}\p{Surrogate}\p{Default_Ignorable_Code_Point}\p{Format}\p{Line_Separator}\p{Paragraph_Separator}\p{Noncharacter_Code_Point}]/u;
// "Naming Files, Paths, and Namespaces" (Microsoft): with any extension, in any case; superscript digits count as digits.
const DEVICE = /^(?:con|prn|aux|nul|clock\$|conin\$|conout\$|(?:com|lpt)[0-9¹²³])\s*(?:\.|$)/iu;

/**
 * The last part of a path (either separator), in NFC, where it is a name that every system takes as it is and that has an ending or is
 * known without one (`Makefile`); else null. Nothing is mended: a name that needs it is no name to trust.
 */
export function safeBaseName(path: string): string | null {
  if (path.length > 4_096) return null;
  const base = (path.split(/[/\\]/u).at(-1) ?? '').normalize('NFC');
  if (base === '' || base === '.' || base === '..' || base.length > MAX_CHARACTERS) return null;
  if (REFUSED.test(base) || DEVICE.test(base) || /^[\s-]|^\.~|[\s.]$/u.test(base)) return null;
  return isNamed(base) ? base : null;
}

function isNamed(base: string): boolean {
  if (isWellKnownName(base)) return isSpelledAsFile(base);
  const ending = endingOf(base);
  return /^(?=.*\p{L})[\p{L}\p{N}_+-]{1,16}$/u.test(ending) && !/^v?\d+(?:\.\w+)*$/iu.test(base) && !base.startsWith('..');
}

/** "License" and "Readme" are also headings; the files are in capitals, or begin with one and end in `file`. */
function isSpelledAsFile(base: string): boolean {
  return base.includes('.') || /file$/u.test(base) || base === base.toUpperCase();
}
