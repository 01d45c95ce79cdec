/** What commander itself says, in the user's language: the headings of help, and what is wrong with the words of a command line. */
import { type Command, Help, type HelpConfiguration } from 'commander';
import { say, spokenLanguage } from '../domain/language/say.ts';
import { searchKeys } from '../domain/search/query.ts';
import { displayWidth, padded } from './table.ts';

const titles: Readonly<Record<string, () => string>> = {
  'Usage:': () => say('Usage:'),
  'Arguments:': () => say('Arguments:'),
  'Options:': () => say('Options:'),
  'Commands:': () => say('Commands:'),
};

const plainHelp = new Help();

/** What commander puts in place of the options and commands that follow. */
function spokenParts(usage: string): string {
  return usage.replace('[options]', say('[options]')).replace('[command]', say('[command]'));
}

/** The command that shows help, in each group of commands. */
export function speakHelpCommands(command: Command): void {
  for (const one of command.commands) {
    if (one.commands.length === 0) continue;
    one.helpCommand(`help ${say('[command]')}`, say('display help for a command'));
    speakHelpCommands(one);
  }
}

/** For every help. */
export const spokenHelp: HelpConfiguration = {
  displayWidth,
  commandUsage: (command) => spokenParts(plainHelp.commandUsage(command)),
  subcommandTerm: (command) => spokenParts(plainHelp.subcommandTerm(command)),
  styleTitle: (title) => titles[title]?.() ?? title,
  styleOptionDescription: (description) =>
    description.replace(/\(default: (.{1,40})\)$/, (_, value: string) => say('(default: {value})', { value })),
};

/** By the English sentences of commander's `lib/command.js`, without `error: `. */
const mistakes: readonly (readonly [sentence: RegExp, says: (one: string, two: string, three: string) => string])[] = [
  [/^missing required argument '([^']*)'/, (name) => say('missing required argument {name}', { name: `'${name}'` })],
  [/^required option '([^']*)' not specified/, (option) => say('option {option} is required', { option: `'${option}'` })],
  [/^option '([^']*)' argument missing/, (option) => say('option {option} argument missing', { option: `'${option}'` })],
  [
    /^option '([^']*)' argument '([^']*)' is invalid\. (.*)/,
    (option, value, why) => say('option {option} argument {value} is invalid. {why}', { option: `'${option}'`, value: `'${value}'`, why }),
  ],
  [/^unknown option '([^']*)'/, (option) => say('unknown option {option}', { option: `'${option}'` })],
  [
    /^unknown command '([^\n]*)'(?=\n|$)/,
    (command) => say('unknown command {command}; run "hub --help" for a list', { command: `'${command}'` }),
  ],
  [
    /^too many arguments for '([^']*)'\. Expected (\d{1,3}) arguments? but got (\d{1,6})/,
    (command, expected, given) =>
      say('too many arguments for {command}: {expected} expected, {given} given', { command: `'${command}'`, expected, given }),
  ],
];

/** A mistake as commander says it, in the language that is spoken; its guess at what was meant stays. English stays as it is. */
export function usageMistake(sentence: string): string {
  if (spokenLanguage() === 'en' && !sentence.startsWith('unknown command')) return sentence;
  for (const [pattern, says] of mistakes) {
    const found = pattern.exec(sentence);
    if (found !== null) return `${says(found[1] ?? '', found[2] ?? '', found[3] ?? '')}${guessIn(sentence)}\n`;
  }
  return sentence;
}

function guessIn(sentence: string): string {
  const guess = /\(Did you mean (?:one of )?([^()]*)\?\)/.exec(sentence)?.[1];
  return guess === undefined ? '' : `\n(${say('Did you mean {meant}?', { meant: guess })})`;
}

/** Shown below the help of `hub search`. */
export function searchHelp(): string {
  const conditions = Object.entries(searchKeys).map(([key, { about, example }]) => `  ${padded(`${key}:${example}`, 20)} ${about()}`);
  return `
${say('Conditions:')}
${conditions.join('\n')}

${say('Quotes make a phrase, - excludes, and OR lets either of two hold.')}

${say('Examples:')}
  hub search 'type:python app:code since:2d "def main"'
  hub search 'error OR failed -type:log size:>1k'`;
}
