/** Why there is no window, with what to do about it. */
import { told } from '../../../domain/language/say.ts';
import { installationIn } from '../../../platform/installation.ts';
import type { OpenWindowFailure } from '../../../platform/window/index.ts';

export function whyNoWindow(reason: OpenWindowFailure, { form } = installationIn()): string {
  switch (reason) {
    case 'no-display':
      return told('there is no display');
    case 'no-webkit':
      return told('the window needs WebKitGTK; on Debian and Ubuntu, as root: apt-get install libwebkit2gtk-4.1-0 libxdo3');
    case 'no-webview2':
      return told('the window needs WebView2, which comes with Windows 11 and with Edge');
    case 'addon-not-adapted':
    case 'addon-missing':
      if (form === 'checkout') return told('the window’s package is missing or incomplete; run once in Hub’s folder: npm run setup');
      if (form !== 'npm') return told('the window’s package is missing or incomplete; install Hub again');
      if (reason === 'addon-missing') return told('the window’s package is missing; install Hub again, without --omit=optional');
      return told(
        'npm did not run the install script that the window needs on this system; install the file again: npm install -g --allow-scripts="$PWD/FILE.tgz" ./FILE.tgz',
      );
    case 'unsupported':
      return told('the window is not available on this system; everything else in Hub runs without it');
  }
}
