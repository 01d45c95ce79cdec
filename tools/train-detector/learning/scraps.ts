/**
 * Makes scraps, the kind of plain text that people copy most: a word, a number, an address, a path, a date, a name, half a sentence, a list, random
 * keystrokes. The words are from the prose of the corpus. From scraps, the model learns to give them no type.
 */
import type { Random } from './fragments.ts';

type Lines = readonly string[];

/** Most words are from prose, which is in more languages than other plain texts. */
const ofProse = 0.7;
const linesRead = 60;
const charsRead = 4_000;

/** @param from the lines of texts to take words from: prose in any language, and other plain texts. */
export function scrapMaker(from: { readonly prose: readonly Lines[]; readonly other: readonly Lines[] }, random: Random): () => string {
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  const digits = (count: number): string => Array.from({ length: count }, () => Math.floor(random() * 10)).join('');
  const passage = (): string => {
    const lines = pick(from.prose.length > 0 && random() < ofProse ? from.prose : from.other);
    const start = Math.floor(random() * lines.length);
    return lines
      .slice(start, start + linesRead)
      .join(' ')
      .slice(0, charsRead);
  };
  const words = (count: number): string[] => {
    for (let attempt = 0; attempt < 20; attempt += 1) {
      const all = passage()
        .split(/\s+/u)
        .filter((word) => word !== '');
      if (all.length < count) continue;
      const start = Math.floor(random() * (all.length - count + 1));
      return all.slice(start, start + count);
    }
    return ['hello'];
  };
  const bare = (): string =>
    words(1)
      .join('')
      .replace(/[^\p{L}\p{N}-]/gu, '')
      .toLowerCase() || 'thing';
  const typed = (letters: string, count: number): string => Array.from({ length: count }, () => pick([...letters])).join('');
  const anyOf = (least: number, most: number): number => least + Math.floor(random() * (most - least + 1));
  const host = (): string => `${bare()}.${pick(['com', 'org', 'net', 'de', 'io', 'fr', 'co.uk', 'jp'])}`;
  const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);
  const forms: readonly (() => string)[] = [
    () => words(1).join(' '),
    () => words(anyOf(2, 12)).join(' '),
    () => words(anyOf(10, 60)).join(' '),
    () => Array.from({ length: anyOf(2, 6) }, () => words(anyOf(2, 9)).join(' ')).join('\n'),
    () => {
      const mark = pick(['- ', '- ', '* ', '• ', '– ', '[ ] ', '']);
      const most = pick([1, 2, 3, 6]);
      return Array.from({ length: anyOf(2, 8) }, () => `${mark}${words(anyOf(1, most)).join(' ')}`).join('\n');
    },
    () =>
      `http${pick(['s', ''])}://${pick(['www.', ''])}${host()}/${Array.from({ length: anyOf(0, 4) }, bare).join('/')}${pick(['', '.html', `?q=${bare()}`, `?id=${digits(4)}&x=${bare()}`, `#${bare()}`])}`,
    () => `${bare()}${pick(['', '.', '_'])}${bare()}@${host()}`,
    () =>
      `${pick(['/', '~/', './', 'C:\\', '/home/', '/usr/', ''])}${Array.from({ length: anyOf(1, 4) }, bare).join(pick(['/', '/', '\\']))}${pick(['', '.txt', '.pdf', '.py', '.jpg', '.json'])}`,
    () =>
      pick([
        digits(anyOf(1, 12)),
        `${digits(3)}.${digits(2)}`,
        `${digits(1)},${digits(3)}.${digits(2)}`,
        `+${digits(2)} ${digits(3)} ${digits(7)}`,
        `${digits(2)}/${digits(2)}/20${digits(2)}`,
        `20${digits(2)}-${digits(2)}-${digits(2)}`,
        `${digits(2)}:${digits(2)}`,
        `$${digits(2)}.${digits(2)}`,
        `${digits(2)} %`,
        `192.168.${digits(2)}.${digits(2)}`,
      ]),
    () => typed('abcdefghijklmnopqrstuvwxyz', anyOf(1, 14)),
    () => Array.from({ length: anyOf(1, 12) }, () => typed('asdfjklöqwertyuiopzxcvbnm', anyOf(2, 10))).join(pick([' ', ' ', '\n'])),
    () => typed('abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789!@#$%^&*()_+-=[]{};:,./<>?\'"|\\`~ ', anyOf(1, 40)),
    () => typed('0123456789abcdef', pick([7, 8, 32, 40, 64])),
    () => typed('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/', anyOf(16, 120)) + pick(['', '=', '==']),
    () =>
      `${typed('0123456789abcdef', 8)}-${typed('0123456789abcdef', 4)}-4${typed('0123456789abcdef', 3)}-a${typed('0123456789abcdef', 3)}-${typed('0123456789abcdef', 12)}`,
    () =>
      `${capital(bare())} ${capital(bare())}\n${digits(2)} ${capital(bare())} ${pick(['Street', 'Road', 'Str.', 'Avenue'])}\n${digits(5)} ${capital(bare())}`,
    () =>
      `${pick(['Hi', 'Hello', 'Dear', 'Hallo', 'Bonjour', 'Hola'])} ${capital(bare())},\n\n${words(anyOf(6, 40)).join(' ')}\n\n${pick(['Best', 'Thanks', 'Cheers', 'Viele Grüße', 'Merci'])},\n${capital(bare())}`,
    () => Array.from({ length: anyOf(2, 6) }, () => `${capital(bare())}: ${words(anyOf(1, 8)).join(' ')}`).join('\n'),
    () => Array.from({ length: anyOf(1, 3) }, () => pick([...'<>{}[]()#/*;:=+-_\'"`~!@$%^&|\\?.,'])).join(''),
    () =>
      pick([
        `${bare()}_${bare()}`,
        `${bare()}${capital(bare())}`,
        `${capital(bare())}${capital(bare())}`,
        `${bare()}-${bare()}`,
        `${bare()}.${bare()}`,
        bare().toUpperCase(),
        `#${bare()}`,
        `@${bare()}`,
        `v${digits(1)}.${digits(1)}.${digits(2)}`,
      ]),
    () =>
      Array.from(
        { length: anyOf(2, 8) },
        () => `${typed('0123456789', 2)}:${typed('0123456789', 2)} ${capital(bare())}: ${words(anyOf(2, 14)).join(' ')}`,
      ).join('\n'),
  ];
  return () => pick(forms)();
}
