/** Who the user is, as the window shows it. */
import { blockedParts, profileFields } from '../../domain/profile/user-profile.ts';
import { accountsOf } from '../../platform/user-profile/accounts-service.ts';
import { readUserProfile, type UserProfile } from '../../platform/user-profile/index.ts';
import type { Component } from '../component.ts';
import type { Shell } from './shell.ts';
import { isForPage } from './window/page-content.ts';
import type { PageParts } from './window/page-handler.ts';

const profileWithinMs = 2_000;

/** Shows who the user is, once that is known. Returns a function for the picture. */
export function showProfile({ places, env, log }: Component, platform: NodeJS.Platform, shell: Shell): PageParts['profilePicture'] {
  let picture: ReturnType<PageParts['profilePicture']> = null;
  const asked = readUserProfile({
    platform,
    env,
    userHome: places.userHome,
    askAccounts: accountsOf(env, log),
    timeoutMs: profileWithinMs,
  });
  void asked.then(async (known) => {
    const found = known.picture?.reveal() ?? null;
    picture = found !== null && isForPage(found, 'face') ? found : null;
    shell.set({ profile: profileOf(picture === null ? { ...known, picture: null } : known, env) });
  });
  return () => picture;
}

const nothing = { reveal: () => '' };

/** `known` is null until the system has answered. */
export function profileOf(known: UserProfile | null, env: Component['env']): ReturnType<typeof profileFields> {
  return profileFields({
    known: known ?? { displayName: nothing, accountName: nothing, emailOrUpn: nothing },
    pictureUrl: known?.picture ? '/profile/picture' : null,
    blocked: blockedParts(env.HUB_HUBWINDOW_DEBUG_PROFILE_BLOCK),
  });
}
