/** The settings of the quick settings: where each stands in its document, and the words and limits it is shown with. */
import type { QuickSettingsName } from '../../../contract/documents.ts';
import { extractionLimits } from '../../../contract/extraction.ts';
import { say } from '../../language/say.ts';
import { pictureReading } from './picture-reading.ts';
import type { Setting, SettingTableGroup } from './setting-form.ts';

/** `assistants`: the names of those that copies may go to; `languages`: those whose data are known. */
export interface QuickTableFacts {
  readonly assistants: readonly string[];
}

/** What each is for, as the head of its window. */
export const quickTitles: Readonly<Record<QuickSettingsName, () => { readonly title: string; readonly about: string }>> = {
  'chat-routing': () => ({
    title: say('Chat'),
    about: say('Which assistant a copy goes to when it is sent to a chat. Hub sends nothing itself: it opens the page in the browser.'),
  }),
  'structured-text': () => ({
    title: say('Structured text'),
    about: say('What hub structure looks for, and its default output format.'),
  }),
  'text-extraction': () => ({
    title: say('Text extraction'),
    about: say('How text is read from pictures and documents, and what happens to text extracted from the clipboard.'),
  }),
};

export const quickTable = (name: QuickSettingsName, facts: QuickTableFacts): readonly SettingTableGroup[] => {
  if (name === 'chat-routing') return [chatGroup(facts.assistants)];
  return name === 'structured-text' ? structureGroups() : extractionGroups();
};

function chatGroup(assistants: readonly string[]): SettingTableGroup {
  const choices = (none: string) => [{ value: '', name: none }, ...assistants.map((name) => ({ value: name, name }))];
  const route = (kind: string, title: string): Setting => ({
    path: ['routes', kind],
    title,
    help: '',
    form: { kind: 'choice', choices: choices(say('Default')) },
  });
  return {
    id: 'chat-routing',
    title: say('Where copies go'),
    document: 'chat-routing',
    settings: [
      {
        path: ['default_assistant'],
        title: say('Default assistant'),
        help: say('Without one, copies go nowhere unless an assistant is chosen below.'),
        form: { kind: 'choice', choices: choices(say('No assistant')) },
      },
      route('text', say('Texts')),
      route('code', say('Code and data')),
      route('link', say('Links')),
      route('image', say('Pictures')),
      route('files', say('Files')),
      {
        path: ['with_source'],
        title: say('Include the source'),
        help: say('The page or the program, before the text.'),
        form: { kind: 'switch' },
      },
      {
        path: ['with_file_name'],
        title: say('Include the file name'),
        help: say('If the text itself begins with one.'),
        form: { kind: 'switch' },
      },
    ],
  };
}

function structureGroups(): readonly SettingTableGroup[] {
  const found = (key: string, title: string): Setting => ({ path: ['kinds', key], title, help: '', form: { kind: 'switch' } });
  const form: SettingTableGroup = {
    id: 'structured-text',
    title: say('Output'),
    document: 'structured-text',
    settings: [
      {
        path: ['form'],
        title: say('Format'),
        help: say('Used unless the command names another.'),
        form: {
          kind: 'choice',
          choices: [
            { value: 'markdown', name: say('Markdown') },
            { value: 'csv', name: say('CSV: the tables alone') },
            { value: 'tsv', name: say('TSV: the tables alone') },
            { value: 'json', name: say('JSON') },
          ],
        },
      },
      {
        path: ['exact'],
        title: say('Keep cells exactly'),
        help: say('When off, cells that look like formulas are escaped.'),
        form: { kind: 'switch' },
      },
    ],
  };
  const kinds: SettingTableGroup = {
    id: 'structured-kinds',
    title: say('What to look for'),
    document: 'structured-text',
    settings: [
      found('tables', say('Tables')),
      found('key_values', say('Names and values')),
      found('lists', say('Lists')),
      found('code', say('Code')),
      found('links', say('Links')),
      found('addresses', say('Email addresses')),
      found('dates', say('Dates')),
      found('amounts', say('Amounts')),
    ],
  };
  return [form, kinds];
}

function extractionGroups(): readonly SettingTableGroup[] {
  return [
    {
      id: 'text-reading',
      title: say('Reading'),
      document: 'text-extraction',
      settings: [
        ...pictureReading(),
        {
          path: ['languages'],
          title: say('Languages in pictures'),
          help: '',
          form: { kind: 'languages' },
        },
        {
          path: ['recognition'],
          title: say('Scanned pages'),
          help: say('Pages of documents that have no text of their own.'),
          form: {
            kind: 'choice',
            choices: [
              { value: 'auto', name: say('Read them as pictures') },
              { value: 'always', name: say('Read all pages as pictures') },
              { value: 'never', name: say('Leave them out') },
            ],
          },
        },
        {
          path: ['join_lines'],
          title: say('Join the lines of a paragraph'),
          help: say('Words that are hyphenated at the end of a line are rejoined.'),
          form: { kind: 'switch' },
        },
        {
          path: ['file_names'],
          title: say('File names'),
          help: say('With several files, put each name above its text.'),
          form: { kind: 'switch' },
        },
      ],
    },
    {
      id: 'text-of-clipboard',
      title: say('Text of the clipboard'),
      document: 'text-extraction',
      settings: [
        {
          path: ['shortcut'],
          title: say('Shortcut'),
          help: say('Extracts the text of what is on the clipboard, from any window.'),
          form: { kind: 'shortcut' },
        },
        {
          path: ['notify'],
          title: say('Notification'),
          help: say('Shows the result as a desktop notification.'),
          form: { kind: 'switch' },
        },
        {
          path: ['notification_preview'],
          title: say('Include the text'),
          help: say('Shows the beginning of the text. Your desktop may keep notifications.'),
          form: { kind: 'switch' },
        },
        {
          path: ['longest_text'],
          title: say('Maximum text length'),
          help: say('Longer text is not put on the clipboard.'),
          form: { kind: 'number', least: 1_000, most: extractionLimits.text, unit: say('characters'), empty: null },
        },
        {
          path: ['time_limit_seconds'],
          title: say('Time limit'),
          help: say('Hub gives up after this time.'),
          form: { kind: 'number', least: 5, most: 600, unit: say('seconds'), empty: null },
        },
      ],
    },
  ];
}
