/** `config/hub.json`: general settings, saving, and the schedule of the index (§2.1). */
import * as z from 'zod';
import { type Language, languages } from '../words/listed-words.ts';
import { isGlobalShortcut, writtenGlobalRefusal } from './refused-shortcuts.ts';
import { shortcutValue } from './shortcut-value.ts';

export { type Language, languages };

const clockTime = 'a time of day as HH:MM';
const timeOfDay = z
  .string()
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/, clockTime)
  .meta({ patternErrorMessage: clockTime });
const weekday = z.enum(['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun']);

const indexRefresh = z.looseObject({
  mode: z
    .enum(['daily', 'weekly'])
    .default('daily')
    .describe('Whether the index is refreshed every few days, or on certain days of the week.'),
  on_startup: z.boolean().default(false).describe('Whether the index is refreshed when Hub starts.'),
  on_startup_only_if_exists: z
    .boolean()
    .default(true)
    .describe('Whether the refresh at the start is left out while there is no index yet.'),
  daily_time: timeOfDay.default('03:00').describe('When the refresh starts: local time of day as `HH:MM`, with 24 hours.'),
  every_n_days: z.int().min(1).max(365).default(1).describe('Number of days between refreshes, in the mode `daily`.'),
  weekly_days: z.array(weekday).max(7).default(['sun']).describe('The days of the refresh, in the mode `weekly`.'),
  idle_after: z.int().min(0).max(1_440).default(10).describe('Minutes without a key or a movement of the mouse before a refresh starts.'),
});

const save = z.looseObject({
  policy: z
    .enum(['documents', 'all', 'typed', 'off'])
    .default('documents')
    .describe(
      'Which copies become files. `documents`: as `all`, but not what is looked up and not read again, unless it is a list of several lines: links, mail addresses, phone numbers, numbers, one-time codes, colours, paths, IBANs, identifiers and words; nor prose and tables of up to 80 characters (unless it is Markdown with a heading and a list, table or code), a single command for a shell, and a text of more than 16 MB. `all`: pictures, text with a type, and text of at least `min_text_chars` characters. `typed`: only pictures, and text with a type other than plain text. `off`: none; they stay in the journal.',
    ),
  min_text_chars: z
    .int()
    .min(0)
    .max(1_000_000)
    .default(16)
    .describe(
      'How many Unicode characters a text without a type needs to become a file. `documents` asks for at least 81, also if this is less.',
    ),
});
export type SaveRules = z.infer<typeof save>;

const journal = z.looseObject({
  max_megabytes: z
    .int()
    .min(100)
    .max(100_000_000)
    .nullable()
    .default(null)
    .describe(
      'How much disk space the journal and its blobs may take, in MB; `null`: 20 GB, or a quarter of a disk smaller than 80 GB. From 90 % on, Hub is `degraded` and says so. Beyond 100 % it keeps only contents up to 128 KiB, and counts larger ones as missed.',
    ),
});

const ageLimit = z.int().min(1).max(36_500).nullable().default(null);
const ofKind = (what: string) =>
  z
    .looseObject({ max_age_days: ageLimit.describe(`How many days ${what} stay in the history; \`null\`: as long as others.`) })
    .prefault({})
    .describe(`The limits for ${what}.`);

const history = z.looseObject({
  max_age_days: ageLimit.describe('How many days a copy stays in the history; `null`: for ever.'),
  max_count: z
    .int()
    .min(1)
    .max(100_000_000)
    .nullable()
    .default(null)
    .describe('How many copies the history has; beyond that the oldest ones are removed. `null`: any number.'),
  max_megabytes: z
    .int()
    .min(10)
    .max(100_000_000)
    .nullable()
    .default(null)
    .describe(
      'How much disk space the history may take, in MB; beyond that the oldest copies are removed. Should be less than `journal.max_megabytes`, beyond which large copies are not kept. `null`: no copy is removed for its size.',
    ),
  kinds: z
    .looseObject({
      text: ofKind('texts'),
      image: ofKind('pictures'),
      document: ofKind('documents and other files that a browser saved'),
      files: ofKind('lists of files'),
    })
    .prefault({})
    .describe('Shorter times for copies of a kind.'),
});
export type HistoryLimits = z.infer<typeof history>;

const update = z.looseObject({
  feed: z
    .string()
    .max(1_000)
    .regex(/^(?:$|https:\/\/|http:\/\/(?:127\.0\.0\.1|localhost)[:/])/, 'an address that begins with https://')
    .meta({ patternErrorMessage: 'an address that begins with https://' })
    .default('')
    .describe(
      'Where `hub update` looks for the file `release.json` of the newest version, with its signature beside it (`.minisig`). Empty: nowhere. Nothing else ever reads this address.',
    ),
  public_key: z
    .string()
    .max(200)
    .default('')
    .describe('The public key of minisign (a line that begins with `RW`) with which a release has to be signed to be believed.'),
});

const shortcutForm = 'a shortcut such as Ctrl+Shift+V';
/** What is typed in a program is its own: any keys but those that would type something. */
const typedKeys = shortcutValue((keys) => (isGlobalShortcut(keys) ? null : 'types'), shortcutForm);

const picker = z.looseObject({
  shortcut: shortcutValue(writtenGlobalRefusal, shortcutForm)
    .default('Ctrl+Shift+V')
    .describe('The keys that open the picker wherever you are, such as `Ctrl+Shift+V` or `Super+V`; empty for none.'),
  paste_keys: z
    .record(z.string().max(200), typedKeys)
    .default({})
    .describe(
      'The keys that paste in a program, by the class of its windows (`xprop WM_CLASS` prints it): `{"my-terminal": "Ctrl+Shift+V"}`. Hub knows the usual terminals; all others have `Ctrl+V`. Empty: nothing is typed there, the copy is only put on the clipboard.',
    ),
});

const primarySelection = z.looseObject({
  capture: z
    .boolean()
    .default(false)
    .describe(
      'Whether Hub also keeps text that you only select with the mouse (PRIMARY on X11), apart from the copies. `is:selected` searches for it. On other systems this has no effect.',
    ),
  max_count: z
    .int()
    .min(1)
    .max(10_000)
    .default(500)
    .describe('How many selected texts are kept; beyond that the oldest ones are removed, but no pinned one.'),
});
export type PrimarySelectionRules = z.infer<typeof primarySelection>;

export const hubDocument = z.looseObject({
  language: z
    .enum(['system', ...languages])
    // It must not cost the rest of the document, such as what is not saved.
    .catch('en')
    .default('system')
    .describe(
      'The language of the window, the tray and the command. `system`: that of the system, or English if Hub does not speak it. In a document by hand, any other language counts as English; `hub config set` refuses it.',
    ),
  enable_filesystem_watcher: z
    .boolean()
    .default(true)
    .describe('Whether Hub watches the WorkSpaces, so that the index has a change at once.'),
  index_refresh: indexRefresh.prefault({}).describe('When the index of the WorkSpaces is refreshed.'),
  save: save.prefault({}).describe('What is saved into the WorkSpace.'),
  journal: journal.prefault({}).describe('The journal of all copies.'),
  picker: picker.prefault({}).describe('The small window in which you choose a copy to paste.'),
  primary_selection: primarySelection.prefault({}).describe('Text that is selected and not copied.'),
  update: update.prefault({}).describe('Whether there is a newer version of Hub; used only by `hub update`.'),
  history: history.prefault({}).describe('What is removed from the history. Pinned copies stay, and those that still wait to be saved.'),
});
export type HubDocument = z.infer<typeof hubDocument>;
