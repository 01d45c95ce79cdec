/**
 * Every pure function that processes content from other programs. Those of `src/domain` are found in the source, so that new ones are included by
 * themselves: every exported function whose first parameter is a text, lines, bytes or a sample. Further arguments are listed here.
 */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseSync } from 'oxc-parser';
import { lineOfFault } from '../../../src/base/documents/json-fault.ts';
import { normalizedText } from '../../../src/contract/normalized-text.ts';
import { isExcludedHost, plainAddress } from '../../../src/contract/web-listener/web-address.ts';
import { judgeFragment, judgeOwner } from '../../../src/domain/capture/content-filter.ts';
import { sourceOf } from '../../../src/domain/capture/fragments-of-copy.ts';
import { type ReportedPage, sourceWithPage } from '../../../src/domain/capture/page-of-copy.ts';
import { type Sample, sampleOf } from '../../../src/domain/detect/text-sample.ts';
import { typeSigns } from '../../../src/domain/detect/type-signs.ts';
import { indexedText, pairTerms } from '../../../src/domain/indexing/index-words.ts';
import { findersFor, redactionBy } from '../../../src/domain/redaction/redactor.ts';
import { noWords } from '../../../src/domain/redaction/source-words.ts';
import { fitName, planName } from '../../../src/domain/saving/file-name.ts';
import { textStem } from '../../../src/domain/saving/text-stem.ts';
import { foldedText } from '../../../src/domain/search/folding.ts';
import { matchedLine } from '../../../src/domain/search/match.ts';
import { addPairsOf } from '../../../src/domain/search/search-terms.ts';
import { assignedSecret } from '../../../src/domain/secrets/assignments.ts';
import { groupsOf } from '../../../src/domain/structure/places/side-by-side.ts';
import { linesOfWords, type PlacedWord } from '../../../src/domain/structure/places/word-lines.ts';
import { tablesOfWords } from '../../../src/domain/structure/places/word-tables.ts';
import { separatedRows } from '../../../src/domain/structure/separated-rows.ts';
import { nothingGiven, structureOf } from '../../../src/domain/structure/structure-of-text.ts';
import { tableRoom } from '../../../src/domain/structure/table-grid.ts';
import { linesOf } from '../../../src/domain/structure/text-lines.ts';
import { uriListOfGnomeFiles } from '../../../src/platform/clipboard/formats.ts';
import { bytesOfBase64, readMessage } from '../../../src/processes/web-listener/read-message.ts';

export interface ContentFunction {
  readonly name: string;
  readonly call: (content: string) => unknown;
}

const domain = path.join(import.meta.dirname, '../../../src/domain');

