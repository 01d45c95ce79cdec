import assert from 'node:assert/strict';
import { test } from 'node:test';
import { locatePlaces, pipeNames, type Surroundings } from './locations.ts';

const linux: Surroundings = {
  env: {},
  platform: 'linux',
  userHome: '/home/u',
  workingFolder: '/work',
  temporaryFolder: '/tmp',
  userId: '1000',
};
const at = (env: Surroundings['env'], others: Partial<Surroundings> = {}) => locatePlaces({ ...linux, ...others, env });

test('each system has its own default home', () => {
  assert.equal(at({}).home, '/home/u/.local/share/hub');
  assert.equal(at({ XDG_DATA_HOME: '/data' }).home, '/data/hub');
  assert.equal(at({}, { platform: 'darwin', userHome: '/Users/u' }).home, '/Users/u/Library/Application Support/Hub');
  const windows = { platform: 'win32', userHome: 'C:\\Users\\u', workingFolder: 'C:\\' } as const;
  assert.equal(at({ LOCALAPPDATA: 'D:\\Local' }, windows).home, 'D:\\Local\\Hub');
  assert.equal(at({}, windows).home, 'C:\\Users\\u\\AppData\\Local\\Hub');
});

test('a relative XDG folder is ignored, a relative HUB_HOME or HUB_WORKSPACE is reported, an empty one counts as unset', () => {
  assert.equal(at({ XDG_DATA_HOME: 'data', XDG_RUNTIME_DIR: 'run' }).sockets, '/home/u/.local/share/hub/run');
  const relative = at({ HUB_HOME: 'h/' });
  assert.deepEqual([relative.home, relative.relativeVariable], ['/work/h', 'HUB_HOME']);
  assert.equal(at({ HUB_HOME: '/h' }).relativeVariable, null);
  const workspaceOf = (name: string): unknown => {
    const { workspaceOverride, relativeVariable } = at({ HUB_WORKSPACE: name });
    return [workspaceOverride, relativeVariable];
  };
  assert.deepEqual(['../w', 'w', '/w/', ''].map(workspaceOf), [
    [null, 'HUB_WORKSPACE'],
    [null, 'HUB_WORKSPACE'],
    ['/w', null],
    [null, null],
  ]);
  const empty = at({ HUB_HOME: '', HUB_WORKSPACE: '', XDG_DATA_HOME: '', XDG_RUNTIME_DIR: '' });
  assert.equal(empty.home, '/home/u/.local/share/hub');
  assert.equal(empty.workspaceOverride, null);
});

test('everything of a home is in it, except the sockets of the session', () => {
  const places = at({ HUB_HOME: '/h', XDG_RUNTIME_DIR: '/run/user/1000' });
  for (const place of [places.logs, places.journal, places.blobs, places.lastGood, places.run, places.document('config/hub.json')]) {
    assert.ok(place.startsWith('/h/'), place);
  }
  assert.match(places.pipe('supervisor'), /^\/run\/user\/1000\/hub-[0-9a-f]{8}\/supervisor\.sock$/);
});

test('two homes share no pipe, and two spellings of one home do', () => {
  const pipe = (home: string): string => at({ HUB_HOME: home, XDG_RUNTIME_DIR: '/run' }).pipe('supervisor');
  assert.notEqual(pipe('/a'), pipe('/b'));
  assert.equal(pipe('/a/'), pipe('/x/../a'));
  const windows = (home: string): string =>
    at({ HUB_HOME: home }, { platform: 'win32', workingFolder: 'C:\\', userId: 'S-1-5' }).pipe('supervisor');
  assert.match(windows('C:\\a'), /^\\\\\.\\pipe\\hub-S-1-5-[0-9a-f]{8}-supervisor$/);
  assert.notEqual(windows('C:\\a'), windows('C:\\b'));
});

test('a socket path is never longer than the system accepts', () => {
  for (const length of [10, 60, 63, 64, 65, 66, 67, 70, 120, 250]) {
    const folder = `/${'x'.repeat(length)}`;
    for (const env of [{ XDG_RUNTIME_DIR: folder }, { HUB_HOME: folder }]) {
      for (const name of pipeNames) assert.ok(Buffer.byteLength(at(env).pipe(name)) <= 103);
    }
  }
  const long = `/${'é'.repeat(60)}`;
  assert.equal(at({ XDG_RUNTIME_DIR: long }).pipe('supervisor'), '/home/u/.local/share/hub/run/supervisor.sock');
  assert.match(at({ XDG_RUNTIME_DIR: long, HUB_HOME: long }).pipe('supervisor'), /^\/tmp\/hub-1000-/);
  assert.deepEqual(
    [{ XDG_RUNTIME_DIR: '/run' }, {}, { XDG_RUNTIME_DIR: long }, { HUB_HOME: long }].map((env) => at(env).socketsMoved),
    [false, false, true, true],
  );
});
