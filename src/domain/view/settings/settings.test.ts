import assert from 'node:assert/strict';
import { test } from 'node:test';
import { documents } from '../../../contract/documents.ts';
import { settingOf, settingPatch, whyNotValid } from './setting-patch.ts';
import { settingTable } from './setting-table.ts';
import { type Application, applies, defaultsOf, type KnownHere, settingId, settingsGroups, valueAt } from './settings-groups.ts';

const everyDocument = Object.fromEntries(
  Object.keys(documents).map((name) => [name, { value: defaultsOf(name as keyof typeof documents), trouble: null }]),
);

const nothingKnown: KnownHere = { applications: [], shortcut: { keys: 'Ctrl+Shift+V', state: 'held', trigger: null } };

test('a setting that has no effect now is not shown', () => {
  const shown = (index_refresh: object): readonly string[] => {
    const hub = {
      value: { ...defaultsOf('hub'), index_refresh: { ...(valueAt(defaultsOf('hub'), ['index_refresh']) as object), ...index_refresh } },
      trouble: null,
    };
    return settingsGroups({ ...everyDocument, hub }, nothingKnown).flatMap(({ rows }) => rows.map(({ id }) => id));
  };
  const [every, days, first] = ['every_n_days', 'weekly_days', 'on_startup_only_if_exists'].map((key) => `hub/index_refresh/${key}`);
  const has = (ids: readonly string[]) => [every, days, first].map((id) => ids.includes(id ?? ''));
  assert.deepEqual(has(shown({ mode: 'daily', on_startup: false })), [true, false, false]);
  assert.deepEqual(has(shown({ mode: 'weekly', on_startup: true })), [false, true, true]);
});

test('one day is a day, and several are days', () => {
  const unitOf = (every_n_days: number): unknown => {
    const index_refresh = { ...(valueAt(defaultsOf('hub'), ['index_refresh']) as object), every_n_days };
    const groups = settingsGroups(
      { ...everyDocument, hub: { value: { ...defaultsOf('hub'), index_refresh }, trouble: null } },
      nothingKnown,
    );
    const control = groups.flatMap(({ rows }) => rows).find(({ id }) => id === 'hub/index_refresh/every_n_days')?.control;
    return control?.kind === 'number' ? control.unit : control;
  };
  assert.deepEqual([unitOf(1), unitOf(2), unitOf(21)], ['day', 'days', 'days']);
});

test('every setting of the table is a key of its document, is shown unchanged by default, and its choices and limits are valid there', () => {
  const rows = settingsGroups(everyDocument, nothingKnown).flatMap((group) => group.rows);
  const applying = settingTable().flatMap(({ document, settings }) => settings.filter((setting) => applies(setting, defaultsOf(document))));
  assert.equal(rows.length, applying.length);
  assert.ok(rows.every(({ isChanged }) => !isChanged));
  for (const group of settingTable())
    for (const setting of group.settings) {
      const id = settingId(group, setting);
      const usual = valueAt(defaultsOf(group.document), setting.path);
      assert.notEqual(usual, undefined, id);
      const { form } = setting;
      const isValid = (value: unknown): boolean => {
        const whole = setting.path.reduceRight<unknown>((inside, key) => ({ [key]: inside }), value);
        return documents[group.document].schema.safeParse(whole).success;
      };
      const valid: readonly unknown[] =
        form.kind === 'choice'
          ? form.choices.map(({ value }) => value)
          : form.kind === 'number'
            ? [form.least, form.most, ...(form.empty === null ? [] : [null])]
            : [usual];
      for (const value of valid) assert.ok(isValid(value), `${id}: ${value}`);
      if (form.kind === 'number')
        assert.ok(!isValid(form.least - 1) && !isValid(form.most + 1), `${id}: its limits are those of the document`);
      if (form.kind === 'choice')
        assert.ok(
          form.choices.some(({ value }) => value === usual),
          `${id}: its default can be chosen`,
        );
    }
});

test('a document that was not read has no group, and the trouble of one is shown in its groups', () => {
  const trouble = { document: 'hub', text: 'hub.json is not used', mend: 'Line 3 is not JSON' } as const;
  const groups = settingsGroups({ hub: { value: defaultsOf('hub'), trouble: () => trouble } }, nothingKnown);
  assert.deepEqual([...new Set(groups.map((group) => group.trouble))], [trouble]);
  assert.ok(!groups.some(({ id }) => id === 'privacy'));
});

