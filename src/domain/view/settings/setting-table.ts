/** Every setting of the documents that the window offers, in its order: where it stands, and the words and limits it is shown with. */
import { secretFamilies } from '../../../contract/secret-families.ts';
import { say } from '../../language/say.ts';
import { mostOfShortText } from '../../saving/save-policy.ts';
import { retentionTable } from './retention-table.ts';
import type { SettingTableGroup } from './setting-form.ts';

export const settingTable = (): readonly SettingTableGroup[] => [
  {
    id: 'language',
    title: say('Language'),
    document: 'hub',
    settings: [
      {
        path: ['language'],
        title: say('Display language'),
        help: say('Used in the window, the tray and the command line. Logs are always in English.'),
        form: {
          kind: 'choice',
          choices: [
            { value: 'system', name: say('Same as system') },
            { value: 'en', name: 'English' },
            { value: 'de', name: 'Deutsch' },
            { value: 'zh-CN', name: '简体中文' },
          ],
        },
      },
    ],
  },
  {
    id: 'picker',
    title: say('Picker'),
    document: 'hub',
    settings: [
      {
        path: ['picker', 'shortcut'],
        title: say('Shortcut'),
        help: say('Opens the picker over any window. Choose a copy and press Enter to paste it.'),
        form: { kind: 'shortcut' },
      },
    ],
  },
  {
    id: 'saving',
    title: say('Saving'),
    document: 'hub',
    settings: [
      {
        path: ['save', 'policy'],
        title: say('What is saved to the WorkSpace'),
        help: say('Which copies become files. All others are still kept in the history.'),
        form: {
          kind: 'choice',
          choices: [
            {
              value: 'documents',
              name: say('Code, data, pictures, and texts and tables over {count, number} characters', { count: mostOfShortText }),
              detail: say('Not a single link, address, number, path or command, nor a table of up to {count, number} characters', {
                count: mostOfShortText,
              }),
            },
            {
              value: 'all',
              name: say('Almost everything'),
              detail: say('Pictures, and text that is long enough or has a type of its own'),
            },
            {
              value: 'typed',
              name: say('Only code, pictures and other recognized types'),
              detail: say('Pictures, and text other than plain text'),
            },
            { value: 'off', name: say('Nothing'), detail: say('Copies stay in the history') },
          ],
        },
      },
      {
        path: ['save', 'min_text_chars'],
        title: say('Minimum length of plain text'),
        help: say('Shorter plain text is not saved.'),
        // The default policy leaves out short texts whatever is set here.
        appliesIf: (settingAt) => {
          const policy = settingAt('save', 'policy');
          return policy === 'all' || (policy === 'documents' && Number(settingAt('save', 'min_text_chars')) > mostOfShortText);
        },
        form: { kind: 'number', least: 0, most: 1_000_000, unit: say('characters'), empty: null },
      },
    ],
  },
  {
    id: 'privacy',
    title: say('What is never kept'),
    document: 'content-filter',
    settings: [
      {
        path: ['excluded_app_names'],
        title: say('Applications'),
        help: say('Copies that you make in these applications are not read.'),
        form: { kind: 'list', adds: say('Name of an application'), offers: 'applications' },
      },
      {
        path: ['blacklisted_window_keywords'],
        title: say('Words in a window’s title'),
        help: say('A copy is not read if the title of its window contains one of these.'),
        form: { kind: 'list', adds: say('Word or phrase') },
      },
      {
        path: ['excluded_dirs'],
        title: say('Folders'),
        help: say('Files copied from these folders are not kept: a name such as node_modules, or a whole path.'),
        form: { kind: 'list', adds: say('Name or path of a folder'), isOfFolders: true },
      },
      {
        path: ['excluded_extensions'],
        title: say('File types'),
        help: say('Copied files, and texts that would be saved, with these extensions are not kept.'),
        form: { kind: 'list', adds: say('Extension, such as .pem') },
      },
      {
        path: ['detect_secrets'],
        title: say('Texts with secrets'),
        help: say('Keys, tokens, passwords in configurations and card numbers are recognized, and not kept.'),
        form: { kind: 'switch' },
      },
      {
        path: ['allowed_secrets'],
        title: say('Kinds of secrets to keep anyway'),
        help: say('For ordinary copies that are mistaken for secrets.'),
        form: { kind: 'list', adds: say('Kind of secret'), offers: secretFamilies },
      },
    ],
  },
  {
    id: 'history',
    title: say('History'),
    document: 'hub',
    settings: [
      {
        path: ['journal', 'max_megabytes'],
        title: say('Maximum disk space'),
        help: say('In MB. Beyond it, only short contents are kept. Without a number: 20 GB, or a quarter of a smaller disk.'),
        form: { kind: 'number', least: 100, most: 100_000_000, unit: say('MB'), empty: say('Automatic') },
      },
      {
        path: ['history', 'max_age_days'],
        title: say('Keep copies for'),
        help: say('In days. Older copies are removed for good, but pinned ones stay. A new limit applies after a minute.'),
        form: { kind: 'number', least: 1, most: 36_500, unit: say('days'), empty: say('Forever') },
      },
      {
        path: ['history', 'kinds', 'image', 'max_age_days'],
        title: say('Keep pictures for'),
        help: say('In days. To delete pictures sooner than other copies.'),
        form: { kind: 'number', least: 1, most: 36_500, unit: say('days'), empty: say('Same as copies') },
      },
      {
        path: ['history', 'max_count'],
        title: say('Maximum number of copies'),
        help: say('Beyond this number, the oldest ones are removed for good. Pinned ones stay. A new limit applies after a minute.'),
        form: { kind: 'number', least: 1, most: 100_000_000, unit: say('copies'), empty: say('No limit') },
      },
    ],
  },
  retentionTable(),
  {
    id: 'selections',
    title: say('Selected text'),
    document: 'hub',
    settings: [
      {
        path: ['primary_selection', 'capture'],
        title: say('Keep text that you select with the mouse'),
        help: say(
          'Text that you select and do not copy, once it has been selected for half a second. It is kept apart from the copies: search for is:selected. Only on X11.',
        ),
        form: { kind: 'switch' },
      },
    ],
  },
  {
    id: 'index',
    title: say('Index of the WorkSpaces'),
    document: 'hub',
    settings: [
      {
        path: ['enable_filesystem_watcher'],
        title: say('Watch the WorkSpaces'),
        help: say('Changes of files are found at once. Otherwise only when the index is refreshed.'),
        form: { kind: 'switch' },
      },
      {
        path: ['index_refresh', 'mode'],
        title: say('Refresh'),
        help: say('When all files are compared with the index.'),
        form: {
          kind: 'choice',
          choices: [
            { value: 'daily', name: say('Every few days') },
            { value: 'weekly', name: say('On days of the week') },
          ],
        },
      },
      {
        path: ['index_refresh', 'daily_time'],
        title: say('Time of day'),
        help: say('When the refresh begins.'),
        form: { kind: 'time' },
      },
      {
        path: ['index_refresh', 'every_n_days'],
        title: say('Refresh every'),
        help: say('Number of days between refreshes.'),
        appliesIf: (settingAt) => settingAt('index_refresh', 'mode') === 'daily',
        form: { kind: 'number', least: 1, most: 365, unit: (days) => say('{days, plural, one {day} other {days}}', { days }), empty: null },
      },
      {
        path: ['index_refresh', 'weekly_days'],
        title: say('Days of the week'),
        help: say('The index is refreshed on these days.'),
        appliesIf: (settingAt) => settingAt('index_refresh', 'mode') === 'weekly',
        form: { kind: 'days' },
      },
      {
        path: ['index_refresh', 'on_startup'],
        title: say('Refresh when Hub starts'),
        help: say('In addition to the times above.'),
        form: { kind: 'switch' },
      },
      {
        path: ['index_refresh', 'on_startup_only_if_exists'],
        title: say('At the start only if there is an index'),
        help: say('The first index is then built at the next time above, not at the start.'),
        appliesIf: (settingAt) => settingAt('index_refresh', 'on_startup') === true,
        form: { kind: 'switch' },
      },
      {
        path: ['index_refresh', 'idle_after'],
        title: say('Wait until the computer has been idle for'),
        help: say('A refresh begins once neither keyboard nor mouse has been used for this long. 0 means no wait.'),
        form: { kind: 'number', least: 0, most: 1_440, unit: say('minutes'), empty: null },
      },
    ],
  },
  {
    id: 'memory',
    title: say('Memory'),
    document: 'cache',
    settings: [
      {
        path: ['max_detection_cache'],
        title: say('Results of detection'),
        help: say('How many results Hub remembers, so that it need not look at the same content again. 0 turns this off.'),
        form: { kind: 'number', least: 0, most: 100_000, unit: say('entries'), empty: null },
      },
      {
        path: ['max_file_cache'],
        title: say('Results for files'),
        help: say('The same for copied files.'),
        form: { kind: 'number', least: 0, most: 100_000, unit: say('entries'), empty: null },
      },
    ],
  },
  {
    id: 'logs',
    title: say('Logs'),
    document: 'python-core-logging',
    settings: [
      {
        path: ['level'],
        title: say('Detail'),
        help: say('Which lines are logged. Nothing that you copy is ever logged.'),
        form: {
          kind: 'choice',
          choices: [
            { value: 'DEBUG', name: say('Everything') },
            { value: 'INFO', name: say('Usual events') },
            { value: 'WARNING', name: say('Warnings and errors') },
            { value: 'ERROR', name: say('Errors only') },
          ],
        },
      },
    ],
  },
];
