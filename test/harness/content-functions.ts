/**
 * Every pure function that takes what somebody else wrote. Those of `src/domain` are found in the source, so that a new one is in the list without
 * being put there: each that is exported and whose first parameter is a text, lines, bytes or a sample. What else one needs is said here.
 */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { composedForm } from '../../src/contract/composed-form.ts';
import type { Sample } from '../../src/domain/detect/sample.ts';
import { sampleOf } from '../../src/domain/detect/sample.ts';
import { fitName, planName } from '../../src/domain/file-name.ts';
import { judgeFragment, judgeOwner } from '../../src/domain/filter.ts';
import { sourceOf } from '../../src/domain/source.ts';
import { searchMatch } from '../../src/journal/search.ts';
import { uriListOfGnomeFiles } from '../../src/platform/clipboard/x11-formats.ts';

export interface ContentFunction {
  readonly name: string;
  readonly call: (content: string) => unknown;
}

const domain = path.join(import.meta.dirname, '../../src/domain');

/** What stands behind the content, for those that need more than that. */
const furtherArguments: Readonly<Record<string, readonly unknown[]>> = {
  'detect/kin.ts areKin': ['json'],
  'detect/kin.ts mayBe': ['json'],
  'detect/own-signs.ts withoutSignless': [[{ typeId: 'scss', confidence: 0.6 }]],
  'detect/sample.ts hasShare': [(line: string) => line.length > 3, 0.5],
  'detect/types.ts detectionOf': [0.5],
  'embedded-name/comment.ts leadingComments': [14],
  'fragment-outcome.ts savedPlace': [{ workspacePath: '/home/a', userHome: '/home/a' }],
  'fragment-row.ts sourceName': ['a'],
  'port.ts portOf': [1],
  'shown-place.ts pathBelow': ['/home/a'],
  'shown-place.ts shownAddress': ['/home/a'],
  'shown-place.ts shownPath': ['/home/a'],
  'shown-text.ts cutText': [80],
  'shown-text.ts firstLines': [{ lines: 4, columns: 80 }],
  'shown-text.ts oneLine': [80],
  'shown-text.ts tellingLine': [80],
  'shown-time.ts groupLabel': [{ nowMs: 0, timeZone: 'UTC' }],
  'shown-time.ts timeLabel': [{ nowMs: 0, timeZone: 'UTC' }],
  'verbs.ts matchVerbs': [new Set()],
  'without-end.ts withoutEnd': [/[\s.]/u],
  'workspace.ts workspacePath': ['/home/a'],
};

/** These take what Hub itself made: the weights of its model, and what was found with them. */
const ofOwnData = new Set(['detect/commonness.ts weighedByCommonness', 'detect/network.ts bagOf', 'detect/weights.ts parseWeights']);

interface Found {
  readonly file: string;
  readonly name: string;
  readonly firstType: string;
  readonly needed: number;
}

function functionsIn(file: string): readonly Found[] {
  const tree = ts.createSourceFile(file, readFileSync(path.join(domain, file), 'utf8'), ts.ScriptTarget.Latest, true);
  return tree.statements.filter(ts.isFunctionDeclaration).flatMap((declared) => {
    const isExported = declared.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword);
    const [first] = declared.parameters;
    if (!isExported || first?.type === undefined || declared.name === undefined) return [];
    const needed = declared.parameters.filter((one) => one.initializer === undefined && one.questionToken === undefined).length;
    return [{ file, name: declared.name.text, firstType: first.type.getText(tree), needed }];
  });
}

/** From a text to what a function takes in its place; by the type that the source gives it. */
const made: Readonly<Record<string, (content: string) => unknown>> = {
  string: (content) => content,
  'string | null': (content) => content,
  'string | undefined': (content) => content,
  Uint8Array: (content) => Buffer.from(content, 'utf8'),
  'readonly string[]': (content) => [content, ...content.split('\n')],
  Sample: (content): Sample => sampleOf(content) ?? { text: '', source: '', whole: true, lines: [''] },
};

async function functionsOfDomain(): Promise<readonly ContentFunction[]> {
  const files = readdirSync(domain, { recursive: true, encoding: 'utf8' }).filter((file) => /(?<!\.test)\.ts$/.test(file));
  const found = files.toSorted().flatMap((file) => functionsIn(file.split(path.sep).join('/')));
  return Promise.all(
    found
      .filter(({ file, name, firstType }) => made[firstType] !== undefined && !ofOwnData.has(`${file} ${name}`))
      .map(async ({ file, name, firstType, needed }) => {
        const key = `${file} ${name}`;
        const further = furtherArguments[key] ?? [];
        if (further.length < needed - 1)
          throw new Error(`${key} takes content and more: say in content-functions.ts what else it is to get`);
        const called = ((await import(path.join(domain, file))) as Record<string, (...all: readonly unknown[]) => unknown>)[name];
        const content = made[firstType] as (content: string) => unknown;
        return { name: key, call: (text: string) => called?.(content(text), ...further) };
      }),
  );
}

const filter = {
  excluded_app_names: ['a'],
  blacklisted_window_keywords: ['b'],
  excluded_dirs: ['node_modules', '/a/b'],
  excluded_extensions: ['.key', '.tar.gz'],
};
const app = (content: string) => ({ name: content, executable: content, pid: null, windowTitle: content });
const planned = { embeddedFilename: null, kind: 'text', detection: null } as const;

const others: readonly ContentFunction[] = [
  { name: 'file-name.ts planName of a text', call: (text) => planName({ ...planned, text }) },
  { name: 'file-name.ts planName of a name', call: (givenFilename) => planName({ ...planned, givenFilename, text: null }) },
  {
    name: 'file-name.ts fitName',
    call: (stem) => fitName({ stem: stem.slice(0, 4_096), extension: '.a', directoryUnits: 20, ordinal: 2 }),
  },
  { name: 'filter.ts judgeFragment', call: (text) => judgeFragment({ paths: [text, ...text.split('\n')], extensions: [text] }, filter) },
  { name: 'filter.ts judgeOwner', call: (text) => judgeOwner(app(text), { isComplete: true, mayBe: [], isEarlier: false }, filter) },
  { name: 'source.ts sourceOf', call: (text) => sourceOf(app(text), `https://${text}`) },
  { name: 'search.ts composedForm', call: composedForm },
  { name: 'search.ts searchMatch', call: searchMatch },
  { name: 'x11-formats.ts uriListOfGnomeFiles', call: (text) => uriListOfGnomeFiles(Buffer.from(text)) },
];

/** All of them, by the file that they are in. */
export async function contentFunctions(): Promise<readonly ContentFunction[]> {
  return [...(await functionsOfDomain()), ...others];
}
