/** A held copy: one that the journal did not accept before the monitor ended, as it is stored in a file until the next monitor records it. */
import * as z from 'zod';
import { appIdentity, fragmentKind, sourceType } from '../source-snapshot.ts';

const whole = { bytes: z.int().min(0), sha256: z.string().regex(/^[0-9a-f]{64}$/) };

/** `inline` is base64. `file` is a name in the folder of held copies, not a path. */
export const heldContent = z.union([
  z.object({ ...whole, inline: z.string() }),
  z.object({ ...whole, file: z.string().regex(/^[0-9a-z-]{1,80}\.content$/) }),
]);

const described = z.object({
  origin: z.literal('clipboard'),
  copiedAtMs: z.number(),
  isInitial: z.literal(true).optional(),
  /** The previous name of `isInitial`: an earlier Hub may have left files. */
  wasThere: z.literal(true).optional(),
  source: z.object({ type: sourceType, name: z.string(), path: z.string(), app: appIdentity }),
  givenName: z.string().nullable(),
  isExempt: z.literal(true).optional(),
  workspace: z.string().optional(),
  fragments: z.array(
    z.object({
      kind: fragmentKind,
      representations: z.array(z.object({ mediaType: z.string(), content: heldContent })),
    }),
  ),
});

export const heldCapture = described.transform(({ wasThere, ...held }) => (wasThere ? { ...held, isInitial: wasThere } : held));
export type HeldCapture = z.infer<typeof heldCapture>;
