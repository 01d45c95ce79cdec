/** Changes files of installed packages: setup runs this after each installation. What was changed before, or has another version, stays as it is. */
import { patchWebview } from './webview.ts';
import { patchZod } from './zod.ts';

patchWebview();
patchZod();
