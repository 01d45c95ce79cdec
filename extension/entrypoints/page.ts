/** The script that is put into a page when the user asks for a save. `executeScript` calls `hubPage` in the world that only the extension has. */
import { defineUnlistedScript } from 'wxt/utils/define-unlisted-script';
import { carryOut } from '../page/carry-out.ts';

// biome-ignore lint/style/noDefaultExport: WXT asks for it
export default defineUnlistedScript(() => {
  Object.assign(globalThis, { hubPage: carryOut });
});
