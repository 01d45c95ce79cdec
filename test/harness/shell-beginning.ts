/** What a shell begins with that nobody has used, of a user whom nobody knows. */
import { profileFields } from '../../src/domain/user-profile.ts';
import type { ShellKnowledgeParts } from '../../src/processes/shell/shell.ts';

const nothing = { reveal: () => '' };

export const nobody = profileFields({
  known: { displayName: nothing, accountName: nothing, emailOrUpn: nothing },
  pictureUrl: null,
  blocked: new Set(),
});

export const shellBeginning: ShellKnowledgeParts['initial'] = {
  section: 'now',
  panel: 3,
  railIsOpen: false,
  themeChoice: 'default',
  theme: 'light',
  savePolicy: 'all',
  minTextChars: 16,
  workspacePath: '',
  profile: nobody,
};
