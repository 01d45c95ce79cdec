/** Parts of documents that are refused with a key that Hub does not know; elsewhere such keys are kept and ignored (§9.1). */
import * as z from 'zod';

/**
 * For conditions on what is deleted, kept or sent: with one of them misspelled and ignored, more is deleted, less is kept, or a copy goes to another assistant
 * than its user wrote. @param expected the sentence that names the known keys.
 */
export function exactEntry<Shape extends z.ZodRawShape>(shape: Shape, expected: string) {
  return z.strictObject(shape, { error: ({ code }) => (code === 'unrecognized_keys' ? expected : undefined) });
}
