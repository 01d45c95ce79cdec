/** Every setting of the documents that the window offers, in its order: where it stands, and the words and limits it is shown with. */
import type { DocumentName } from '../../../contract/documents.ts';
import { secretFamilies } from '../../../contract/secret-families.ts';

/** How it is edited, without its value. */
export type SettingForm =
  | { readonly kind: 'switch' }
  | { readonly kind: 'choice'; readonly choices: readonly { readonly value: string; readonly name: string; readonly detail?: string }[] }
  | { readonly kind: 'number'; readonly least: number; readonly most: number; readonly unit: string; readonly empty: string | null }
  | { readonly kind: 'time' }
  | { readonly kind: 'days' }
  | { readonly kind: 'list'; readonly adds: string; readonly offers?: 'applications' | readonly string[]; readonly isOfFolders?: true };

export interface Setting {
  readonly path: readonly [string, ...string[]];
  readonly title: string;
  readonly help: string;
  readonly form: SettingForm;
}

export interface SettingTableGroup {
  readonly id: string;
  readonly title: string;
  readonly document: DocumentName;
  readonly settings: readonly Setting[];
}

export const settingTable: readonly SettingTableGroup[] = [
  {
    id: 'saving',
    title: 'Saving',
    document: 'hub',
    settings: [
      {
        path: ['save', 'policy'],
        title: 'What is saved to the WorkSpace',
        help: 'Which copies become files. All others are still kept in the history.',
        form: {
          kind: 'choice',
          choices: [
            { value: 'all', name: 'Almost everything', detail: 'Pictures, and text that is long enough or has a type of its own' },
            { value: 'typed', name: 'Only code, pictures and other recognized types', detail: 'Pictures, and text other than plain text' },
            { value: 'off', name: 'Nothing', detail: 'Copies stay in the history' },
          ],
        },
      },
      {
        path: ['save', 'min_text_chars'],
        title: 'Shortest plain text',
        help: 'Plain text that is shorter than this is not saved as a file.',
        form: { kind: 'number', least: 0, most: 1_000_000, unit: 'characters', empty: null },
      },
    ],
  },
  {
    id: 'privacy',
    title: 'What is never kept',
    document: 'content-filter',
    settings: [
      {
        path: ['excluded_app_names'],
        title: 'Applications',
        help: 'Copies that you make in these applications are not read.',
        form: { kind: 'list', adds: 'Name of an application', offers: 'applications' },
      },
      {
        path: ['blacklisted_window_keywords'],
        title: 'Words in a window’s title',
        help: 'A copy is not read if the title of its window contains one of these.',
        form: { kind: 'list', adds: 'Word or phrase' },
      },
      {
        path: ['excluded_dirs'],
        title: 'Folders',
        help: 'Copied files below these folders are not kept: a name such as node_modules, or a whole path.',
        form: { kind: 'list', adds: 'Name or path of a folder', isOfFolders: true },
      },
      {
        path: ['excluded_extensions'],
        title: 'File types',
        help: 'Copied files, and texts that would be saved, with these extensions are not kept.',
        form: { kind: 'list', adds: 'Extension, such as .pem' },
      },
      {
        path: ['detect_secrets'],
        title: 'Texts with secrets',
        help: 'Keys, tokens, passwords in configurations and card numbers are recognized, and not kept.',
        form: { kind: 'switch' },
      },
      {
        path: ['allowed_secrets'],
        title: 'Kinds of secrets that are kept all the same',
        help: 'If ordinary copies of yours are taken for one of them.',
        form: { kind: 'list', adds: 'Kind of secret', offers: secretFamilies },
      },
    ],
  },
  {
    id: 'history',
    title: 'History',
    document: 'hub',
    settings: [
      {
        path: ['journal', 'max_megabytes'],
        title: 'Most space on the disk',
        help: 'Beyond it, only short contents are kept. Without a number: 20 GB, or a quarter of a smaller disk.',
        form: { kind: 'number', least: 100, most: 100_000_000, unit: 'MB', empty: 'Automatic' },
      },
      {
        path: ['history', 'max_age_days'],
        title: 'Keep copies for',
        help: 'Older copies are removed for good, but pinned ones stay. A new limit applies after a minute.',
        form: { kind: 'number', least: 1, most: 36_500, unit: 'days', empty: 'Always' },
      },
      {
        path: ['history', 'kinds', 'image', 'max_age_days'],
        title: 'Keep pictures for',
        help: 'If pictures should go earlier than other copies.',
        form: { kind: 'number', least: 1, most: 36_500, unit: 'days', empty: 'The same' },
      },
      {
        path: ['history', 'max_count'],
        title: 'Most copies',
        help: 'Beyond this number, the oldest ones are removed for good. Pinned ones stay.',
        form: { kind: 'number', least: 1, most: 100_000_000, unit: 'copies', empty: 'Any' },
      },
    ],
  },
  {
    id: 'index',
    title: 'Index of the WorkSpaces',
    document: 'hub',
    settings: [
      {
        path: ['enable_filesystem_watcher'],
        title: 'Watch the WorkSpaces',
        help: 'Changes of files are found at once. Otherwise only when the index is refreshed.',
        form: { kind: 'switch' },
      },
      {
        path: ['index_refresh', 'mode'],
        title: 'Refresh',
        help: 'When all files are compared with the index.',
        form: {
          kind: 'choice',
          choices: [
            { value: 'daily', name: 'Every few days' },
            { value: 'weekly', name: 'On days of the week' },
          ],
        },
      },
      {
        path: ['index_refresh', 'daily_time'],
        title: 'Time of day',
        help: 'When the refresh begins.',
        form: { kind: 'time' },
      },
      {
        path: ['index_refresh', 'every_n_days'],
        title: 'Days between refreshes',
        help: 'Used if the index is refreshed every few days.',
        form: { kind: 'number', least: 1, most: 365, unit: 'days', empty: null },
      },
      {
        path: ['index_refresh', 'weekly_days'],
        title: 'Days of the week',
        help: 'Used if the index is refreshed on days of the week.',
        form: { kind: 'days' },
      },
      {
        path: ['index_refresh', 'on_startup'],
        title: 'Refresh when Hub starts',
        help: 'In addition to the times above.',
        form: { kind: 'switch' },
      },
      {
        path: ['index_refresh', 'on_startup_only_if_exists'],
        title: 'At the start only if there is an index',
        help: 'The first index is then built at the next time above, not at the start.',
        form: { kind: 'switch' },
      },
      {
        path: ['index_refresh', 'idle_after'],
        title: 'Wait until you are away for',
        help: 'How long keyboard and mouse must be at rest before a refresh begins. 0 does not wait.',
        form: { kind: 'number', least: 0, most: 1_440, unit: 'minutes', empty: null },
      },
    ],
  },
  {
    id: 'memory',
    title: 'Memory',
    document: 'cache',
    settings: [
      {
        path: ['max_detection_cache'],
        title: 'Results of detection',
        help: 'How many results Hub remembers, so that it need not look at the same content again. 0 turns this off.',
        form: { kind: 'number', least: 0, most: 100_000, unit: 'entries', empty: null },
      },
      {
        path: ['max_file_cache'],
        title: 'Results for files',
        help: 'The same for copied files.',
        form: { kind: 'number', least: 0, most: 100_000, unit: 'entries', empty: null },
      },
    ],
  },
  {
    id: 'logs',
    title: 'Logs',
    document: 'python-core-logging',
    settings: [
      {
        path: ['level'],
        title: 'Detail',
        help: 'Which lines are logged. Nothing that you copy is ever logged.',
        form: {
          kind: 'choice',
          choices: [
            { value: 'DEBUG', name: 'Everything' },
            { value: 'INFO', name: 'Usual events' },
            { value: 'WARNING', name: 'Warnings and errors' },
            { value: 'ERROR', name: 'Errors only' },
          ],
        },
      },
    ],
  },
];

/** What a setting is called in commands: `content-filter/excluded_dirs`. */
export function settingId({ document }: SettingTableGroup, { path }: Setting): string {
  return `${document}/${path.join('/')}`;
}
