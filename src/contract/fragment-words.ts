/**
 * The words for a fragment's state, and which fragment of a copy is the main one. Separate from the schemas, so that a reader of rows, such as the
 * page, does not load zod.
 */
export const sourceTypes = ['web', 'local', 'other'] as const;
export const fragmentStates = ['captured', 'filtered', 'kept', 'saved', 'failed'] as const;
export const fragmentKinds = ['text', 'image', 'files'] as const;

/**
 * The fragment that represents a copy: its text, if it has one, because what was copied with it (a picture, files) is another form of it. Undefined
 * if nothing was copied.
 */
export function mainFragment<Each extends { readonly kind: (typeof fragmentKinds)[number] }>(fragments: readonly Each[]): Each | undefined {
  return fragments.find(({ kind }) => kind === 'text') ?? fragments.find(({ kind }) => kind === 'files') ?? fragments[0];
}
