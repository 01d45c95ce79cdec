/** The words for what a copy is for people. One table for rows, outcomes and the command. */
import type { ContentKind } from '../../contract/fragment-words.ts';
import { say } from '../language/say.ts';

const names: Readonly<Record<ContentKind, () => string>> = {
  link: () => say('Link'),
  mail: () => say('Mail address'),
  phone: () => say('Phone number'),
  color: () => say('Colour'),
  path: () => say('Path'),
  number: () => say('Number'),
  'one-time-code': () => say('One-time code'),
  token: () => say('Identifier'),
  table: () => say('Table'),
  code: () => say('Code'),
  data: () => say('Data'),
  prose: () => say('Prose'),
  picture: () => say('Picture'),
  files: () => say('Files'),
};

/** The name of a kind, such as `Mail address`. */
export function kindName(kind: ContentKind): string {
  return names[kind]();
}

const shortKinds: ReadonlySet<ContentKind> = new Set(['link', 'mail', 'phone', 'color', 'path', 'number', 'one-time-code', 'token']);

/** Whether the type of such a text says nothing: a link is plain text. */
export function saysMoreThanType(kind: ContentKind): boolean {
  return shortKinds.has(kind);
}
