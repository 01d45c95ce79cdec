/**
 * The table of all configuration documents (§2.1–2.4): the path of each under the home, and its schema, which has the default and the meaning of every
 * key. Validation, `hub config schema` and `docs/configuration-reference.md` come from it. Unknown keys are kept and ignored (§9.1), so objects
 * are loose, except for those in which an ignored key would let something happen that its user had excluded (`exactEntry`).
 *
 * To change the form of a document so that older ones no longer fit: raise its version here, and add a step to
 * `src/domain/configuration/migrations.ts`. A new key with a default needs neither.
 */
import * as z from 'zod';
import { cacheDocument } from './documents/cache.ts';
import { chatRoutingDocument } from './documents/chat-routing.ts';
import { commandsDocument } from './documents/commands.ts';
import { contentFilterDocument } from './documents/content-filter.ts';
import { hubDocument } from './documents/hub.ts';
import { legalHoldDocument } from './documents/legal-hold.ts';
import { loggingDocument } from './documents/python-core-logging.ts';
import { retentionPolicyDocument } from './documents/retention-policy.ts';
import { structuredTextDocument } from './documents/structured-text.ts';
import { textExtractionDocument } from './documents/text-extraction.ts';
import { workspacesDocument } from './documents/workspaces.ts';
import { type DocumentName, documentNames } from './words/listed-words.ts';

/** A document without the key is of version 1. */
function versionKey<Version extends number>(present: Version) {
  return z
    .literal(present)
    .default(present as never)
    .describe('The form of this document. Hub converts older forms when it reads them, and writes the present one with the next change.');
}

/** `about`: what is in it, as the start of a sentence. */
export const documents = {
  hub: {
    file: 'config/hub.json',
    schema: hubDocument.extend({ version: versionKey(1) }),
    about: 'general settings, saving, the schedule of the index',
  },
  'content-filter': {
    file: 'config/content-filter.json',
    schema: contentFilterDocument.extend({ version: versionKey(1) }),
    about: 'what is not captured',
  },
  cache: {
    file: 'config/cache.json',
    schema: cacheDocument.extend({ version: versionKey(1) }),
    about: 'how much the core remembers',
  },
  workspaces: {
    file: 'config/workspaces.json',
    schema: workspacesDocument.extend({ version: versionKey(1) }),
    about: 'the WorkSpaces, and which one is active',
  },
  commands: {
    file: 'config/commands.json',
    schema: commandsDocument.extend({ version: versionKey(1) }),
    about: 'commands that get a copy',
  },
  'retention-policy': {
    file: 'config/retention-policy.json',
    schema: retentionPolicyDocument.extend({ version: versionKey(2) }),
    about: 'which copies are deleted, and when',
  },
  'legal-hold': {
    file: 'config/legal-hold.json',
    schema: legalHoldDocument.extend({ version: versionKey(1) }),
    about: 'which copies must not be deleted',
  },
  'text-extraction': {
    file: 'config/quick-settings/text-extraction.json',
    schema: textExtractionDocument.extend({ version: versionKey(1) }),
    about: 'how text is taken out of pictures and documents',
  },
  'structured-text': {
    file: 'config/quick-settings/structured-text.json',
    schema: structuredTextDocument.extend({ version: versionKey(1) }),
    about: 'the form of structured text',
  },
  'chat-routing': {
    file: 'config/quick-settings/chat-routing.json',
    schema: chatRoutingDocument.extend({ version: versionKey(1) }),
    about: 'which assistant copies go to',
  },
  'python-core-logging': {
    file: 'python_core/config/python-core-logging.json',
    schema: loggingDocument.extend({ version: versionKey(1) }),
    about: 'how detailed the logs are',
  },
} as const satisfies Readonly<Record<DocumentName, { readonly file: string; readonly schema: z.ZodType; readonly about: string }>>;
export { type DocumentName, documentNames };
export type DocumentValue<Name extends DocumentName> = z.infer<(typeof documents)[Name]['schema']>;

/** The quick settings (§1.6, §5.3): preferences alone. A document with a secret in it is not used, and a change to one is refused. */
export const quickSettingsNames = ['chat-routing', 'structured-text', 'text-extraction'] as const satisfies readonly DocumentName[];
export type QuickSettingsName = (typeof quickSettingsNames)[number];

/** The version of a document that this Hub reads and writes. */
export function presentVersion(name: DocumentName): number {
  return documents[name].schema.shape.version.unwrap().value;
}
