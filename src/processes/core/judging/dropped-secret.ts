/** Which fragments are searched for secrets, and what is recorded of one that has some. Separate from the search, which the core's event loop does not load. */
import type { ContentFilter } from '../../../contract/documents/content-filter.ts';
import type { JournalFragment } from '../../../contract/journal.ts';
import type { SecretFamily } from '../../../contract/secret-families.ts';
import type { Judgement } from '../../../journal/fragments/fragment-states.ts';

/** No rule applies to a save that somebody requested by name. A list of files may be one of addresses, with any text beside it. */
export function couldHaveSecret({ origin, mediaTypes }: JournalFragment, { detect_secrets }: ContentFilter): boolean {
  return detect_secrets && origin !== 'bridge' && mediaTypes.some((mediaType) => mediaType.startsWith('text/'));
}

/** Nothing that is known of it is recorded but the family. */
export function droppedFor(secret: SecretFamily): Judgement {
  const verdict = { kind: 'filter', because: `secret_${secret}` } as const;
  return { detection: null, embeddedFilename: null, pictureSize: null, verdict };
}
