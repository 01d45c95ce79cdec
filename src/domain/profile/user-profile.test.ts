import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { anyText } from '../../../test/harness/any-text.ts';
import { firstName, initialsOf } from './initials.ts';
import { blockedParts, type ProfilePart, profileFields } from './user-profile.ts';

const value = (text: string) => ({ reveal: () => text });
const fieldsOf = (known: { name?: string; login?: string; mail?: string }, blocked: readonly ProfilePart[] = []) =>
  profileFields({
    known: { displayName: value(known.name ?? ''), accountName: value(known.login ?? ''), emailOrUpn: value(known.mail ?? '') },
    pictureUrl: '/profile/picture',
    blocked: new Set(blocked),
  });

test('the initials are the first letters of the first and last name, in capitals', () => {
  const expected: readonly (readonly [string, string])[] = [
    ['Maria Kowalska', 'MK'],
    ['maria anna kowalska-nowak', 'MK'],
    ['Madonna', 'M'],
    ['Kowalska, Maria', 'MK'],
    ['Maria Kowalska (Sales)', 'MK'],
    ['Maria Kowalska, PhD', 'MK'],
    ['Dr. Maria Kowalska', 'MK'],
    ['Dr', 'D'],
    ["Gerard 't Hooft", 'GH'],
    ['élodie ångström', 'ÉÅ'],
    ['e\u0301lodie durand', 'ÉD'],
    ['ßen', 'ß'],
    ['ольга иванова', 'ОИ'],
    ['გიორგი მაისურაძე', 'გმ'],
    ['山田 太郎', '山太'],
    ['山田太郎', '山'],
    ['김철수', '김'],
    ['محمد علي', 'مع'],
    ['नि शर्मा', 'निश'],
    ['🦊 Fox', 'F'],
    ['🦊', '🦊'],
    ['👨‍👩‍👧‍👦', '👨‍👩‍👧‍👦'],
    ['user1', 'U'],
    ['', ''],
    [' \u202e\u0000 ', ''],
  ];
  for (const [name, initials] of expected) assert.equal(initialsOf(name), initials, name);
});

test('the first name is the first word of the name', () => {
  assert.equal(firstName('Dr. Maria Kowalska (Sales)'), 'Maria');
  assert.equal(firstName('Kowalska, Maria Anna'), 'Maria');
  assert.equal(firstName('山田太郎'), '山田太郎');
  assert.equal(firstName(''), '');
});

test('whatever a name is, its initials are few and harmless', () => {
  fc.assert(
    fc.property(fc.oneof(anyText(), fc.string({ unit: 'grapheme' })), (name) => {
      const initials = initialsOf(name);
      assert.ok(initials.length <= 60 && initials.isWellFormed());
      assert.doesNotMatch(initials, /[\p{Control}\u202a-\u202e\u2066-\u2069\s]/u);
    }),
  );
  assert.ok(initialsOf(`a${'\u0301'.repeat(5_000)}`).length < 10);
});

test('an address is shown without its type prefix, in any case, and with a label for its provider', () => {
  const expected: readonly (readonly [string, string, string])[] = [
    ['maria@contoso.example', 'maria@contoso.example', ''],
    ['live.com#maria@contoso.example', 'maria@contoso.example', 'Microsoft account'],
    ['LIVE.COM#maria@outlook.com', 'maria@outlook.com', 'Microsoft account'],
    ['MicrosoftAccount\\maria@gmail.com', 'maria@gmail.com', 'Microsoft account'],
    ['msa\\maria@gmail.com', 'maria@gmail.com', 'Microsoft account'],
    ['AzureAD\\maria@contoso.example', 'maria@contoso.example', 'Work or school account'],
    ['CONTOSO\\maria@contoso.example', 'maria@contoso.example', ''],
    ['google.com#maria@contoso.example', 'maria@contoso.example', 'Google account'],
    ['facebook.com#mail#maria@contoso.example', 'maria@contoso.example', ''],
    ['AzureAD\\live.com#maria@contoso.example', 'maria@contoso.example', 'Work or school account'],
    ['SMTP:maria@contoso.example', 'maria@contoso.example', ''],
    ['mailto:maria@icloud.com', 'maria@icloud.com', 'Apple Account'],
    ['maria@contoso.onmicrosoft.com', 'maria@contoso.onmicrosoft.com', 'Work or school account'],
    ['maria_outlook.com#EXT#@contoso.onmicrosoft.com', 'maria@outlook.com', 'Microsoft account'],
    ['maria@hotmail.co.uk', 'maria@hotmail.co.uk', 'Microsoft account'],
    ['yahoo.com#ann@yahoo.com', 'ann@yahoo.com', ''],
    ['mail.example.co.uk#ann@example.org', 'ann@example.org', ''],
    ['microsoft.com#ann@contoso.example', 'ann@contoso.example', 'Microsoft account'],
    ['msn.com#ann@msn.com', 'ann@msn.com', 'Microsoft account'],
    ['aad#ann@contoso.example', 'ann@contoso.example', 'Work or school account'],
    ['WindowsLive:ann@example.org', 'ann@example.org', 'Microsoft account'],
    ['live:ann@x.com', 'ann@x.com', 'Microsoft account'],
    ['i:0#.f|membership|ann@contoso.com', 'ann@contoso.com', 'Work or school account'],
    ['i:0#.w|contoso\\ann', 'contoso\\ann', ''],
    ['i:05.t|example provider|ann@contoso.com', 'ann@contoso.com', ''],
    ['ann#home@contoso.example', 'ann#home@contoso.example', ''],
    ['AzureAD\\MariaKowalska', 'MariaKowalska', 'Work or school account'],
    ['MicrosoftAccount\\maria', 'maria', 'Microsoft account'],
    ['CONTOSO\\ann', 'CONTOSO\\ann', ''],
    ['AzureAD\\', '', ''],
    ['mailto:ann', '', ''],
    ['CONTOSO\\ann smith', '', ''],
    ['no address', '', ''],
    ['', '', ''],
  ];
  for (const [mail, shown, label] of expected) {
    const fields = fieldsOf({ mail });
    assert.deepEqual([fields.CurrentUserEmailOrUpn, fields.CurrentUserCloudLabel], [shown, label], mail);
    assert.equal(fields.HasCurrentUserEmail, shown !== '');
    assert.equal(fields.HasCurrentUserCloudLabel, label !== '');
    assert.equal(fields.ShowProfileFlyoutLogo, label === '');
    assert.equal(fields.CurrentUserAccountUri !== '', label !== '');
    assert.match(fields.CurrentUserAccountUri, label === '' ? /^$/ : /^https:\/\/[a-z.]+\/$/);
  }
});

