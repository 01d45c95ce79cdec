/** Who may import whom, as data (ARCHITECTURE.md has the table in words). A test may import anything beside what it tests. */

/** The rooms that code of a process may use; it may not use another process. */
const underProcesses = ['src/contract/', 'src/domain/', 'src/base/', 'src/platform/', 'src/journal/', 'src/extraction/', 'node', 'zod'];

/** A command, or a report that works without a running Hub. */
const headless = ['src/contract/', 'src/base/', 'src/journal/', 'src/domain/', 'src/extraction/', 'src/platform/locations.ts', 'node'];

/** What each room may import beside itself. The longest name that fits a file is its room; all else is an error. */
const walls = {
  'src/contract/': ['zod'],
  'src/domain/': ['src/contract/'],
  'src/domain/detect/': ['src/contract/', 'src/domain/', 'file-type'],
  'src/domain/detect/weights.ts': ['src/domain/', 'node'],
  'src/domain/picture-size.ts': ['src/contract/', 'src/domain/', 'image-size'],
  'src/base/': ['node'],
  'src/base/log.ts': ['src/base/', 'node', 'pino'],
  'src/platform/': ['src/base/', 'node'],
  'src/platform/x11/': ['src/base/', 'node', 'x11'],
  'src/platform/windows/': ['src/base/', 'node', 'koffi'],
  'src/platform/dbus/': ['src/base/', 'node', '@homebridge/dbus-native'],
  'src/platform/user-profile/windows.ts': ['src/base/', 'src/platform/', 'node', 'koffi'],
  'src/platform/jump-list/windows.ts': ['src/base/', 'src/platform/', 'node', 'koffi'],
  'src/platform/window-messages/windows.ts': ['src/base/', 'src/platform/', 'node', 'koffi'],
  'src/platform/jump-list/appkit-dock.ts': ['src/base/', 'src/platform/', 'node', 'koffi'],
  'src/platform/jump-list/com.ts': ['src/base/', 'src/platform/', 'node', 'koffi'],
  'src/platform/window/': ['src/base/', 'src/platform/x11/', 'node', '@webviewjs/webview'],
  'src/journal/': ['src/contract/', 'src/base/', 'node'],
  'src/journal/migrations/': [],
  'src/extraction/': ['src/contract/', 'src/base/', 'node'],
  'src/diagnostics/': headless,
  'src/client/': [
    'src/contract/',
    'src/base/',
    'src/domain/',
    'src/platform/locations.ts',
    'src/platform/surroundings.ts',
    'src/platform/pipe-security/',
    'node',
  ],
  'src/cli/': [...headless, 'src/client/', 'src/platform/process-identity/', 'commander'],
  'src/processes/': underProcesses,
  'src/processes/shell/': [...underProcesses, 'src/processes/', 'src/client/'],
  // What runs in the window: of the rest of Hub it knows what is said between the two.
  'src/processes/shell/page/': ['src/contract/', 'react', 'react-dom', '@fluentui'],
  'src/processes/shell/page/vite.config.ts': ['node', 'vite', '@vitejs'],
};

const test = '\\.test\\.ts$|/faulty-disk\\.ts$';
const rooms = Object.keys(walls);

function pattern(place) {
  if (place === 'node') return '^(node:)?[a-z0-9_/]+$';
  return place.startsWith('src/') ? `^${place.replaceAll('.', '\\.')}` : `(^|/)node_modules/${place}(/|$)|^${place}$`;
}

function staysInItsWalls(room) {
  const smaller = rooms.filter((other) => other !== room && other.startsWith(room));
  return {
    name: `${room} stays in its walls`,
    severity: 'error',
    from: { path: pattern(room), pathNot: [test, ...smaller.map(pattern)] },
    to: { pathNot: [room, ...walls[room]].map(pattern) },
  };
}

export default {
  forbidden: [
    ...rooms.map(staysInItsWalls),
    { name: 'every room has walls', severity: 'error', from: { path: '^src/', pathNot: rooms.map(pattern) }, to: {} },
    {
      name: 'a process uses no other',
      severity: 'error',
      from: { path: '^src/processes/([^/]+)/', pathNot: test },
      to: { path: '^src/processes/[^/]+/', pathNot: '^src/processes/$1/' },
    },
    {
      name: 'what processes share uses no process',
      severity: 'error',
      from: { path: '^src/processes/[^/]+\\.ts$', pathNot: test },
      to: { path: '^src/processes/[^/]+/' },
    },
    {
      name: 'a migration depends on nothing that may change',
      severity: 'error',
      from: { path: '^src/journal/migrations/' },
      to: { path: '.' },
    },
    { name: 'no cycles', severity: 'error', from: {}, to: { circular: true } },
    { name: 'everything resolves', severity: 'error', from: {}, to: { couldNotResolve: true } },
    { name: 'nothing imports a test', severity: 'error', from: { pathNot: test }, to: { path: '\\.test\\.ts$' } },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'require', 'node', 'default'] },
    skipAnalysisNotInRules: true,
  },
};
