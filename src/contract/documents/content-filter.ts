/** `config/content-filter.json`: what is not captured (§2.2). */
import * as z from 'zod';
import { secretFamilies } from '../secret-families.ts';

const entries = z.array(z.string().max(260)).max(10_000).default([]);
const extensionForm = 'an extension such as .pem';
/** `exe` means `.exe`: the user who left the dot out wants these files excluded, and refusing the document would put none of it in force. */
const dottedExtension = z
  .string()
  .max(64)
  .overwrite((written) => (written.startsWith('.') ? written : `.${written}`))
  .regex(/^\.[^./\\*?]+(\.[^./\\*?]+)*$/, extensionForm)
  .meta({ patternErrorMessage: extensionForm });

export const contentFilterDocument = z.looseObject({
  excluded_app_names: entries.describe(
    "Applications whose copies are never read: the window's class, or the file name of the program, with or without `.exe`. `*` stands for any characters: `keepass*`.",
  ),
  blacklisted_window_keywords: entries.describe('A copy is not read if the title of its window contains one of these.'),
  excluded_dirs: entries.describe(
    'A list of copied files is not kept if one of them is below such a folder: a name (`node_modules`), or a path (`/home/me/private`, `~/private`).',
  ),
  excluded_extensions: z
    .array(dottedExtension)
    .max(10_000)
    .default([])
    .describe(
      'A copy is not kept if its type, its embedded file name or a file in its list has one of these extensions. `exe` means `.exe`.',
    ),
  excluded_hosts: z
    .array(z.string().max(253))
    .max(1_000)
    .default([])
    .describe(
      'Nothing is taken from pages of these hosts, nor from those below them, by the browser extension: `example.org` is also `www.example.org`, and `*` is every host.',
    ),
  detect_secrets: z
    .boolean()
    .default(true)
    .describe('Whether a text is not kept if it contains a secret: a key, a token, a password in a configuration, a card number.'),
  allowed_secrets: z.array(z.enum(secretFamilies)).max(1_000).default([]).describe('The families of secrets that are kept all the same.'),
});
export type ContentFilter = z.infer<typeof contentFilterDocument>;
