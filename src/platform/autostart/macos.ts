/**
 * macOS: a launch agent of the user (launchd.plist(5)), which macOS reads at login. It follows the documentation and was never run there.
 */
import { readFile, unlink } from 'node:fs/promises';
import path from 'node:path';
import { diskReason, isMissing } from '../../base/files/disk-error.ts';
import { replaceAtomically } from '../../base/files/durable-file.ts';
import { makeFoldersAsync } from '../../base/files/make-folders.ts';
import { done, failed } from '../../base/outcome.ts';
import { programOf } from '../jump-list/interface.ts';
import type { LaunchedHub, Launcher } from '../launcher.ts';
import type { AutostartEntry } from './interface.ts';

export function launchAgent({ places, owner }: LaunchedHub, launcher: Launcher): AutostartEntry {
  const label = programOf(owner.key);
  const file = path.posix.join(places.userHome, 'Library', 'LaunchAgents', `${label}.plist`);
  const isOn = async (): Promise<boolean> => {
    const text = await readFile(file, 'utf8').catch(() => '');
    return text !== '' && !/<key>Disabled<\/key>\s*<true\/>/.test(text);
  };
  return {
    place: file,
    isCheap: true,
    isOn,
    set: async (wanted) => {
      try {
        if (wanted) {
          await makeFoldersAsync(path.posix.dirname(file), 0o700);
          const written = await replaceAtomically(file, Buffer.from(propertyList(label, launcher)), 0o644);
          return written.ok ? done(null) : written;
        }
        await unlink(file);
        return done(null);
      } catch (error) {
        return isMissing(error) ? done(null) : failed(diskReason(error));
      }
    },
  };
}

/** As a property list in XML. */
export function propertyList(label: string, { exePath, arguments: words, environment }: Launcher): string {
  const texts = [exePath, ...words].map((word) => `    <string>${inXml(word)}</string>`).join('\n');
  const variables = Object.entries(environment).map(([name, value]) => `    <key>${inXml(name)}</key><string>${inXml(value)}</string>`);
  return `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">
<dict>
  <key>Label</key><string>${inXml(label)}</string>
  <key>ProgramArguments</key>
  <array>
${texts}
  </array>
  <key>EnvironmentVariables</key>
  <dict>
${variables.join('\n')}
  </dict>
  <key>RunAtLoad</key><true/>
  <key>ProcessType</key><string>Interactive</string>
</dict>
</plist>
`;
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

function inXml(text: string): string {
  return text.replaceAll(/[&<>"]/g, (sign) => entities[sign] ?? sign);
}
