import type { JSX } from 'react';
import type { RowSymbol } from '../../../../contract/shell-page.ts';
import {
  AppsRegular,
  ClipboardRegular,
  CodeRegular,
  DocumentMultipleRegular,
  DocumentTextRegular,
  FolderRegular,
  GlobeRegular,
  ImageRegular,
  LinkRegular,
  WarningRegular,
} from '../icons/glyphs.ts';

const pictures = {
  globe: GlobeRegular,
  apps: AppsRegular,
  warning: WarningRegular,
  link: LinkRegular,
  folder: FolderRegular,
  clipboard: ClipboardRegular,
  text: DocumentTextRegular,
  code: CodeRegular,
  image: ImageRegular,
  files: DocumentMultipleRegular,
} satisfies Record<RowSymbol, unknown>;

/** A row's picture; the text beside it says the same. */
export function RowPicture({ symbol }: { readonly symbol: RowSymbol }): JSX.Element {
  const Picture = pictures[symbol] ?? DocumentTextRegular;
  return <Picture aria-hidden />;
}
