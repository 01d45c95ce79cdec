/** The words for what a copy is for people. One table for rows, outcomes and the command. */
import { type ContentKind, mainFragment, shortKinds } from '../../contract/fragment-words.ts';
import type { Fragment } from '../../contract/source-snapshot.ts';
import { say, spokenLanguage } from '../language/say.ts';

const names: Readonly<Record<ContentKind, () => string>> = {
  link: () => say('Link'),
  mail: () => say('Email address'),
  phone: () => say('Phone number'),
  color: () => say('Colour'),
  path: () => say('Path'),
  number: () => say('Number'),
  'one-time-code': () => say('One-time code'),
  iban: () => say('IBAN'),
  'ip-address': () => say('IP address'),
  token: () => say('Identifier'),
  table: () => say('Table'),
  code: () => say('Code'),
  data: () => say('Data'),
  prose: () => say('Text'),
  picture: () => say('Picture'),
  document: () => say('Document'),
  files: () => say('Files'),
};

/** The name of a kind, such as `Email address`. */
export function kindName(kind: ContentKind): string {
  return names[kind]();
}

/** The same within a sentence. English begins it with a small letter there, but for abbreviations. */
export function kindWithin(kind: ContentKind): string {
  const name = kindName(kind);
  return spokenLanguage() === 'en' && /^[A-Z][a-z]/.test(name) ? name.charAt(0).toLowerCase() + name.slice(1) : name;
}

/** Its kind, if its type says nothing: a link is plain text, and a colour looks like code. Otherwise, and of a secret, null. */
export function tellingKind({ contentKind, secret }: Pick<Fragment, 'contentKind' | 'secret'>): ContentKind | null {
  return secret === undefined && contentKind !== undefined && shortKinds.has(contentKind) ? contentKind : null;
}

/** `Colour`: the name of what a copy is, where its type says nothing; otherwise empty. */
export function copiedKind(fragments: readonly Fragment[]): string {
  const main = mainFragment(fragments);
  const kind = main === undefined ? null : tellingKind(main);
  return kind === null ? '' : kindName(kind);
}
