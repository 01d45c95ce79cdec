/** A copy that the journal did not take before its process ended, as it lies in a file until the next process has it recorded. */
import * as z from 'zod';
import { appIdentity, fragmentKind, sourceType } from './source-snapshot.ts';

const whole = { bytes: z.int().min(0), sha256: z.string().regex(/^[0-9a-f]{64}$/) };

/** `inline` is base64. `file` is a name in the folder of the held copies, and no path. */
export const heldContent = z.union([
  z.object({ ...whole, inline: z.string() }),
  z.object({ ...whole, file: z.string().regex(/^[0-9a-z-]{1,80}\.content$/) }),
]);

export const heldCapture = z.object({
  origin: z.literal('clipboard'),
  copiedAtMs: z.number(),
  wasThere: z.literal(true).optional(),
  source: z.object({ type: sourceType, name: z.string(), path: z.string(), app: appIdentity }),
  givenName: z.string().nullable(),
  fragments: z.array(
    z.object({
      kind: fragmentKind,
      representations: z.array(z.object({ mediaType: z.string(), content: heldContent })),
    }),
  ),
});
export type HeldCapture = z.infer<typeof heldCapture>;
