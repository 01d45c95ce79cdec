/**
 * Which programs are browsers, which send requests for others than their user, namely for pages and extensions. Most are recognized by how they are
 * built, whatever they are called; the names are for the rest.
 */

/** Browser programs that open connections themselves, in lower case and without `.exe`. */
const names: ReadonlySet<string> = new Set([
  ...['chrome', 'chromium', 'chromium-browser', 'chrome-headless-shell', 'headless_shell', 'thorium', 'msedge', 'msedgewebview2'],
  ...['brave', 'vivaldi', 'vivaldi-bin', 'opera', 'yandex_browser', 'firefox', 'firefox-esr', 'firefox-bin', 'librewolf', 'waterfox'],
  ...['webkitnetworkprocess', 'webkitwebprocess', 'qtwebengineprocess', 'iexplore'],
]);

/** Whether a program's file is named like a browser's. */
export function isBrowserName(fileName: string): boolean {
  return names.has(fileName.toLowerCase().replace(/\.exe$/, ''));
}

/**
 * Whether a command line is that of the process which opens all connections of a Chromium, an Electron or a similar program. Its arguments are
 * separated by NUL, or by spaces once the process has overwritten them with its title (proc_pid_cmdline(5)).
 */
export function isNetworkServiceOfChromium(commandLine: string): boolean {
  return commandLine.split(/[\0 ]/).includes('--utility-sub-type=network.mojom.NetworkService');
}
