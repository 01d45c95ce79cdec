/** What the Windows shell makes of our links: on Windows, or under Wine, which has links but no jump lists. */
import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { test } from 'node:test';
import { ComFailure, type ComObject, guid, withCom } from './com.ts';
import type { ShellTask } from './interface.ts';
import { claimAppId, commandLine, linkOf, linksOf, propertyStore, setTitle, titleKey, windowsJumpList } from './windows.ts';

const skip = process.platform === 'win32' ? false : 'this is not Windows; npm run test:windows brings Wine';
const isWine = process.env.WINEPREFIX !== undefined;
const hostile = ['', 'a b', 'c"d', '\\', 'e\\"', 'f g\\', '\\\\server\\x y\\\\', 'ü😀', 'tab\t', '%PATH%', '^&|<>'];

const task: ShellTask = {
  id: 'save-now',
  exePath: process.execPath,
  workingDirectory: 'C:\\',
  arguments: ['C:\\a b\\hub.ts', 'action', 'save-now'],
  title: 'Save now, ü😀',
  toolTip: 'Writes what is on the clipboard',
  environment: {},
  iconPath: process.execPath,
};

/** A text that a method with the parameters `(LPWSTR text, int length)` returns. */
function textOf(object: ComObject, place: number): string {
  const text = Buffer.alloc(2_048);
  object.call(place, ['void*', 'int'], text, 1_024);
  return text.toString('utf16le').replace(/\0.*$/s, '');
}

/** The title in the properties; null if they do not return any (Wine's links accept one and never return it). */
function titleOf(properties: ComObject): string | null {
  const value = Buffer.alloc(24);
  try {
    properties.call(5, ['void*', 'void*'], titleKey(), value);
  } catch (error) {
    if (isWine && error instanceof ComFailure && error.result === 0x8000_4001) return null;
    throw error;
  }
  const koffi = createRequire(import.meta.url)('koffi') as typeof import('koffi');
  return value.readUInt16LE() === 31 ? koffi.decode.string16(value.readBigUInt64LE(8)) : '';
}

test('a link contains its task, and its title', { skip }, () => {
  const read = withCom((com) => {
    const link = linkOf(com, task);
    const path = Buffer.alloc(1_024);
    link.call(3, ['void*', 'int', 'void*', 'uint32'], path, 512, null, 4);
    return {
      toolTip: textOf(link, 6),
      workingDirectory: textOf(link, 8),
      arguments: textOf(link, 10),
      exePath: path.toString('utf16le').replace(/\0.*$/s, ''),
      title: titleOf(link.as(propertyStore)) ?? task.title,
    };
  });
  const { toolTip, workingDirectory, exePath, title } = task;
  assert.deepEqual(read, { toolTip, workingDirectory, exePath, title, arguments: '"C:\\a b\\hub.ts" action save-now' });
});

test('the links of all tasks are one array', { skip: isWine ? 'Wine 8 has no collections of objects' : skip }, () => {
  const count = Buffer.alloc(4);
  withCom((com) => linksOf(com, [task, task, task]).call(3, ['void*'], count));
  assert.equal(count.readUInt32LE(), 3);
});

test('a title is a text that any properties accept and return', { skip }, () => {
  const read = withCom((com) => {
    const inMemory = com.create('{9a02e012-6303-4e1e-b9a1-630f802592c5}', propertyStore);
    setTitle(inMemory, task.title);
    return titleOf(inMemory);
  });
  assert.equal(read, task.title);
});

test('arguments are parsed back from a command line unchanged', { skip }, () => {
  const koffi = createRequire(import.meta.url)('koffi') as typeof import('koffi');
  const parse = koffi.load('shell32.dll').func('void* __stdcall CommandLineToArgvW(str16 line, _Out_ int* count)');
  const count = [0];
  const list = parse(`hub.exe ${commandLine(hostile)}`, count);
  const words = Array.from({ length: count[0] ?? 0 }, (_, index) => koffi.decode.string16(koffi.decode(list, index * 8, 'void*')));
  assert.deepEqual(words, ['hub.exe', ...hostile]);
});

test('an unknown class is a failure with its error number', { skip }, () => {
  assert.throws(
    () => withCom((com) => com.create('{11111111-2222-3333-4444-555555555555}', '{00000000-0000-0000-c000-000000000046}')),
    /0x80040154/,
  );
  assert.equal(guid('{77f10cf0-3db5-4966-b520-b7c54fd35ed6}').toString('hex'), 'f00cf177b53d6649b520b7c54fd35ed6');
});

test('the list is written once, and not rewritten after that; Wine has none, and says so', { skip }, async () => {
  assert.equal(claimAppId(null), true);
  const list = windowsJumpList(null);
  const first = await list.publish(task, [task]);
  if (isWine && !first.ok) return assert.equal(first.reason, 'refused');
  assert.deepEqual(first, { ok: true, value: 'written' });
  assert.deepEqual(await list.publish(task, [task]), { ok: true, value: 'unchanged' });
});

test('what a link can not express is reported before anything is requested from Windows', async () => {
  const list = windowsJumpList(null);
  for (const changed of [{ title: 'x'.repeat(2_000) }, { exePath: 'a\0b' }]) {
    assert.deepEqual(await list.publish(task, [{ ...task, ...changed }]), { ok: false, reason: 'not-a-link' });
  }
});