const apps = settingOf('content-filter/excluded_app_names') ?? assert.fail();
const policy = settingOf('hub/save/policy') ?? assert.fail();

/** The patches of a change, and of its undoing in the document as it is by then. */
function patches(
  change: Parameters<typeof settingPatch>[1],
  [setting, read, now = read]: readonly [typeof apps, Readonly<Record<string, unknown>>, Readonly<Record<string, unknown>>?],
): unknown {
  const both = settingPatch(setting, change, read);
  return both === null ? null : { patch: both.patch, undo: both.undo(now) };
}

test('the least length of a text is offered only where it decides what is saved', () => {
  const isOffered = (save: Readonly<Record<string, unknown>>): boolean => {
    const groups = settingsGroups({ ...everyDocument, hub: { value: { ...defaultsOf('hub'), save }, trouble: null } }, nothingKnown);
    return groups.some(({ rows }) => rows.some(({ id }) => id === 'hub/save/min_text_chars'));
  };
  const offered = ['documents', 'all', 'typed', 'off'].map((policy) =>
    [16, 200].map((min_text_chars) => isOffered({ policy, min_text_chars })),
  );
  assert.deepEqual(offered, [
    [false, true],
    [true, true],
    [false, false],
    [false, false],
  ]);
  const policy = settingsGroups(everyDocument, nothingKnown)
    .flatMap(({ rows }) => rows)
    .find(({ id }) => id === 'hub/save/policy');
  assert.ok(policy?.control.kind === 'choice');
  assert.equal(policy.control.choices[0]?.name, 'Code, data, pictures, and texts and tables over 80 characters');
});

test('where the desktop decides on the shortcut, its keys are shown, and who can change them', () => {
  const shown = (shortcut: KnownHere['shortcut']) => {
    const rows = settingsGroups(everyDocument, { applications: [], shortcut }).flatMap((group) => group.rows);
    const control = rows.find(({ id }) => id === 'hub/picker/shortcut')?.control;
    assert.ok(control?.kind === 'shortcut');
    return control;
  };
  const keys = 'Ctrl+Shift+V';
  assert.deepEqual(shown({ keys, state: 'held', trigger: null }), {
    kind: 'shortcut',
    reserved: [],
    value: keys,
    shown: keys,
    trouble: null,
    note: null,
  });
  const given = shown({ keys, state: 'held', trigger: 'Meta+V' });
  assert.deepEqual([given.value, given.shown, given.trouble], [keys, 'Meta+V', null]);
  assert.match(given.note ?? '', /^The desktop decides /);
  const untold = shown({ keys, state: 'held', trigger: '' });
  assert.deepEqual([untold.value, untold.shown], [keys, 'Unknown']);
  assert.match(untold.note ?? '', /does not say which keys/);
  assert.match(shown({ keys, state: 'waiting', trigger: '' }).note ?? '', /has not answered/);
  const refused = shown({ keys, state: 'refused', trigger: '' });
  assert.deepEqual([refused.shown, refused.note], [keys, null]);
  assert.match(refused.trouble ?? '', /was refused/);
  assert.match(shown({ keys, state: 'no-answer', trigger: '' }).trouble ?? '', /nobody answered/);
  assert.match(shown({ keys, state: 'unavailable', trigger: '' }).trouble ?? '', /hub action open-picker$/);
  assert.deepEqual(shown({ keys: 'F9', state: 'refused', trigger: '' }).trouble, null, 'the document has other keys meanwhile');
});

test('a value is set by a patch of its key alone, and undone by another', () => {
  assert.deepEqual(patches({ how: 'set', value: 'off' }, [policy, { save: { policy: 'typed', min_text_chars: 9 } }]), {
    patch: { save: { policy: 'off' } },
    undo: { save: { policy: 'typed' } },
  });
  assert.equal(patches({ how: 'set', value: 'typed' }, [policy, { save: { policy: 'typed' } }]), null);
  assert.deepEqual(patches({ how: 'reset' }, [policy, { save: { policy: 'typed' } }]), {
    patch: { save: { policy: null } },
    undo: { save: { policy: 'typed' } },
  });
});