/** The further arguments of functions that need more than the content. */
const furtherArguments: Readonly<Record<string, readonly unknown[]>> = {
  'capture/taken-text.ts taken': [{ join_lines: true }],
  'capture/web-page.ts plainTitle': [1_000],
  'conditions/folders/home-flaw.ts readOnlyInWords': ['or another home'],
  'conditions/problem-words.ts heardProblem': ['a detail'],
  'detect/type-families.ts areKin': ['json'],
  'detect/type-families.ts mayBe': ['json'],
  'detect/narrower-types.ts withoutSignless': [Object.keys(typeSigns).map((typeId) => ({ typeId, confidence: 0.02 }))],
  'detect/narrower-types.ts surerBySigns': [[{ typeId: 'javascript', confidence: 0.4 }]],
  'detect/rules/command-line.ts isSingleCommand': ['shell'],
  'detect/text-sample.ts hasShare': [(line: string) => line.length > 3, 0.5],
  'detect/learned/types.ts detectionOf': [0.5],
  'embedded-name/comment-lines.ts leadingComments': [14],
  'picture/jpeg-size.ts jpegSegment': [0xe1, 'Exif\0\0'],
  'view/fragment-outcome.ts savedPlace': [{ workspacePath: '/home/a', userHome: '/home/a' }],
  'view/fragment-row.ts sourceName': ['a'],
  'programs/window-title.ts windowSubject': [['a']],
  'kind/html-tags.ts tagAt': [0],
  'conditions/folders/folder-words.ts folderFlawInWords': ['/a'],
  'kind/link-title.ts linkTitle': ['https://a.example/'],
  'language/choose-language.ts askedLanguages': [{ env: {}, preferred: null }],
  'language/choose-language.ts chosenLanguage': [{ env: {}, preferred: null }],
  'language/nearest-word.ts mistakesBetween': ['history', 2],
  'language/nearest-word.ts nearestWord': [['history', 'status']],
  'saving/file-name.ts screenshotName': [null],
  'saving/page-file-name.ts codeName': ['a title', 'https://a.example/'],
  'saving/page-file-name.ts markdownName': ['https://a.example/'],
  'programs/desktop-entry.ts desktopEntry': ['a'],
  'programs/icon-theme.ts iconTheme': [48],
  'openable-files.ts openingByName': ['linux'],
  'paste-keys.ts pasteWay': [{ 'my-terminal': 'Ctrl+Shift+V' }],
  'port-setting.ts portOf': [1],
  'view/looks/found-in-text.ts foundIn': [{ isWhole: true, isProse: true }],
  'view/shown-place.ts pathBelow': ['/home/a'],
  'view/shown-place.ts shownAddress': ['/home/a'],
  'view/shown-place.ts shownPath': ['/home/a'],
  'view/shown-text.ts cutText': [80],
  'view/shown-text.ts firstLines': [{ lines: 4, columns: 80 }],
  'view/shown-text.ts oneLine': [80],
  'view/shown-text.ts firstLineWithWords': [80],
  'view/shown-time.ts groupLabel': [{ nowMs: 0, timeZone: 'UTC' }],
  'view/shown-time.ts timeLabel': [{ nowMs: 0, timeZone: 'UTC' }],
  'view/shown-time.ts timePhrase': [{ nowMs: 0, timeZone: 'UTC' }],
  'verb-titles.ts matchVerbs': [new Set()],
  'title-match.ts titleRank': [{ title: 'Pause for an hour', also: 'stop halt capture' }],
  'trim-end.ts withoutEnd': [/[\s.]/u],
  'saving/workspace.ts belongsInto': [
    { version: 1, workspaces: [{ id: 'a', name: 'a', path: '/a' }], activeId: 'a' },
    { override: null, defaultPath: '/home/a/WorkSpace', userHome: '/home/a' },
  ],
  'saving/file-deletion.ts placeWithin': ['/WorkSpace/code/a.json'],
  'saving/workspace.ts newWorkspaceId': [{ version: 1, workspaces: [{ id: 'a', name: 'a', path: '/a' }], activeId: 'a' }],
  'saving/workspace.ts workspacePath': ['/home/a'],
  'secrets/searched-text.ts maySayInContent': ['text/html'],
  'secrets/searched-text.ts secretInContent': ['text/html'],
  'redaction/log-line.ts cleanLogLines': [noWords(), () => true],
  'redaction/source-words.ts addWordsOf': ['a.ts', noWords()],
  'redaction/source-words.ts isSourceText': [noWords()],
  'secrets/searched-text.ts searchedText': ['text/rtf'],
  'structure/code-blocks.ts codeName': ['a', 'b'],
  'structure/cells/decimals.ts decimalWith': [','],
  'structure/table-forms.ts tableInForm': ['json'],
  'structure/cells/decimals.ts shifted': [6],
  'search/folding.ts placesInText': [[{ from: 0, to: 1 }]],
  'search/search-chips.ts searchChips': [[]],
  'search/hints.ts searchHints': [{ type: ['python'], app: ['gimp'] }],
  'search/query-times.ts timeSpan': [0],
  'search/query-times.ts momentOf': [0, 'from'],
  'search/query.ts parseSearch': [0],
  'search/search-terms.ts piecesOf': [4_096],
};

/** These process Hub's own data (its texts, lists in its messages, the weights of its model, and the results of detection), or need arguments made from the same text: see `others`. */
const notByThemselves = new Set([
  'detect/learned/commonness.ts weighedByCommonness',
  'detect/learned/network.ts featureBagOf',
  'detect/learned/weights.ts parseWeights',
  'indexing/index-words.ts pairTerms',
  'language/find-template.ts findTemplate',
  'language/message-format-on-node.ts newMessage',
  'language/message-format.ts newMessage',
  'language/numbers.ts sayList',
  'search/match.ts matchedLine',
  'search/search-terms.ts addPairsOf',
  'secrets/assignments.ts assignedSecret',
  'structure/separated-rows.ts separatedRows',
  'structure/structure-of-text.ts structureOf',
  'structure/text-lines.ts linesOf',
]);

interface Found {
  readonly file: string;
  readonly name: string;
  readonly firstType: string;
  readonly needed: number;
}

function functionsIn(file: string): readonly Found[] {
  const content = readFileSync(path.join(domain, file), 'utf8');
  return parseSync(file, content).program.body.flatMap((statement) => {
    const declared = statement.type === 'ExportNamedDeclaration' ? statement.declaration : null;
    if (declared?.type !== 'FunctionDeclaration' || declared.id === null) return [];
    const [first] = declared.params;
    const annotation = first !== undefined && 'typeAnnotation' in first ? first.typeAnnotation?.typeAnnotation : undefined;
    if (annotation === undefined || annotation === null) return [];
    const isNeeded = (one: (typeof declared.params)[number]): boolean =>
      one.type !== 'AssignmentPattern' && !(one as { readonly optional?: boolean }).optional;
    const firstType = content.slice(annotation.start, annotation.end);
    return [{ file, name: declared.id.name, firstType, needed: declared.params.filter(isNeeded).length }];
  });
}

