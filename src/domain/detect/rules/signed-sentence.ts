/**
 * A short sentence that has a sign of code in it: `use the stairs;`, `my token ab_12`, `il mio codice è {x}`. The model learned from files, where such a
 * sign is good evidence. In one line it is not: the words around it tell more. Words that only people use are counted against the signs. Pure.
 */
import { withoutEnd } from '../../trim-end.ts';
import type { Sample } from '../text-sample.ts';

const mostParts = 24;
const mostCharacters = 200;
/** For each part with a sign there are at least so many plain words. */
const wordsForSign = 2;
const fewestWords = 2;
const fewestParts = 3;

/**
 * Words that join sentences, in languages with Latin letters. None is a word of a language of programs or a command, as `in`, `is`,
 * `when`, `die` and `let` are. Words with other letters than a to z need no list.
 */
const ofPeople = new Set(
  [
    "the an my your our his her their its it you we he she they me him us them was were are am i'm it's don't can't won't you're please very what who how why someone something these those there here today tomorrow tonight better this that have had would could should must said about because",
    'der das den dem ein eine einen einem einer und oder nicht ist sind ich wir ihr mein meine meinen dein deine sie für auf bei nach aus wenn aber auch noch bitte heute morgen zum zur kein keine',
    "le la les des une est et ou pas je il elle nous vous mon ma mes ton ta ce cette dans pour avec sur chez au aux du que qui s'il c'est j'ai d'un l'on merci",
    'los las un una mi mis con por para lo como pero hoy muy gracias',
    'lo gli uno di non mio mia che sono del della nel ciao grazie',
    'um uma meu minha seu sua com não dos das da na em obrigado',
    'het een en niet ik wij mijn jouw voor met dat deze naar bij ook maar wel eerst graag',
    'och att det är ett jag vi för på inte som till tack og jeg ikke ej på af',
    'nie tak jest mam mój moja ze się proszę dla jak',
  ].flatMap((words) => words.split(' ')),
);

const PLAIN = /^\p{L}[\p{L}\p{M}]*(?:['’-]\p{L}[\p{L}\p{M}]*)*$/u;
const OF_OTHER_LETTERS = /[^\P{L}A-Za-z]/u;
const OPENING = /^[([{<“«¿¡]+/u;
const CLOSING = /[.,:!?…]/u;
/** At the end of the line, a semicolon may be a slip. */
const END = /[;.,:!?…]/u;
/** A key, a comment, a label, a prompt, a call or an assignment at the beginning: what follows is words for a program. */
const OF_CODE_FIRST = /^(?:[-–—#$%@/*<>!&|:;]|rem\b|\p{Ll}\S*:(?:\s|$)|\S+[(=]|\S*::|\S+\s*[:+*/|?-]?=)/u;
/** Texts in code are sentences, and so are comments and what is between tags: `print "the end"`, `} // not here`, `<b>the end</b>`, `\emph{the end}`. */
const AROUND_SENTENCES = /["`]|(?<!\p{L})'|\/\/\s|\/\*|\*\/|-->|<\/|<\w+>|\w<|\\[a-z]/u;

/** In a statement, the semicolon at the end is no slip. */
const OF_STATEMENT = /[=(){}]/u;

/** Whether the text is one line that reads as a sentence in spite of the signs in it. */
export function isSignedSentence({ lines, source }: Pick<Sample, 'lines' | 'source'>): boolean {
  const [line = ''] = lines;
  if (lines.length !== 1 || line.length > mostCharacters || /^\s/u.test(source)) return false;
  if (OF_CODE_FIRST.test(line) || AROUND_SENTENCES.test(line) || (line.endsWith(';') && OF_STATEMENT.test(line))) return false;
  const parts = line.split(/\s+/u, mostParts + 1);
  if (parts.length > mostParts || parts.length < fewestParts) return false;
  const found = parts.map((part, at) => evidenceOf(part, at === parts.length - 1));
  const count = (of: keyof Evidence): number => found.reduce((sum, each) => sum + each[of], 0);
  const [words, signs] = [count('words'), count('signs')];
  return words >= fewestWords && words >= wordsForSign * signs && count('people') >= Math.max(1, signs - 1);
}

interface Evidence {
  readonly words: number;
  readonly people: number;
  readonly signs: number;
}

function evidenceOf(part: string, isLast: boolean): Evidence {
  const bare = withoutEnd(part.replace(OPENING, ''), isLast ? END : CLOSING).replace(/[)\]}>”»]$/u, '');
  // Both brackets of a pair are one sign; round ones are none.
  const brackets = /^[[{<]/u.test(part) || /[\]}>]$/u.test(withoutEnd(part, END)) ? 0.5 : 0;
  if (bare === '') return { words: 0, people: 0, signs: brackets || 1 };
  if (/^[$€£]?\d[\d.,:]*$/u.test(bare)) return { words: 0, people: 0, signs: brackets };
  if (!PLAIN.test(bare) || /\p{Ll}\p{Lu}/u.test(bare)) return { words: 0, people: 0, signs: 1 };
  const isOfPeople = ofPeople.has(bare.toLowerCase().replaceAll('’', "'")) || OF_OTHER_LETTERS.test(bare) || bare === 'I';
  return { words: 1, people: isOfPeople ? 1 : 0, signs: brackets };
}
