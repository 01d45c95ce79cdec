/** Which Hub of this user's this one is, for the desktop: that of the usual home, or that of another one. */
import { createHash } from 'node:crypto';
import type { ListOwner } from '../../platform/jump-list/index.ts';
import { locate, type Places } from '../../platform/locations.ts';
import { surroundings } from '../../platform/surroundings.ts';

export function listOwner({ home }: Places, env: Readonly<Record<string, string | undefined>>): ListOwner {
  const usual = locate(surroundings({ ...env, HUB_HOME: undefined })).home;
  return { home, key: home === usual ? null : createHash('sha256').update(home).digest('hex').slice(0, 8) };
}
