/** Who may import whom, as data (ARCHITECTURE.md has the table in words). A test may import anything beside what it tests. */

/** What may be imported from each room, beside the room itself; whatever else is imported there is an error. */
const walls = {
  'src/contract': ['zod'],
  'src/domain': ['src/contract', 'file-type'],
  'src/base': ['node', 'pino'],
  'src/platform': ['src/base', 'node', 'x11'],
  'src/journal': ['src/contract', 'src/base', 'node'],
  'src/cli': ['src/contract', 'src/base', 'src/journal', 'src/domain', 'src/platform/locations.ts', 'node', 'commander'],
};

/** The rooms that a process may use; it may not use another process. */
const underProcesses = ['src/contract', 'src/domain', 'src/base', 'src/platform', 'src/journal', 'node', 'zod'];

const test = '\\.test\\.ts$|/faulty-disk\\.ts$';

function pattern(place) {
  if (place === 'node') return '^(node:)?[a-z0-9_/]+$';
  return place.startsWith('src/') ? `^${place.replaceAll('.', '\\.')}` : `(^|/)node_modules/${place}(/|$)|^${place}$`;
}

function only(name, from, allowed, own) {
  return {
    name,
    severity: 'error',
    from: { path: from, pathNot: test },
    to: { pathNot: [own, ...allowed.map(pattern)].join('|') },
  };
}

export default {
  forbidden: [
    ...Object.entries(walls).map(([room, allowed]) => only(`${room}-stays-in-its-walls`, `^${room}/`, allowed, `^${room}/`)),
    {
      name: 'a-process-uses-no-other',
      severity: 'error',
      from: { path: '^src/processes/([^/]+)/', pathNot: test },
      to: { path: '^src/processes/[^/]+/', pathNot: '^src/processes/$1/' },
    },
    {
      name: 'what-processes-share-uses-no-process',
      severity: 'error',
      from: { path: '^src/processes/[^/]+\\.ts$', pathNot: test },
      to: { path: '^src/processes/[^/]+/' },
    },
    only('processes-stay-in-their-walls', '^src/processes/', underProcesses, '^src/processes/'),
    {
      name: 'only-the-x11-facility-speaks-x11',
      severity: 'error',
      from: { pathNot: '^src/platform/x11/' },
      to: { path: '(^|/)node_modules/x11(/|$)' },
    },
    { name: 'a-migration-depends-on-nothing', severity: 'error', from: { path: '^src/journal/migrations/' }, to: { path: '.' } },
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } } },
    { name: 'everything-resolves', severity: 'error', from: {}, to: { couldNotResolve: true } },
    { name: 'nothing-imports-a-test', severity: 'error', from: { pathNot: test }, to: { path: '\\.test\\.ts$' } },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'require', 'node', 'default'] },
    skipAnalysisNotInRules: true,
  },
};
