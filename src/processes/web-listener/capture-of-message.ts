/** The journal's form of what an extension saves. Pure. */
import { isUtf8 } from 'node:buffer';
import type { ExtensionMessage } from '../../contract/extension-messages.ts';
import type { JournalContent, NewCapture, NewFragment } from '../../contract/journal.ts';
import { isPicture } from '../../domain/picture/picture-signature.ts';
import { codeName, markdownName } from '../../domain/saving/page-file-name.ts';

export type SavingMessage = Extract<ExtensionMessage, { kind: 'selection' | 'page' | 'file' }>;

/** Who sent it: the browser, and the file of its program. */
export interface ExtensionSender {
  readonly browser: string;
  readonly program: string | null;
}

/** The page, made harmless. */
export interface PlainPage {
  readonly title: string;
  readonly url: string;
}

/** What it is: by what is in it, since a media type is the page's own word, and a text is searched for secrets. */
export function formOf(message: SavingMessage, content: Uint8Array): Pick<NewFragment, 'kind'> & { readonly mediaType: string } {
  if (message.kind !== 'file') return { kind: 'text', mediaType: 'text/plain' };
  const declared = message.mediaType.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  if (isText(content)) return { kind: 'text', mediaType: declared === 'text/html' ? declared : 'text/plain' };
  const isDeclaredAs = (groups: RegExp): boolean => groups.test(declared) && /^[a-z]+\/[a-z0-9.+-]{1,80}$/.test(declared);
  if (isPicture(content)) return { kind: 'image', mediaType: isDeclaredAs(/^image\//) ? declared : anyBytes };
  return { kind: 'document', mediaType: isDeclaredAs(/^(?:application|audio|font|model|video)\//) ? declared : anyBytes };
}

const anyBytes = 'application/octet-stream';

/** A PDF may be written in ASCII throughout, and is still nothing that anybody reads as a text. */
function isText(content: Uint8Array): boolean {
  return isUtf8(content) && !content.includes(0) && !Buffer.from(content.subarray(0, 5)).equals(pdfSignature);
}

const pdfSignature = Buffer.from('%PDF-');

/** The capture of a message whose content is in `content`. */
export function captureOf(
  message: SavingMessage,
  {
    page,
    sender,
    content,
    copiedAtMs,
  }: { readonly page: PlainPage; readonly sender: ExtensionSender; readonly content: JournalContent & Form; readonly copiedAtMs: number },
): NewCapture {
  const { kind, mediaType, ...stored } = content;
  return {
    origin: 'web',
    copiedAtMs,
    source: {
      type: 'web',
      name: page.title,
      path: page.url,
      app: { name: sender.browser, executable: sender.program, pid: null, windowTitle: null },
    },
    givenName: nameOf(message, page),
    fragments: [{ kind, representations: [{ mediaType, content: stored as JournalContent }] }],
  };
}

type Form = ReturnType<typeof formOf>;

function nameOf(message: SavingMessage, { title, url }: PlainPage): string | null {
  if (message.kind === 'file') return message.name;
  if (message.kind === 'selection' && message.form === 'code') return codeName(message.language, message.text, { title, url });
  return markdownName(title, url);
}
