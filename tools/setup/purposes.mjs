/** The purposes of `node setup.mjs`: what the pinned Node runs for each, and what has to be installed before. */

/** The programs of a private desktop for tests and pictures, each with its Debian package. */
const desktop = {
  Xvfb: 'xvfb',
  openbox: 'openbox',
  xdotool: 'xdotool',
  xprop: 'x11-utils',
  xmessage: 'x11-utils',
  'dbus-daemon': 'dbus-daemon',
};

const ofTests = {
  ...desktop,
  xclip: 'xclip',
  setpriv: 'util-linux',
  chromium: 'chromium',
  'firefox-esr': 'firefox-esr',
  'xfce4-panel': 'xfce4-panel',
  'xfconf-query': 'xfconf',
  xsettingsd: 'xsettingsd',
  import: 'imagemagick',
  'desktop-file-validate': 'desktop-file-utils',
  gio: 'libglib2.0-bin',
  zenity: 'zenity',
  sway: 'sway',
  wtype: 'wtype',
  'wl-paste': 'wl-clipboard',
  kwin_wayland: 'kwin-wayland',
  mutter: 'mutter',
  Xwayland: 'xwayland',
  mousepad: 'mousepad',
  'xfce4-terminal': 'xfce4-terminal',
  pcmanfm: 'pcmanfm',
  setxkbmap: 'x11-xkb-utils',
  'xfce4-screenshooter': 'xfce4-screenshooter',
  gpbs: 'gnustep-back-common',
};

/**
 * @typedef {object} Purpose
 * @property {readonly string[]} runs the arguments of the pinned Node; those of the caller follow
 * @property {'run' | 'develop'} packages
 * @property {Readonly<Record<string, string>>} [programs] needed from the system, each with its Debian package
 * @property {true} [hasWindow] it opens Hub's window
 * @property {true} [hasExtension] it loads the browser extension
 * @property {true} [isStatic] it does not start Hub
 */

/** @type {Readonly<Record<string, Purpose>>} */
export const purposes = {
  run: { runs: ['--max-semi-space-size=1', '--no-memory-reducer', 'bin/hub.ts', 'run'], packages: 'run', hasWindow: true },
  demo: { runs: ['tools/demo.ts'], packages: 'run', programs: { Xvfb: 'xvfb' } },
  check: { runs: ['tools/check.ts'], packages: 'develop', isStatic: true },
  lint: { runs: ['tools/check.ts', 'lint'], packages: 'develop', isStatic: true },
  typecheck: { runs: ['tools/check.ts', 'typecheck'], packages: 'develop', isStatic: true },
  format: { runs: ['node_modules/@biomejs/biome/bin/biome', 'check', '--write'], packages: 'develop', isStatic: true },
  test: { runs: ['tools/run-tests/main.ts'], packages: 'develop', programs: ofTests, hasWindow: true, hasExtension: true },
  'build:extension': { runs: ['tools/zip-extension.ts'], packages: 'develop', isStatic: true },
  'test:unit': { runs: ['tools/run-tests/main.ts', '--unit'], packages: 'develop', isStatic: true },
  'test:windows': { runs: ['tools/test-windows.ts'], packages: 'develop', programs: { wine: 'wine' } },
  bench: {
    runs: ['bench/main.ts'],
    packages: 'develop',
    programs: { ...desktop, xclip: 'xclip', mousepad: 'mousepad', chromium: 'chromium' },
    hasWindow: true,
    hasExtension: true,
  },
  pictures: {
    runs: ['tools/pictures/main.ts'],
    packages: 'develop',
    programs: { ...desktop, import: 'imagemagick', chromium: 'chromium' },
    hasWindow: true,
    hasExtension: true,
  },
  package: {
    runs: ['--disable-warning=ExperimentalWarning', 'tools/package/main.ts'],
    packages: 'develop',
    programs: { strip: 'binutils', 'dpkg-deb': 'dpkg' },
    isStatic: true,
  },
  'test:packages': {
    runs: ['tools/package/clean-systems/main.ts'],
    packages: 'develop',
    programs: { debootstrap: 'debootstrap' },
    isStatic: true,
  },
  coverage: {
    runs: [
      'tools/run-tests/main.ts',
      '--unit',
      '--experimental-test-coverage',
      '--test-coverage-include=src/**',
      '--test-coverage-exclude=**/*.test.ts',
    ],
    packages: 'develop',
  },
  dev: { runs: ['tools/gallery/dev.ts'], packages: 'develop' },
  gallery: { runs: ['tools/gallery/main.ts'], packages: 'develop' },
};
