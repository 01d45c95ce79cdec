/** `config/commands.json`: the commands of the user that get a copy at their standard input. */
import * as z from 'zod';
import { contentKinds } from '../fragment-words.ts';
import { commandRefusal } from './refused-shortcuts.ts';
import { shortcutValue } from './shortcut-value.ts';

/** What a command may be for: the kinds of content, and the forms of a copy. */
export const commandKinds = [...contentKinds, 'text', 'image'] as const;
export const commandOutputs = ['none', 'clipboard', 'notice'] as const;
export type CommandOutput = (typeof commandOutputs)[number];

const word = z
  .string()
  .max(4_096)
  .refine((text) => !text.includes('\0'), 'a text without NUL');

const shortcut = shortcutValue(commandRefusal, 'a shortcut such as Ctrl+Shift+S that the window does not use itself');

const savedCommand = z.looseObject({
  id: z
    .string()
    .max(64)
    .regex(/^[a-z0-9-]+$/, 'only lower-case letters, digits and hyphens')
    .meta({ patternErrorMessage: 'only lower-case letters, digits and hyphens' })
    .optional()
    .describe(
      'What `hub command` calls it. Without one it is made from the name: `Sort lines` is `sort-lines`. If two have the same, the first one counts.',
    ),
  name: z.string().min(1).max(100).describe('What people call it.'),
  kinds: z
    .array(z.enum(commandKinds))
    .max(32)
    .default([])
    .describe(
      'The kinds of copies that it is for, such as `link` or `code`; `text` is any text, `image` any picture, `document` any other file that a browser saved, `files` any list of files. Empty: any copy.',
    ),
  command: z
    .array(word)
    .min(1)
    .max(64)
    .refine(([program = '']) => program !== '', 'a program and its arguments')
    .describe('The program and its arguments, each as one text. No shell reads them; whoever wants one writes `["sh", "-c", "…"]`.'),
  output: z
    .enum(commandOutputs)
    .default('notice')
    .describe(
      'What becomes of its standard output: `none`: nothing; `clipboard`: it is a new copy, on the clipboard; `notice`: it is shown.',
    ),
  shortcut: shortcut
    .optional()
    .describe(
      'The keys that run it in the window and the picker, for the row that is chosen, such as `Ctrl+Shift+S`. Not those that the window uses itself. If two commands for a copy have the same, the first one counts.',
    ),
  timeout_seconds: z
    .int()
    .min(1)
    .max(3_600)
    .default(30)
    .describe('After so many seconds the command is killed, with the programs that it started.'),
});
export type SavedCommand = z.infer<typeof savedCommand>;

export const commandsDocument = z.looseObject({
  commands: z.array(savedCommand).max(200).default([]).describe('The commands, in the order in which they are shown.'),
});
export type CommandsDocument = z.infer<typeof commandsDocument>;
