import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SaveRules } from '../../contract/documents/hub.ts';
import type { Detection } from '../../contract/source-snapshot.ts';
import { isLaidOut, isSavedWhenAsked, judgeSave, type SaveFacts } from './save-policy.ts';

const plain: Detection = { group: 'text', extension: '.txt', typeId: 'txt', mediaType: 'text/plain', confidence: 0.5 };
const python: Detection = { group: 'code', extension: '.py', typeId: 'python', mediaType: 'text/x-python', confidence: 0.9 };
const text: SaveFacts = {
  kind: 'text',
  characters: 16,
  detection: plain,
  contentKind: 'prose',
  isList: false,
  isWord: false,
  isShort: false,
  isLaidOut: false,
  isCommand: false,
  bytes: 16,
  asked: false,
};
const rules = (policy: SaveRules['policy']): SaveRules => ({ policy, min_text_chars: 16 });
const verdict = (facts: Partial<SaveFacts>, policy: SaveRules['policy']): string => {
  const saved = judgeSave({ ...text, ...facts }, rules(policy));
  return saved.kind === 'save' ? 'save' : saved.because;
};

test('all: pictures, typed text, and any text that is long enough become files', () => {
  assert.equal(verdict({}, 'all'), 'save');
  assert.equal(verdict({ characters: 15 }, 'all'), 'too_short');
  assert.equal(verdict({ characters: 15, detection: null }, 'all'), 'too_short');
  assert.equal(verdict({ characters: 1, detection: python }, 'all'), 'save');
  assert.equal(verdict({ kind: 'image', characters: 0, detection: null }, 'all'), 'save');
});

test('typed: only fragments with a type become files', () => {
  assert.equal(verdict({ characters: 1_000 }, 'typed'), 'untyped');
  assert.equal(verdict({ characters: 1_000, detection: null }, 'typed'), 'untyped');
  assert.equal(verdict({ characters: 1, detection: python }, 'typed'), 'save');
  assert.equal(verdict({ kind: 'image', characters: 0, detection: null }, 'typed'), 'save');
});

test('off: nothing becomes a file', () => {
  for (const kind of ['text', 'image'] as const) assert.equal(verdict({ kind, detection: python }, 'off'), 'policy_off');
});

test('documents: as all, without single links, numbers and the like', () => {
  for (const contentKind of ['link', 'mail', 'phone', 'color', 'path', 'number', 'one-time-code', 'iban', 'ip-address', 'token'] as const) {
    assert.equal(verdict({ contentKind, characters: 1_000 }, 'documents'), 'no_document', contentKind);
    assert.equal(verdict({ contentKind, detection: python }, 'documents'), 'no_document', contentKind);
    assert.equal(verdict({ contentKind, characters: 1_000 }, 'all'), 'save', contentKind);
    assert.equal(verdict({ contentKind, asked: true }, 'documents'), 'save', contentKind);
  }
  for (const contentKind of ['prose', 'code', 'data', 'table'] as const) assert.equal(verdict({ contentKind }, 'documents'), 'save');
  assert.equal(verdict({ characters: 15 }, 'documents'), 'too_short');
  assert.equal(verdict({ isWord: true, characters: 40 }, 'documents'), 'no_document');
  assert.equal(verdict({ isWord: true, characters: 40 }, 'all'), 'save');
  assert.equal(verdict({ isWord: true, contentKind: 'code', detection: python }, 'documents'), 'save');
  assert.equal(verdict({ contentKind: 'link', characters: 99, isList: true }, 'documents'), 'save');
  assert.equal(verdict({ contentKind: 'one-time-code', characters: 99, isList: true }, 'documents'), 'no_document');
});

