/** The retention policy and the legal holds as a run needs them: read at one moment, with the digests of what was read. */
import { readDocument } from '../../base/documents/json-document.ts';
import { sha256 } from '../../base/evidence/record-chain.ts';
import { done, failed, type Outcome } from '../../base/outcome.ts';
import type { LegalHolds } from '../../contract/documents/legal-hold.ts';
import type { RetentionPolicy } from '../../contract/documents/retention-policy.ts';
import { documents } from '../../contract/documents.ts';
import { flawInWords } from '../../domain/conditions/document-condition.ts';
import type { Places } from '../../platform/locations.ts';
import { documentParser } from '../document-parser.ts';
import { effectiveDocument } from '../effective-document.ts';
import { lastGoodOf, readHubDocument } from './last-good.ts';

/** The digests are the SHA-256 of the files; null without a file. */
export interface RetentionDocuments {
  readonly policy: RetentionPolicy;
  readonly policyDigest: string | null;
  readonly holds: LegalHolds;
  readonly holdsDigest: string | null;
}

/**
 * Fails while the legal holds can't be read, with what is wrong with them after the name of the file: then nothing may be deleted. Of a policy that is not
 * valid, the last valid version is in force.
 */
export function readRetention(places: Places): Outcome<RetentionDocuments, 'holds-broken'> {
  const holds = readHubDocument(places, 'legal-hold');
  if (!holds.ok) return failed('holds-broken', flawInWords(holds.fault));
  const parse = documentParser('retention-policy');
  const written = readDocument(places.document(documents['retention-policy'].file), parse);
  const policy = written.ok ? written : readDocument(lastGoodOf(places, 'retention-policy'), parse);
  const standing = policy.ok ? policy : { value: effectiveDocument(places, 'retention-policy').value, text: null };
  return done({
    policy: standing.value,
    policyDigest: standing.text === null ? null : sha256(standing.text),
    holds: holds.value,
    holdsDigest: holds.text === null ? null : sha256(holds.text),
  });
}

/** The holds in force for what is deleted by hand: the last valid ones of a document that is not valid; null if nobody knows what they are. */
export function holdsForDeleting(places: Places): LegalHolds | null {
  const { value, unused } = effectiveDocument(places, 'legal-hold');
  return unused?.instead === 'no-deletion' ? null : value;
}
