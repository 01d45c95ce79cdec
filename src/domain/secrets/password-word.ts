/** Whether a text is nothing but one word of the kind that password managers generate. */
import { looksGenerated, looksLikePassword } from './random-looking.ts';

const [shortest, longest] = [8, 128];

/**
 * A password is one word, perhaps with the end of its line. Addresses, paths and names of files are not, although they may look random: it is asked
 * only of a copy that its program removed again, and errs on the side of ordinary words all the same.
 */
export function isPasswordWord(text: string): boolean {
  if (text.length > longest + 2) return false;
  const word = text.replace(/\r?\n$/, '');
  if (word.length < shortest || word.length > longest || /\s/.test(word)) return false;
  if (/^[a-z][a-z0-9+.-]{0,20}:\/\//i.test(word) || /^[~.]{0,2}[\\/]/.test(word) || /^[\w.+-]+@[\w-]+\.[\w.-]+$/.test(word)) return false;
  if (/\.[a-z]{1,5}\d?$/i.test(word) || /^v?\d+(?:\.\d+)+/.test(word)) return false; // the name of a file or a host, a version
  return looksLikePassword(word) || looksGenerated(word);
}
