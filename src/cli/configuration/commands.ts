/** The words of `hub config` and `hub workspace`. */
import type { Command } from 'commander';
import { Option } from 'commander';
import { type DocumentName, documentNames } from '../../contract/words/listed-words.ts';
import { say } from '../../domain/language/say.ts';
import type { Gives } from '../gives.ts';
import type { Surface } from '../surface.ts';
import { padded } from '../table.ts';

interface Options {
  readonly json?: boolean;
}

const json = (): Option => new Option('--json', say('print one JSON value'));

/** What each document is about, by its name; a table, so that a document without a sentence does not compile. */
const about: Readonly<Record<DocumentName, () => string>> = {
  hub: () => say('general settings, saving, the schedule of the index'),
  'content-filter': () => say('what is not captured'),
  cache: () => say('how much the core remembers'),
  workspaces: () => say('the WorkSpaces, and which one is active'),
  commands: () => say('commands that get a copy'),
  'retention-policy': () => say('which copies are deleted, and when'),
  'legal-hold': () => say('which copies must not be deleted'),
  'text-extraction': () => say('how text is taken out of pictures and documents'),
  'structured-text': () => say('the form of structured text'),
  'chat-routing': () => say('which assistant copies go to'),
  'python-core-logging': () => say('how detailed the logs are'),
};

const names = (): string => `
${say('Documents:')}
${documentNames.map((name) => `  ${padded(name, 20)} ${about[name]()}`).join('\n')}`;

const configHelp = (): string => `${names()}

${say('Examples:')}
  hub config show hub
  hub config get hub save.policy
  hub config set hub save.policy typed
  hub config set content-filter excluded_app_names KeePassXC Bitwarden
  hub config reset hub save.policy

${say('Every key of a document, with its default and its limits: hub config schema hub')}`;

const setHelp = (): string => `
${say('A list takes one word for each entry, or one word of JSON. Keys that the command does not name stay.')}

${say('Examples:')}
  hub config set hub save.policy typed
  hub config set hub save.min_text_chars 40
  hub config set hub index_refresh.weekly_days mon thu
  hub config set content-filter excluded_extensions .pem .key
  hub config set content-filter excluded_app_names '[]'
${names()}`;

const workspaceHelp = (): string => `
${say('A WorkSpace is named by its id, its name or its folder.')}

${say('Examples:')}
  hub workspace add ~/Documents/Work --select
  hub workspace select work
  hub workspace select default      ${say('saves into ~/WorkSpace again')}
  hub workspace remove work         ${say('the folder stays')}`;

/** Adds the commands to the program. */
export function addConfigurationCommands(hub: Command, surface: Surface, gives: Gives): void {
  const config = hub.command('config').description(say('read and change the configuration')).addHelpText('after', configHelp());
  config
    .command('list')
    .description(say('the documents, and whether each is valid'))
    .addOption(json())
    .action(
      gives(
        () => import('./show.ts'),
        ({ listDocuments }, options: Options) => listDocuments(surface, options),
      ),
    );
  config
    .command('show <document>')
    .description(say('a document as it is in force, with its defaults'))
    .addHelpText('after', names())
    .addOption(json())
    .action(
      gives(
        () => import('./show.ts'),
        ({ onDocument, showDocument }, name: string, options: Options) =>
          onDocument(surface, name, (one) => showDocument(surface, one, options)),
      ),
    );
  config
    .command('get <document> <key>')
    .description(say('one key, such as save.policy'))
    .addHelpText('after', names())
    .addOption(json())
    .action(
      gives(
        () => import('./show.ts'),
        ({ onDocument, getKey }, name: string, key: string, options: Options) =>
          onDocument(surface, name, (one) => getKey(surface, one, key, options)),
      ),
    );
  config
    .command('set <document> <key> <value...>')
    .description(say('change one key'))
    .addHelpText('after', setHelp())
    .addOption(json())
    .action(
      gives(
        () => Promise.all([import('./show.ts'), import('./change.ts')]),
        ([{ onDocument }, { setKey }], name: string, key: string, words: string[], options: Options) =>
          onDocument(surface, name, (one) => setKey(surface, one, { key, words }, options)),
      ),
    );
  config
    .command('edit <document>')
    .description(say('edit a document in $VISUAL or $EDITOR; also repairs one that is not valid'))
    .addHelpText('after', names())
    .action(
      gives(
        () => Promise.all([import('./show.ts'), import('./edit.ts')]),
        ([{ onDocument }, { editDocument }], name: string) => onDocument(surface, name, (one) => editDocument(surface, one)),
      ),
    );
  config
    .command('reset <document> [key]')
    .description(say('give a key, or all keys of a document, the default again; a document that is not valid is put aside'))
    .addHelpText('after', names())
    .addOption(json())
    .action(
      gives(
        () => Promise.all([import('./show.ts'), import('./change.ts')]),
        ([{ onDocument }, { resetKey }], name: string, key: string | undefined, options: Options) =>
          onDocument(surface, name, (one) => resetKey(surface, one, key, options)),
      ),
    );
  config
    .command('schema <document>')
    .description(say('the JSON Schema of a document'))
    .addHelpText('after', names())
    .addOption(json())
    .action(
      gives(
        () => import('./show.ts'),
        ({ onDocument, showSchema }, name: string, options: Options) =>
          onDocument(surface, name, (one) => showSchema(surface, one, options)),
      ),
    );
  config
    .command('validate [document]')
    .description(say('say what is wrong with a document, or with any of them'))
    .addHelpText('after', names())
    .addOption(json())
    .action(
      gives(
        () => import('./show.ts'),
        ({ onDocument, validate }, name: string | undefined, options: Options) =>
          name === undefined
            ? validate(surface, documentNames, options)
            : onDocument(surface, name, (one) => validate(surface, [one], options)),
      ),
    );

  const workspace = hub
    .command('workspace')
    .description(say('the folders that copies are saved into'))
    .addHelpText('after', workspaceHelp());
  workspace
    .command('list')
    .description(say('the WorkSpaces, and which one is active'))
    .addOption(json())
    .action(
      gives(
        () => import('./workspaces.ts'),
        ({ listWorkspaces }, options: Options) => listWorkspaces(surface, options),
      ),
    );
  workspace
    .command('add <folder>')
    .description(say('add a folder; it is created with the first save into it'))
    .option('--name <name>', say('what to call it; without it, the name of the folder'))
    .option('--select', say('make it the active one'))
    .addOption(json())
    .action(
      gives(
        () => import('./workspaces.ts'),
        ({ addWorkspace }, folder: string, options: Options & { name?: string; select?: boolean }) =>
          addWorkspace(surface, folder, options),
      ),
    );
  workspace
    .command('select <workspace>')
    .description(say('save new copies into this one'))
    .addHelpText('after', workspaceHelp())
    .addOption(json())
    .action(
      gives(
        () => import('./workspaces.ts'),
        ({ selectWorkspace }, word: string, options: Options) => selectWorkspace(surface, word, options),
      ),
    );
  workspace
    .command('rename <workspace> <name>')
    .description(say('call it something else; its id and its folder stay'))
    .addOption(json())
    .action(
      gives(
        () => import('./workspaces.ts'),
        ({ renameWorkspace }, word: string, name: string, options: Options) => renameWorkspace(surface, word, name, options),
      ),
    );
  workspace
    .command('remove <workspace>')
    .description(say('take it out of the list; its folder stays'))
    .addOption(json())
    .action(
      gives(
        () => import('./workspaces.ts'),
        ({ removeWorkspace }, word: string, options: Options) => removeWorkspace(surface, word, options),
      ),
    );
}
