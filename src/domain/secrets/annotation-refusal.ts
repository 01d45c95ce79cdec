/** Why a title, a tag or a note is not kept. Separate from the search, which the core's event loop does not load. */
import { say, told } from '../language/say.ts';
import type { AnnotationSecret } from './secret-in-annotation.ts';
import { secretInWords } from './secret-in-words.ts';

const refusals = {
  title: (secret: string) => told('A title that looks like {secret} is not kept.', { secret }),
  tag: (secret: string) => told('A tag that looks like {secret} is not kept.', { secret }),
  note: (secret: string) => told('A note that looks like {secret} is not kept.', { secret }),
} as const;

/** A sentence to be told. */
export function annotationRefusal({ of, family }: AnnotationSecret): string {
  return refusals[of](family === null ? say('a secret') : secretInWords(family));
}
