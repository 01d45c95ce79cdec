/** Shows a review report in the browser. */
import { folderOpener } from '../../platform/folder-opener/index.ts';

/** Whether something was started that shows it: without a display nothing is. Never rejects. */
export async function openReport(file: string, env: Readonly<Record<string, string | undefined>>): Promise<boolean> {
  return (await folderOpener({ platform: process.platform, env }).openFile(file)).ok;
}
