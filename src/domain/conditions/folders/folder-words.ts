/** Why Hub writes nothing into a folder, for people. The words are those of `src/base/files/folder-flaw.ts`. */
import { say } from '../../language/say.ts';
import { quotedPath } from './quoted-path.ts';

const sentences: Readonly<Record<string, (folder: string) => string>> = {
  'not-a-folder': () => say('there is something else in the place of its folder; move that away'),
  'dead-link': () => say('its folder is a link that leads nowhere; connect the disk that it leads to, or remove the link'),
  'foreign-owner': () => say('its folder, or the link there, belongs to another user; move it away, or make it yours'),
  'writable-by-others': (folder) =>
    say('the group or everyone can write to its folder; to fix this: {command}', { command: `chmod go-w ${quotedPath(folder)}` }),
};

/** Null if the word is none of those. `folder`: its path. */
export function folderFlawInWords(flaw: string, folder: string): string | null {
  return (Object.hasOwn(sentences, flaw) ? sentences[flaw] : undefined)?.(folder) ?? null;
}