test('documents: short prose, a small table and a command make no file, a longer text and a short program do', () => {
  const typed = { detection: { ...plain, typeId: 'markdown', confidence: 0.9 } };
  assert.equal(verdict({ isShort: true, characters: 70 }, 'documents'), 'no_document');
  assert.equal(verdict({ isShort: true, characters: 70, isList: true }, 'documents'), 'no_document');
  assert.equal(verdict({ isShort: true, characters: 70, detection: null }, 'documents'), 'no_document');
  assert.equal(verdict({ isShort: true, characters: 70, ...typed }, 'documents'), 'no_document');
  assert.equal(verdict({ isShort: true, characters: 10 }, 'documents'), 'no_document', 'one rule, one reason');
  assert.equal(verdict({ isShort: true, characters: 70, isLaidOut: true, ...typed }, 'documents'), 'save');
  assert.equal(verdict({ isShort: true, contentKind: 'table', isList: true }, 'documents'), 'no_document');
  assert.equal(verdict({ isCommand: true, characters: 300, contentKind: 'code', detection: python }, 'documents'), 'no_document');
  for (const facts of [{}, { contentKind: 'table' }, { contentKind: 'code', isCommand: true, detection: python }] as const) {
    assert.equal(verdict({ isShort: true, characters: 70, ...facts }, 'all'), 'save');
    assert.equal(verdict({ isShort: true, characters: 70, asked: true, ...facts }, 'documents'), 'save');
  }
  assert.equal(verdict({ isShort: true, characters: 70, contentKind: 'code', detection: python }, 'documents'), 'save');
  assert.equal(verdict({ characters: 90, contentKind: 'table' }, 'documents'), 'save');
  assert.equal(verdict({ characters: 90 }, 'documents'), 'save');
});

test('documents: an enormous text stays in the history alone, and is saved on request', () => {
  const enormous = { bytes: 16_000_001, characters: 16_000_001 };
  assert.equal(verdict(enormous, 'documents'), 'too_large');
  assert.equal(verdict({ ...enormous, detection: python }, 'documents'), 'too_large');
  assert.equal(verdict({ ...enormous, bytes: 16_000_000 }, 'documents'), 'save');
  assert.equal(verdict({ ...enormous, asked: true }, 'documents'), 'save');
  assert.equal(verdict(enormous, 'all'), 'save');
  assert.equal(verdict({ ...enormous, kind: 'image' }, 'documents'), 'save');
  assert.equal(isSavedWhenAsked('too_large'), true);
});

test('copied files are never copied again, and a requested save is always done', () => {
  for (const policy of ['documents', 'all', 'typed', 'off'] as const) {
    assert.equal(verdict({ kind: 'files' }, policy), 'file_list');
    assert.equal(verdict({ characters: 0, asked: true }, policy), 'save');
  }
});

test('a fragment kept without a file gets one on request, except a list of files and damaged content', () => {
  for (const reason of ['policy_off', 'no_document', 'too_short', 'untyped', 'too_many', 'unjudgeable'])
    assert.equal(isSavedWhenAsked(reason), true, reason);
  for (const reason of ['file_list', 'content_damaged', 'excluded_dir', null])
    assert.equal(isSavedWhenAsked(reason), false, String(reason));
});

test('a heading with a table, a list or code is a document', () => {
  for (const text of ['# Plan\n\n| a | b |\n|---|---|\n| 1 | 2 |', '# Plan\r\n- a\r\n- b', '## Plan\n1. a\n2. b', '# Use\n```\nhub\n```'])
    assert.equal(isLaidOut(text), true, text);
});

test('a heading over a sentence, a list alone and a table alone are none', () => {
  for (const text of ['', '# Notes\n\nCall **Ann**', '- milk\n- bread', '| a | b |\n|---|---|', '# Milk\n- bread', '#hashtag\n- a\n- b'])
    assert.equal(isLaidOut(text), false, text);
});

test('a long text costs no more than its beginning', { timeout: 2_000 }, () => {
  for (const filler of ['|-', '| -', '#', '- ', '\n']) assert.equal(isLaidOut(filler.repeat(4_000_000)), false, filler);
});
