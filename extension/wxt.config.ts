/**
 * The extension's manifest for both browsers, and how WXT builds it: `npm run build:extension` writes a folder and a zip for each into
 * `.runtime/extension/`.
 *
 * The permissions are the fewest that do it. A page is read only when the user asks for it (`activeTab` with `scripting`); what goes further is optional
 * and asked for when its setting is switched on. Hub's port needs none, because Hub itself admits the extension. Nothing of the extension exists in a private window.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { defineConfig } from 'wxt';

const root = path.join(import.meta.dirname, '..');
const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as { readonly version: string };

/**
 * The public half of a key, which fixes the extension's id in Chromium wherever its folder is. Hub binds a pairing to that id. The other half is kept nowhere:
 * the store signs with its own.
 */
const chromiumKey =
  'MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEA1nanX3pKacUru8D18ZvnGZdB4ibX0L3KTZPLMag+Vx3R4/X8zdXLSMGWS6ggssv+Suuv58kCVqcI6uRxKkBWblsVmdTsRQehr2eBiiud/fRdxMViyE2Ul0NiFc9s65GOfoKvDXjJWfuQbboy+wJ4ASADhRlboOYda2iPPAk2Ec/MwaIbmyYxp+qH+pgOavA835K2zikg6ifaWkajGnmSTmnn0G1nbZk/gYS78ME9/MNKyepXhbKa86raLEOuICv9Vyzuy8iZniv0LOYo6py5ZvVMWn5kGQq5poNv756PrUNXdcTHFh0dDZ1Sc+7rdticj+21dF83cX7+uTLEXahL+QIDAQAB';

/**
 * No address but Hub's can be reached from the background and the extension's own pages, except pictures and links that are to be saved. Firefox turns `ws://`
 * into TLS unless `connect-src` allows it.
 */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  'connect-src ws://127.0.0.1:* http://127.0.0.1:* http: https:',
].join('; ');

const pictures = path.join(root, 'brand/extension');
const pictureSizesPx = [16, 32, 48, 128] as const;
const icons = Object.fromEntries(pictureSizesPx.map((sizePx) => [sizePx, `icon/${sizePx}.png`]));

// biome-ignore lint/style/noDefaultExport: WXT asks for it
export default defineConfig({
  root: import.meta.dirname,
  srcDir: '.',
  outDir: path.join(root, '.runtime/extension'),
  imports: false,
  manifestVersion: 3,
  manifest: ({ browser }) => ({
    name: '__MSG_name__',
    description: '__MSG_description__',
    version,
    default_locale: 'en',
    incognito: 'not_allowed',
    permissions: ['activeTab', 'alarms', 'contextMenus', 'scripting', 'storage', 'unlimitedStorage'],
    optional_permissions: ['tabs'],
    optional_host_permissions: ['*://*/*'],
    content_security_policy: { extension_pages: policy },
    commands: {
      'save-article': { suggested_key: { default: 'Alt+Shift+K' }, description: '__MSG_saveArticle__' },
      // In Firefox, Alt and Shift with the letter of a menu open that menu: S is English, and J is in no language's menu bar.
      'save-selection': {
        suggested_key: { default: browser === 'firefox' ? 'Alt+Shift+J' : 'Alt+Shift+S' },
        description: '__MSG_saveSelection__',
      },
      'save-page': { description: '__MSG_savePage__' },
    },
    icons,
    action: { default_title: '__MSG_name__', default_icon: icons },
    ...(browser === 'firefox'
      ? {
          browser_specific_settings: {
            gecko: {
              id: 'hub-extension@hub-desktop',
              strict_min_version: '140.0',
              // Hub is a program of its own, so what it is sent has left the browser.
              data_collection_permissions: { required: ['websiteContent'], optional: ['browsingActivity'] },
            },
          },
        }
      : { key: chromiumKey, minimum_chrome_version: '123' }),
  }),
  hooks: {
    'build:publicAssets': (_wxt, files) => {
      for (const sizePx of pictureSizesPx)
        files.push({ absoluteSrc: path.join(pictures, `${sizePx}.png`), relativeDest: `icon/${sizePx}.png` });
    },
  },
  zip: {
    name: 'hub-extension',
    artifactTemplate: '{{name}}-{{version}}-{{browser}}.zip',
    // `tools/zip-extension.ts` does that.
    zipSources: false,
  },
});
