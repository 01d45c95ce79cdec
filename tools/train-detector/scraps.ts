/**
 * Plain scraps: what people copy most and what is of no type: a word, a number, an address, a path, a date, a name, half a sentence, a list,
 * keys hit at random. Made from the words of the corpus' prose, so that the model learns to say nothing of them.
 */
import type { Random } from './fragments.ts';

type Lines = readonly string[];

/** Most words are of prose, which has more languages than other plain texts have. */
const ofProse = 0.7;
/** Scraps that are a few plain words. */
const phrases = 0.2;
const linesRead = 60;
const charsRead = 4_000;

/** @param from the lines of texts to take words from: prose of any language, and other plain texts. */
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
  const plain = (least: number, most: number): string =>
    words(anyOf(least, most))
      .map((word) => word.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}\p{M}]+$/gu, ''))
      .filter((word) => /^[\p{L}\p{N}][\p{L}\p{N}\p{M}'’-]*$/u.test(word))
      .join(' ') || 'see you there';
  const cased = (text: string): string =>
    pick([
      (same: string) => same,
      (same: string) => same.toLowerCase(),
      (same: string) => capital(same.toLowerCase()),
      (same: string) => same.toLowerCase().split(' ').map(capital).join(' '),
      (same: string) => same.toUpperCase(),
    ])(text);
  const keyword = (): string => pick(keywords);
  const phraseForms: readonly (() => string)[] = [
    () => cased(plain(2, 5)),
    () => `${cased(plain(2, 6))}${pick(['.', '!', '?', ':', ',', '…', ' -'])}`,
    () => cased(`${keyword()} ${plain(1, 4)}`),
    () => cased(`${keyword()} ${pick(littleWords)} ${plain(1, 3)}`),
    () => cased(`${plain(1, 3)} ${keyword()}${pick(['', '', ` ${plain(1, 2)}`])}`),
    () => Array.from({ length: anyOf(2, 6) }, () => pick([...'abcdefghijklmnopqrstuvwxyzABCNXYZ0123456789'])).join('\n'),
    () => Array.from({ length: anyOf(2, 8) }, () => cased(plain(1, 2))).join('\n'),
    () => latin.slice(...cut(latin.length)).join(' '),
    () => `${capital(pick(letters))}${pick(["'", '’'])}${plain(1, 3).toLowerCase()}`,
  ];
  const cut = (length: number): [number, number] => {
    const start = random() < 0.5 ? 0 : Math.floor(random() * (length - 2));
    return [start, start + anyOf(2, 30)];
  };
  return () => pick(random() < phrases ? phraseForms : forms)();
}

/** Words that a language begins its lines with, and people their sentences. */
const keywords =
  'open let import include define use using with from for if then else while do end begin case class type function method module package public private protected static void return break continue switch default new delete select insert update create drop join where order group by print echo export require set get call go to local global my our use in of is not and or try catch throw raise assert check copy move add run start stop wait sleep exit quit help test given when scenario feature rule rules program procedure property section data record table index key value list map filter sort note title date description version license author summary interface implement extend super self this that these those const val var def fun proc sub macro match yield async await loop repeat until unless each every all any none some on off true false null nothing show hide read write load save push pull commit merge branch tag source target input output'.split(
    ' ',
  );
const littleWords = 'the a an this that my your our me us it to in on at for with of up out by'.split(' ');
const letters = ['c', 'd', 'l', 'j', 'm', 'n', 's', 't', 'qu'];
/** What stands where nothing is written yet. */
const latin =
  'Lorem ipsum dolor sit amet, consectetur adipiscing elit, sed do eiusmod tempor incididunt ut labore et dolore magna aliqua. Ut enim ad minim veniam, quis nostrud exercitation ullamco laboris nisi ut aliquip ex ea commodo consequat. Duis aute irure dolor in reprehenderit in voluptate velit esse cillum dolore eu fugiat nulla pariatur. Excepteur sint occaecat cupidatat non proident, sunt in culpa qui officia deserunt mollit anim id est laborum.'.split(
    ' ',
  );