/** Converts a text to a function's parameter, by the type of the parameter in the source. */
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
      .filter(({ file, name, firstType }) => made[firstType] !== undefined && !notByThemselves.has(`${file} ${name}`))
      .map(async ({ file, name, firstType, needed }) => {
        const key = `${file} ${name}`;
        const further = furtherArguments[key] ?? [];
        if (further.length < needed - 1) throw new Error(`${key} needs more arguments than the content: add them in content-functions.ts`);
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
  excluded_hosts: ['a.example'],
  detect_secrets: true,
  allowed_secrets: [],
};
const app = (content: string) => ({ name: content, executable: content, pid: null, windowTitle: content });
const reported = (title: string): ReportedPage => ({
  ...{ kind: 'tab', atMs: 0, url: 'https://a.example/', title, program: null, browser: title },
});
const planned = { embeddedFilename: null, kind: 'text', detection: null, capturedAt: '2026-11-23T16:54:32Z' } as const;

/** A page of words, a line of the text a line of the page. */
function wordsIn(text: string): readonly PlacedWord[] {
  return text.split('\n').flatMap((line, row) =>
    Array.from(line.matchAll(/\S+/g), ({ 0: word, index }) => ({
      text: word,
      left: index,
      right: index + word.length,
      top: row,
      bottom: row + 0.9,
    })),
  );
}

const others: readonly ContentFunction[] = [
  { name: 'indexing/index-words.ts pairTerms', call: (text) => pairTerms('', indexedText(text)) },
  { name: 'file-name.ts planName of a text', call: (text) => planName({ ...planned, text }) },
  { name: 'saving/text-stem.ts textStem of a program', call: (text) => textStem(text, { isProgram: true }) },
  {
    name: 'saving/text-stem.ts textStem of a type',
    call: (text) => ['yaml', 'html', 'xml', 'json', 'log', 'shell', 'sql'].map((typeId) => textStem(text, { isProgram: true, typeId })),
  },
  { name: 'file-name.ts planName of a name', call: (givenFilename) => planName({ ...planned, givenFilename, text: null }) },
  {
    name: 'saving/file-name.ts fitName',
    call: (stem) => fitName({ stem: stem.slice(0, 4_096), extension: '.a', directoryUnits: 20, ordinal: 2 }),
  },
  {
    name: 'capture/content-filter.ts judgeFragment',
    call: (text) => judgeFragment({ paths: [text, ...text.split('\n')], extensions: [text] }, filter),
  },
  {
    name: 'capture/content-filter.ts judgeOwner',
    call: (text) => judgeOwner(app(text), { isComplete: true, mayBe: [], isEarlier: false }, filter),
  },
  { name: 'capture/fragments-of-copy.ts sourceOf', call: (text) => sourceOf(app(text), `https://${text}`) },
  {
    name: 'capture/page-of-copy.ts sourceWithPage',
    call: (text) => sourceWithPage({ copiedAtMs: 0, source: sourceOf(app(text), null) }, [reported(text)]),
  },
  {
    name: 'web-listener/read-message.ts readMessage',
    call: (text) => readMessage(Buffer.from(JSON.stringify({ id: text, kind: 'selection', text }))),
  },
  { name: 'web-listener/read-message.ts readMessage of no JSON', call: (text) => readMessage(Buffer.from(text)) },
  { name: 'web-listener/read-message.ts bytesOfBase64', call: bytesOfBase64 },
  { name: 'search/match.ts matchedLine', call: (text) => matchedLine(text, foldedText(text), ['e', 'an']) },
  { name: 'search/search-terms.ts addPairsOf', call: (text) => addPairsOf(foldedText(text), new Set()) },
  {
    name: 'secrets/assignments.ts assignedSecret',
    call: (text) => assignedSecret(`password=${text}`, { text: 'password', start: 0, end: 8 }),
  },
  { name: 'redaction/redactor.ts redactionBy', call: redactionBy(findersFor([{ rule: 'your-word', text: 'aa', isWhole: false }])) },
  { name: 'structure/separated-rows.ts separatedRows', call: (text) => separatedRows(text, ',', 4_096).toArray() },
  { name: 'structure/text-lines.ts linesOf', call: (text) => linesOf(text).toArray() },
  { name: 'structure/structure-of-text.ts structureOf', call: (text) => structureOf(text, nothingGiven()) },
  {
    name: 'structure/places/word-tables.ts tablesOfWords',
    call: (text) => tablesOfWords(wordsIn(text), { gap: 1, page: null }, tableRoom()),
  },
  {
    name: 'structure/places/side-by-side.ts groupsOf',
    call: (text) => groupsOf(linesOfWords(wordsIn(text), 1), { gap: 1, isExact: false }),
  },
  { name: 'normalized-text.ts normalizedText', call: normalizedText },
  { name: 'web-address.ts plainAddress', call: plainAddress },
  { name: 'web-address.ts isExcludedHost', call: (text) => isExcludedHost(text, ['a.example', text]) },
  { name: 'json-fault.ts lineOfFault', call: lineOfFault },
  { name: 'formats.ts uriListOfGnomeFiles', call: (text) => uriListOfGnomeFiles(Buffer.from(text)) },
];

/** All these functions, named by their files. */
export async function contentFunctions(): Promise<readonly ContentFunction[]> {
  return [...(await functionsOfDomain()), ...others];
}
