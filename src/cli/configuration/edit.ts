/**
 * `hub config edit`: a copy in the user's editor, which becomes the document only if it is valid. Hub changes only what the user changed. It is also
 * the way to repair a document that is not valid, which is replaced as a whole; what has no text (a folder in its place) is put aside.
 */
import { lstatSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  type DocumentFault,
  documentAsWritten,
  type ParseDocument,
  readDocument,
  readText,
  revisionOf,
} from '../../base/documents/json-document.ts';
import { brokenText, mendDocument } from '../../configuration/change-document.ts';
import { changeParser, documentParser } from '../../configuration/document-parser.ts';
import { effectiveDocument, mendOf } from '../../configuration/effective-document.ts';
import { faultAt } from '../../configuration/key-expectation.ts';
import { patchBetween } from '../../configuration/merge-patch.ts';
import { lastGoodOf } from '../../configuration/reading/last-good.ts';
import { type DocumentName, documents } from '../../contract/documents.ts';
import { flawInWords } from '../../domain/conditions/document-condition.ts';
import { say } from '../../domain/language/say.ts';
import type { Places } from '../../platform/locations.ts';
import { type ExitStatus, failedBecause, type Surface } from '../surface.ts';
import { visibleText } from '../terminal-safe.ts';
import { changeSettings, refused } from './change-settings.ts';

/** The status of a program that does not exist, as shells give it. */
const noSuchEditor = 127;

/** What the editor starts from. */
interface Start {
  readonly name: DocumentName;
  readonly copy: string;
  /** What the editor shows first. */
  readonly shown: string;
  /** The text of a document that is not valid; null for one that is, or is missing, or has none. */
  readonly broken: string | null;
  /** Nothing that an editor opens is in its place (a folder, a dead link): it is put aside for what is saved. */
  readonly hasNoText: boolean;
  readonly revision: string;
}

export async function editDocument(surface: Surface, name: DocumentName): Promise<ExitStatus> {
  const file = surface.places.document(documents[name].file);
  const loaded = readDocument<unknown>(file, documentParser(name));
  const broken = loaded.ok ? null : brokenText(file);
  const text = loaded.ok ? loaded.text : broken;
  const folder = mkdtempSync(path.join(tmpdir(), 'hub-config-'));
  const copy = path.join(folder, path.basename(file));
  const shown = text ?? textInForce(surface.places, name);
  writeFileSync(copy, shown, { mode: 0o600 });
  const status = await editUntilValid(surface, {
    ...{ name, copy, shown, broken },
    hasNoText: !loaded.ok && broken === null,
    revision: revisionOf(text),
  });
  if (status === 'keep') return failedBecause(surface, say('nothing was changed; your version is {copy}', { copy }), 'not_changed');
  rmSync(folder, { recursive: true, force: true });
  return status;
}

/** `keep`: the copy has something that could not be written. */
async function editUntilValid(surface: Surface, start: Start): Promise<ExitStatus | 'keep'> {
  for (;;) {
    const ended = await surface.edit(start.copy);
    if (ended === noSuchEditor)
      return failedBecause(
        surface,
        say('the editor was not found; name one in VISUAL or EDITOR, such as: EDITOR=nano hub config edit {name}', { name: start.name }),
      );
    if (ended !== 0) return failedBecause(surface, say('the editor did not end well ({ended}); nothing was changed', { ended }));
    const edited = readDocument<unknown>(start.copy, parserOf(start));
    if (edited.ok && edited.text === start.shown) {
      return unchanged(surface, start);
    }
    if (edited.ok && edited.text !== null) return write(surface, start, edited.text);
    surface.complain(`hub: ${edited.ok ? say('the copy is gone') : visibleText(faultOf(start, edited.fault))}`, 'not_valid');
    if (!(await surface.confirm(say('Edit again?')))) return 'keep';
  }
}

/** What is in force, as its user has written it where that is known. */
function textInForce(places: Places, name: DocumentName): string {
  const { value, unused } = effectiveDocument(places, name);
  const kept = unused === null ? null : readText(lastGoodOf(places, name));
  const isInForce = unused?.instead === 'last-good' || unused?.instead === 'last-holds';
  return isInForce && kept?.ok && kept.value !== null ? kept.value : `${JSON.stringify(value, null, 2)}\n`;
}

/**
 * Holds whose file is gone are shown as they are in force; leaving them as they are is not yet the file. What is in force instead of a document without a
 * text is kept by it. If that is not known, its defaults are shown: an editor that was only closed must not put them in force.
 */
async function unchanged(surface: Surface, start: Start): Promise<ExitStatus | 'keep'> {
  const { name, hasNoText, shown } = start;
  const { unused } = effectiveDocument(surface.places, name);
  const { file } = documents[name];
  if (unused?.fault.reason === 'gone') {
    const mend = mendOf(name, unused.fault);
    return failedBecause(surface, say('{file} is still gone. To write it as it was: {mend}', { file, mend }), 'not_changed');
  }
  // A file that cannot be read at this moment may be sound.
  if (unused === null || !hasNoText || isFile(surface.places.document(file))) {
    surface.print(say('Nothing was changed.'));
    return 0;
  }
  if (unused.instead !== 'no-capture' && unused.instead !== 'no-deletion') return await write(surface, start, shown);
  const flaw = flawInWords(unused.fault);
  return failedBecause(
    surface,
    say('{file} {flaw}, and nothing was changed; for its defaults: hub config reset {name}', { file, flaw, name }),
    'not_changed',
  );
}

function isFile(file: string): boolean {
  return lstatSync(file, { throwIfNoEntry: false })?.isFile() === true;
}

async function write(surface: Surface, start: Start, text: string): Promise<ExitStatus | 'keep'> {
  const { name, shown, broken, hasNoText, revision } = start;
  const { file } = documents[name];
  if (broken !== null || hasNoText) {
    const mended = await mendDocument(surface.places, name, { broken, text });
    if (!mended.ok) return notWritten(surface, mended);
    const aside = mended.value;
    surface.print(
      aside === null
        ? say('{file} is changed.', { file })
        : visibleText(say('{file} is a valid document again. What was in its place is {aside} now.', { file, aside })),
    );
    return 0;
  }
  const patch = patchBetween(JSON.parse(shown), JSON.parse(text));
  const changed = await changeSettings(surface.places, { op: 'set', document: name, value: patch, revision });
  if (!changed.ok) return notWritten(surface, changed);
  surface.print(say('{file} is changed.', { file }));
  return 0;
}

function notWritten(surface: Surface, failure: Parameters<typeof refused>[1]): 'keep' {
  refused(surface, failure);
  return 'keep';
}

function parserOf({ name, shown, broken }: Start): ParseDocument<unknown> {
  return broken === null ? changeParser(name, JSON.parse(shown)) : documentParser(name);
}

function faultOf({ name, copy }: Start, fault: DocumentFault): string {
  const { reason, line } = fault;
  if (line !== undefined) return say('line {line} is not JSON', { line });
  if (reason !== 'not-valid') return say('the document {flaw}', { flaw: flawInWords(fault) });
  return faultAt(name, fault, { document: documentAsWritten(copy) });
}
