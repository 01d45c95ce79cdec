/**
 * The words for a fragment's state, the limits of its annotations, and which fragment of a copy is the main one. Separate from the schemas, so that a
 * reader of rows, such as the page or a thread of the journal, does not load zod (3 MB in each thread).
 */
export const sourceTypes = ['web', 'local', 'other'] as const;
export const fragmentStates = ['captured', 'filtered', 'kept', 'saved', 'failed'] as const;
/** The ways into the history besides copying and selecting. */
export const foreignOrigins = ['web', 'bridge', 'import', 'command'] as const;
/** The name of the source of what was saved over the bridge, whose program is not known. */
export const savedOverBridge = 'bridge';
/** `document`: the bytes of any other file, such as a PDF that a browser saved; `files`: a list of paths. */
export const fragmentKinds = ['text', 'image', 'document', 'files'] as const;

/** What a copy is for people (`src/domain/kind/content-kind.ts`). */
// biome-ignore format: a list
export const contentKinds = [
  'link', 'mail', 'phone', 'color', 'path', 'number', 'one-time-code', 'iban', 'ip-address', 'token', 'table', 'code', 'data', 'prose', 'picture', 'document', 'files',
] as const;
export type ContentKind = (typeof contentKinds)[number];

/** What is pasted once, and never read as a file. The type of such a text says nothing: a link is plain text. */
// biome-ignore format: a list
export const shortKinds: ReadonlySet<ContentKind> = new Set([
  'link', 'mail', 'phone', 'color', 'path', 'number', 'one-time-code', 'iban', 'ip-address', 'token',
]);

/** The kinds that were part of another one once: whoever wrote a condition with the wider one, such as a legal hold, meant them. */
const partsOf: Readonly<Record<string, readonly ContentKind[]>> = { token: ['iban', 'ip-address'] };

/** The kinds that a condition with this kind means, wherever one is written: in a search, a hold, a rule or a command. `iban` and `ip-address` are narrower words for some of `token`. */
export function meantKinds<Kind extends string>(kind: Kind): readonly (Kind | ContentKind)[] {
  return [kind, ...(Object.hasOwn(partsOf, kind) ? (partsOf[kind] ?? []) : [])];
}

/** What a user may add to a fragment, in UTF-16 units; `tagsOfFragment`: how many tags. */
export const annotationLimits = { tagsOfFragment: 32, tag: 50, title: 200, note: 10_000 } as const;

/**
 * The fragment that represents a copy: its text, if it has one, because what was copied with it (a picture, files) is another form of it. Undefined
 * if nothing was copied.
 */
export function mainFragment<Each extends { readonly kind: (typeof fragmentKinds)[number] }>(fragments: readonly Each[]): Each | undefined {
  return fragments.find(({ kind }) => kind === 'text') ?? fragments.find(({ kind }) => kind === 'files') ?? fragments[0];
}

/** Whether its text can be pasted with those of others, as one. A picture and a document are pasted one by one, whatever text their program offered beside them: nobody has seen that. */
export function canBeJoined({ kind }: { readonly kind: (typeof fragmentKinds)[number] }): boolean {
  return kind === 'text' || kind === 'files';
}

/** Whether a type was found, and its confidence says something. Plain text with little of it is what is left when no type was recognized. */
export function isFinding({ typeId, confidence }: { readonly typeId: string; readonly confidence: number }): boolean {
  return typeId !== 'txt' || confidence >= 0.5;
}

/** Of a text: whether its type is as good as certain. With less its file is `.txt`, and no list names the type. */
export function isSureType({ confidence }: { readonly confidence: number }): boolean {
  return confidence >= 0.7;
}

/**
 * What became of the file of a deleted copy that was to be deleted too. `trashed`: it is in the trash; `none`: it had no file; `gone`: nothing was there
 * any more; `changed`: it is not what Hub wrote; `shared`: another copy has the same file; `outside`: it is not in its WorkSpace, or a link leads there;
 * `no-trash`: its disk has no trash; `failed`: the disk refused; `no-answer`: the save worker or the disk did not answer in time.
 */
export const fileDeletions = ['trashed', 'none', 'gone', 'changed', 'shared', 'outside', 'no-trash', 'failed', 'no-answer'] as const;
export type FileDeletion = (typeof fileDeletions)[number];

/**
 * What became of such a file when its copy was brought back. `none`: it is not in the trash because of this deletion; `taken`: something else has its
 * place; `missing`: it is not in the trash any more.
 */
export const fileReturns = ['back', 'none', 'taken', 'missing', 'failed', 'no-answer'] as const;
export type FileReturn = (typeof fileReturns)[number];

/** What became of reading the text in a picture or in a copied file. `empty`: there is none; `secret`: it looks like a secret, and is not kept. */
export const extractionStates = ['reading', 'read', 'empty', 'failed', 'secret'] as const;
export type ExtractionState = (typeof extractionStates)[number];

/** Why there is no text. */
export const extractionFailures = [
  'not-found',
  'not-a-file',
  'endless-link',
  'not-permitted',
  'unsupported',
  'recognition-off',
  'old-format',
  'encrypted',
  'damaged',
  'too-large',
  'too-many-pixels',
  'too-deep',
  'too-slow',
  'too-much-memory',
  'no-language',
  'cancelled',
  'crashed',
] as const;

/** How many fragments one request may name, and so how many a list can select at once. */
export const mostSelected = 1_000;

/** What some programs paste, and nothing else: `pictures` except into their text fields. */
export type PastedOnly = 'files' | 'text' | 'pictures';

/**
 * Whether a program that pastes only this is given a copy of this kind: an editor pastes the paths of files. Nobody knows whether a text field of an editor of
 * pictures has the keyboard, so that one is given everything.
 */
export function pastesKind(only: PastedOnly | null | undefined, kind: (typeof fragmentKinds)[number]): boolean {
  return only === 'files' ? kind === 'files' : only !== 'text' || kind !== 'image';
}