test('undoing a change of a list leaves the entries that somebody else has added meanwhile', () => {
  const undo = (how: 'add' | 'remove', now: readonly string[]) =>
    patches({ how, entry: 'a' }, [apps, { excluded_app_names: how === 'add' ? ['x'] : ['x', 'a'] }, { excluded_app_names: now }]);
  assert.deepEqual(undo('add', ['x', 'a', 'b']), { patch: { excluded_app_names: ['x', 'a'] }, undo: { excluded_app_names: ['x', 'b'] } });
  assert.deepEqual(undo('remove', ['x', 'b']), { patch: { excluded_app_names: ['x'] }, undo: { excluded_app_names: ['x', 'b', 'a'] } });
  assert.deepEqual(undo('add', ['x', 'A']), { patch: { excluded_app_names: ['x', 'a'] }, undo: { excluded_app_names: ['x'] } });
});

test('an entry is added once, as it is written, at the end, and removed', () => {
  const read = { excluded_app_names: ['keepassxc', 'KeePassXC '] };
  const after = (how: 'add' | 'remove', entry: string) => settingPatch(apps, { how, entry }, read)?.patch.excluded_app_names;
  assert.deepEqual(after('add', '/a folder '), ['keepassxc', 'KeePassXC ', '/a folder ']);
  assert.equal(after('add', 'keepassxc'), undefined);
  assert.equal(after('add', '   '), undefined);
  assert.deepEqual(after('remove', 'KeePassXC '), ['keepassxc']);
  assert.deepEqual(patches({ how: 'remove', entry: 'a' }, [apps, { excluded_app_names: ['a'] }, {}]), {
    patch: { excluded_app_names: null },
    undo: { excluded_app_names: ['a'] },
  });
});

const application = (name: string) => ({ name, executable: null });

test('applications are called as everywhere else, and two that are called the same say which one they are', () => {
  const value = { ...defaultsOf('content-filter'), excluded_app_names: ['Office-calc', 'mine'] };
  const titles: Readonly<Record<string, string>> = { 'office-calc': 'Office Calc', Gimp: 'Image Editor', 'gimp-2.10': 'Image Editor' };
  const titleOf = ({ name, executable }: Application): string => (executable === '/usr/bin/x' ? 'Of its program' : (titles[name] ?? name));
  const applications = [...['office-calc', 'Gimp', 'gimp-2.10'].map(application), { name: 'X.bin', executable: '/usr/bin/x' }];
  const control = settingsGroups({ 'content-filter': { value, trouble: null } }, { ...nothingKnown, applications, titleOf })[0]?.rows[0]
    ?.control;
  assert.ok(control?.kind === 'list');
  assert.deepEqual(control.offers, ['Gimp', 'gimp-2.10', 'X.bin'], 'what is added is what rules know');
  assert.deepEqual(control.names, [
    ['Gimp', 'Image Editor (Gimp)'],
    ['gimp-2.10', 'Image Editor (gimp-2.10)'],
    ['X.bin', 'Of its program'],
  ]);
});

test('applications are offered once unless they are listed, in any case', () => {
  const value = { ...defaultsOf('content-filter'), excluded_app_names: ['Firefox'] };
  const [row] =
    settingsGroups(
      { 'content-filter': { value, trouble: null } },
      { ...nothingKnown, applications: ['firefox', 'gimp', 'GIMP'].map(application) },
    )[0]?.rows ?? [];
  assert.ok(row?.control.kind === 'list');
  assert.deepEqual(row.control.offers, ['gimp']);
  assert.equal(row.isChanged, true);
});

test('an id that no setting has is no setting', () => {
  for (const id of ['', 'hub', 'hub/__proto__', 'hub/save', 'constructor/prototype']) assert.equal(settingOf(id), null);
});

test('a refused value is explained in words, and not in those of the schema', () => {
  assert.equal(whyNotValid('index_refresh.daily_time: a time of day as HH:MM'), 'It has to be a time of day as HH:MM.');
  assert.equal(whyNotValid('assistants.0.address: a preference, and no secret'), 'The address has to be a preference, and no secret.');
  assert.equal(whyNotValid('assistants.2.name: a preference, and no secret'), 'The name has to be a preference, and no secret.');
  assert.equal(whyNotValid('allowed_secrets.0: Invalid option: expected one of "private_key"|"github_token"'), 'The value is not valid.');
  assert.equal(whyNotValid(''), 'The value is not valid.');
});
