/** The words of a fragment, apart from the schemas that are made of them: who only reads rows loads no schemas. */
export const sourceTypes = ['web', 'local', 'other'] as const;
export const fragmentStates = ['captured', 'filtered', 'kept', 'saved', 'failed'] as const;
export const fragmentKinds = ['text', 'image', 'files'] as const;