test('without a name the login is shown, and without a login the address', () => {
  assert.equal(fieldsOf({ name: 'Maria', login: 'mk' }).CurrentUserDisplayName, 'Maria');
  assert.deepEqual(
    [fieldsOf({ login: 'DESKTOP\\maria.k' }).CurrentUserDisplayName, fieldsOf({ login: 'maria.k' }).CurrentUserInitials],
    ['maria k', 'MK'],
  );
  assert.equal(fieldsOf({ mail: 'live.com#maria.k@outlook.com' }).CurrentUserDisplayName, 'maria k');
  assert.equal(fieldsOf({ login: 'AzureAD\\MariaKowalska' }).CurrentUserDisplayName, 'MariaKowalska');
  assert.equal(fieldsOf({}).CurrentUserDisplayName, '');
});

test('whatever an address is, it is shown as one harmless line, and takes no time', () => {
  const unit = fc.constantFrom('a', '.', '#', '|', ':', '\\', '@', '_', '-', ' ', 'i:0', 'live', '\u202e', '\n');
  fc.assert(
    fc.property(fc.string({ unit, maxLength: 2_000 }), (mail) => {
      const { CurrentUserEmailOrUpn: shown } = fieldsOf({ mail });
      assert.ok(shown.length <= 320);
      assert.doesNotMatch(shown, /[\p{Control}\u202a-\u202e\u2066-\u2069\s]/u);
    }),
  );
});

test('each blocked part is empty, and no other part changes', () => {
  const shown = (...blocked: readonly ProfilePart[]) => {
    const fields = fieldsOf({ name: 'Maria Kowalska', mail: 'maria@outlook.com' }, blocked);
    assert.equal(fields.HasCurrentUserPicture, fields.CurrentUserPicture !== null);
    assert.equal(fields.CurrentUserEmailOrUpn, 'maria@outlook.com');
    return [fields.CurrentUserPicture, fields.CurrentUserInitials, fields.CurrentUserDisplayName, fields.CurrentUserFirstName];
  };
  assert.deepEqual(shown(), ['/profile/picture', 'MK', 'Maria Kowalska', 'Maria']);
  assert.deepEqual(shown('picture'), [null, 'MK', 'Maria Kowalska', 'Maria']);
  assert.deepEqual(shown('picture', 'initials'), [null, '', 'Maria Kowalska', 'Maria']);
  assert.deepEqual(shown('name'), ['/profile/picture', 'MK', '', '']);
  assert.deepEqual(shown('picture', 'initials', 'name'), [null, '', '', '']);
});

test('the list of blocked parts is separated by commas, semicolons or blanks, and unknown words are ignored', () => {
  const listed = (list: string | undefined) => [...blockedParts(list)];
  assert.deepEqual(listed(undefined), []);
  assert.deepEqual(listed(''), []);
  assert.deepEqual(listed('picture'), ['picture']);
  assert.deepEqual(listed('name;picture,initials'), ['picture', 'initials', 'name']);
  assert.deepEqual(listed(' ,; Picture \t name,;'), ['picture', 'name']);
  assert.deepEqual(listed('pictures all true constructor'), []);
});
