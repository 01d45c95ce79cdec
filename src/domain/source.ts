/** Where a copy came from, in the words of the source snapshot (§2.5). */
import type { CaptureSource } from '../contract/journal.ts';
import type { AppIdentity } from '../contract/source-snapshot.ts';

/** `web` when the browser told the page's address, `local` when an application is known, `other` else. */
export function sourceOf(app: AppIdentity, url: string | null): CaptureSource {
  const page = url !== null && /^https?:\/\//i.test(url) ? url : null;
  const name = app.windowTitle ?? app.name ?? '';
  if (page !== null) return { type: 'web', name, path: withoutCredentials(page), app };
  const known = app.name !== null || app.executable !== null;
  return { type: known ? 'local' : 'other', name: app.name ?? app.executable ?? '', path: app.executable ?? '', app };
}

/** `https://user:password@host/` without what stands before the `@`. */
function withoutCredentials(url: string): string {
  return url.replace(/^(https?:\/\/)[^/?#]*@/i, '$1');
}
