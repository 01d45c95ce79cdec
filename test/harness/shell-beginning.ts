/** The initial state of a shell that was never used, for an unknown user. */
import { chatRoutingDocument } from '../../src/contract/documents/chat-routing.ts';
import { profileFields } from '../../src/domain/profile/user-profile.ts';
import type { ShellKnowledgeParts } from '../../src/processes/shell/shell.ts';

const nothing = { reveal: () => '' };

export const emptyProfile = profileFields({
  known: { displayName: nothing, accountName: nothing, emailOrUpn: nothing },
  pictureUrl: null,
  blocked: new Set(),
});

export const shellBeginning: ShellKnowledgeParts['initial'] = {
  section: 'now',
  seenMissed: 0,
  dismissed: [],
  panel: 3,
  railIsOpen: false,
  themeChoice: 'default',
  theme: 'light',
  language: 'en',
  savePolicy: 'all',
  minTextChars: 16,
  commands: [],
  chat: chatRoutingDocument.parse({}),
  pickerRules: { shortcut: '', paste_keys: {} },
  workspacePath: '',
  profile: emptyProfile,
};
