/** Who may import what, as data (ARCHITECTURE.md has the same table for readers). A test may import anything. */

/** What the code of a process may import. It must not import another process. */
const underProcesses = [
  'src/contract/',
  'src/configuration/',
  'src/domain/',
  'src/base/',
  'src/platform/',
  'src/journal/',
  'src/file-index/',
  'src/http/',
  'node',
  'zod',
];

/** The command, including the reports that work without a running Hub. */
const headless = [
  'src/contract/',
  'src/configuration/',
  'src/base/',
  'src/journal/',
  'src/file-index/',
  'src/domain/',
  'src/platform/locations.ts',
  'node',
];

/** What each area may import besides itself. A file is in the area with the longest path that matches; every other import is an error. */
export const importRules: Readonly<Record<string, readonly string[]>> = {
  'src/contract/': ['zod'],
  'src/domain/': ['src/contract/'],
  'src/domain/language/': ['src/contract/', 'src/domain/', '#message-format', 'intl-messageformat'],
  'src/domain/language/message-format-on-node.ts': ['src/domain/', 'node', 'intl-messageformat'],
  'src/domain/detect/': ['src/contract/', 'src/domain/', 'file-type'],
  'src/domain/detect/learned/weights.ts': ['src/domain/', 'node'],
  'src/domain/indexing/schedule.ts': ['src/contract/', 'src/domain/', 'croner'],
  'src/domain/picture/picture-size.ts': ['src/contract/', 'src/domain/', 'image-size'],
  'src/base/': ['node'],
  'src/base/documents/json-fault.ts': ['node', 'jsonc-parser'],
  'src/base/log.ts': ['src/base/', 'node', 'pino'],
  'src/platform/': ['src/base/', 'node'],
  'src/platform/x11/': ['src/base/', 'node', 'x11'],
  'src/platform/windows/': ['src/base/', 'node', 'koffi'],
  'src/platform/dbus/': ['src/base/', 'node', 'dbus-native'],
  'src/platform/user-profile/windows.ts': ['src/base/', 'src/platform/', 'node', 'koffi'],
  'src/platform/jump-list/windows.ts': ['src/base/', 'src/platform/', 'node', 'koffi'],
  'src/platform/window-messages/windows.ts': ['src/base/', 'src/platform/', 'node', 'koffi'],
  'src/platform/jump-list/appkit-dock.ts': ['src/base/', 'src/platform/', 'node', 'koffi'],
  'src/platform/jump-list/com.ts': ['src/base/', 'src/platform/', 'node', 'koffi'],
  'src/platform/window/': ['src/base/', 'src/platform/x11/', 'node', '@webviewjs/webview'],
  'src/configuration/': ['src/contract/', 'src/domain/', 'src/base/', 'src/platform/locations.ts', 'node', 'zod'],
  'src/journal/': [
    'src/contract/',
    'src/base/',
    'src/domain/search/',
    'src/domain/capture/uri-list.ts',
    'src/domain/language/say.ts',
    'node',
  ],
  'src/journal/migrations/': [],
  'src/file-index/': ['src/base/', 'node'],
  'src/http/': ['src/contract/', 'src/base/', 'node', 'zod'],
  'src/client/': [
    'src/contract/',
    'src/base/',
    'src/domain/',
    'src/platform/locations.ts',
    'src/platform/surroundings.ts',
    'src/platform/pipe-security/',
    'node',
  ],
  'src/client/event-stream.ts': ['src/client/', 'node', 'eventsource-parser'],
  'src/cli/': [...headless, 'src/client/', 'src/platform/process-identity/', 'src/platform/autostart/', 'commander', 'string-width'],
  'src/processes/': underProcesses,
  'src/processes/shell/': [...underProcesses, 'src/processes/', 'src/client/'],
  // The page in the window: of the rest of Hub, it may only import the contract between the two.
  'src/processes/shell/page/': [
    'src/contract/',
    'src/domain/picture/drawable-picture.ts',
    'src/domain/language/say.ts',
    'react',
    'react-dom',
    '@fluentui',
    '@griffel',
    '@tanstack/react-virtual',
  ],
  'src/processes/shell/page/vite.config.ts': ['node', 'vite', '@vitejs', '@fluentui'],
};
