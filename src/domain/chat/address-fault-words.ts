import type { AddressFault } from '../../contract/documents/assistant-address.ts';
import { say } from '../language/say.ts';

/** Why the address of an assistant is refused, as a sentence. */
export function addressFaultInWords(fault: AddressFault): string {
  switch (fault) {
    case 'scheme':
      return say('The address must begin with https://, or with http:// on this machine.');
    case 'credentials':
      return say('The address must not contain a user name or a password.');
    case 'prompt':
      return say("The address may contain '{prompt}' at most once, after the host.");
    case 'form':
      return say("Enter a complete address without spaces, such as https://chat.example/?q='{prompt}', of at most 2,000 characters.");
  }
}
