import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SaveRules } from '../../contract/documents/hub.ts';
import type { Detection } from '../../contract/source-snapshot.ts';
import { isSavedWhenAsked, judgeSave, type SaveFacts } from './save-policy.ts';

const plain: Detection = { group: 'text', extension: '.txt', typeId: 'txt', mediaType: 'text/plain', confidence: 0.5 };
const python: Detection = { group: 'code', extension: '.py', typeId: 'python', mediaType: 'text/x-python', confidence: 0.9 };
const text: SaveFacts = {
  kind: 'text',
  characters: 16,
  detection: plain,
  contentKind: 'prose',
  isList: false,
  isWord: false,
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
  for (const contentKind of ['link', 'mail', 'phone', 'color', 'path', 'number', 'one-time-code', 'token'] as const) {
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
