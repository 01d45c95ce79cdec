/** The commands that get text and its structure out of files. */
import { type Command, Option } from 'commander';
import { structureForms, structureKinds } from '../../contract/words/listed-words.ts';
import { say } from '../../domain/language/say.ts';
import type { Gives } from '../gives.ts';
import type { Surface } from '../surface.ts';
import type { ExtractOptions } from './extract.ts';
import type { OcrOptions } from './ocr.ts';
import type { StructureOptions } from './structure.ts';

const json = (): Option => new Option('--json', say('print one JSON value'));

/** Adds the commands to the program. */
export function addExtractingCommands(hub: Command, surface: Surface, gives: Gives): void {
  hub
    .command('extract [files...]')
    .description(
      say(
        'print the text of PDFs, Office documents, web pages, emails and pictures, or list the files of archives; - reads standard input',
      ),
    )
    .option('--output <folder>', say('write one text file per document into this folder'))
    .addOption(json())
    .action(
      gives(
        () => import('./extract.ts'),
        ({ extract }, files: string[], options: ExtractOptions) => extract(surface, files, options),
      ),
    );
  hub
    .command('ocr [files...]')
    .description(say('recognize the text in pictures and scanned documents; - reads standard input'))
    .option(
      '--lang <languages>',
      say('languages of the text, such as eng+deu; the default comes from the quick settings, initially English'),
    )
    .option('--words', say('print each word with its position and confidence'))
    .option('--output <folder>', say('write one text file per document into this folder'))
    .option('--languages', say('list the available languages, and show which are installed and in use'))
    .addOption(new Option('--list').hideHelp()) // its earlier name
    .option('--install <languages>', say('download the data for languages, such as deu+fra'))
    .option('--remove <languages>', say('delete the data of languages, such as deu+fra'))
    .addOption(json())
    .action(
      gives(
        () => import('./ocr.ts'),
        ({ ocr }, files: string[], options: OcrOptions) => ocr(surface, files, options),
      ),
    );
  hub
    .command('structure [files...]')
    .description(say('find tables, lists, code, links, dates and amounts in documents, pictures and texts; - reads standard input'))
    .option('--kind <kinds>', say('find only these kinds, separated by commas: {known}', { known: structureKinds.join(', ') }))
    .option(
      '--as <form>',
      say('output format: {forms}; the default comes from the quick settings, initially markdown', { forms: structureForms.join(', ') }),
    )
    .option('--save <folder>', say('write each table (as CSV, or as --as says) and each code block to its own file in this folder'))
    .option(
      '--exact',
      say('with csv and tsv: write cells unchanged, without an apostrophe before what a spreadsheet would take for a formula'),
    )
    .option(
      '--lang <languages>',
      say('languages of the text in pictures, such as eng+deu; the default comes from the quick settings, initially English'),
    )
    .addOption(json())
    .action(
      gives(
        () => import('./structure.ts'),
        ({ structure }, files: string[], options: StructureOptions) => structure(surface, files, options),
      ),
    );
}
