/** Parts of documents that are refused with a key that Hub does not know; elsewhere such keys are kept and ignored (§9.1). */
import * as z from 'zod';

/**
 * For conditions on what is deleted, kept or sent: with one of them misspelled and ignored, more is deleted, less is kept, or a copy goes to another assistant
 * than its user wrote. @param expected the sentence that names the known keys.
 */
export function exactEntry<Shape extends z.ZodRawShape>(shape: Shape, expected: string) {
  return z.strictObject(shape, { error: ({ code }) => (code === 'unrecognized_keys' ? expected : undefined) });
}

/** What is expected of an id that an earlier entry of its list has. */
export const idOfItsOwn = 'an id of its own';

/** For a list whose entries are named: the fault is at the id that is there for the second time. */
export function differentIds(entries: readonly { readonly id: string }[], context: z.RefinementCtx): void {
  const seen = new Set<string>();
  for (const [at, { id }] of entries.entries()) {
    if (seen.has(id)) context.addIssue({ code: 'custom', path: [at, 'id'], message: idOfItsOwn });
    seen.add(id);
  }
}
