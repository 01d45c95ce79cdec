/** Why Hub writes nothing into a folder, for people. The words are those of `src/base/files/folder-flaw.ts`. */
import { say } from '../language/say.ts';

const sentences: Readonly<Record<string, () => string>> = {
  'not-a-folder': () => say('there is something else in the place of its folder; move that away'),
  'dead-link': () => say('its folder is a link that leads nowhere; connect the disk that it leads to, or remove the link'),
  'foreign-owner': () => say('its folder, or the link there, belongs to another user; move it away, or make it yours'),
  'writable-by-others': () =>
    say('its folder may be changed by its group or by everybody; take that permission away with "chmod go-w" and the path of the folder'),
};

/** Null if the word is none of those. */
export function folderFlawInWords(flaw: string): string | null {
  return (Object.hasOwn(sentences, flaw) ? sentences[flaw] : undefined)?.() ?? null;
}
