/** The support bundle: its presets, and the manifest that is in it. */
import * as z from 'zod';
import { supportPresets } from '../words/listed-words.ts';

export { supportPresets };
export const supportPreset = z.enum(supportPresets);
export type SupportPreset = z.infer<typeof supportPreset>;

const counts = z.record(z.string(), z.int().nonnegative());

/** `manifest.json` of a bundle. It names everything else that is in there. */
export const supportManifest = z.object({
  bundle: z.literal(1).describe('the form of this manifest'),
  preset: supportPreset,
  createdAt: z.string(),
  version: z.string().describe('of the Hub that made it'),
  files: z.array(
    z.object({
      name: z.string().describe('relative, with forward slashes'),
      part: z.string(),
      bytes: z.int().nonnegative(),
      sha256: z.string(),
      removed: counts.describe('how often each rule took something out'),
    }),
  ),
  leftOut: z
    .array(z.object({ part: z.string(), because: z.enum(['nothing', 'no-answer', 'failed']) }))
    .describe('parts of the preset that are missing'),
  removed: counts.describe('of all files'),
});
export type SupportManifest = z.infer<typeof supportManifest>;
