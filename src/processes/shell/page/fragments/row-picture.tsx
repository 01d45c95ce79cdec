import { tokens } from '@fluentui/tokens';
import { makeStyles } from '@griffel/react';
import type { JSX } from 'react';
import type { RowSymbol } from '../../../../contract/shell-page.ts';
import {
  AppsRegular,
  ClipboardRegular,
  CodeRegular,
  DocumentMultipleRegular,
  DocumentRegular,
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
  document: DocumentRegular,
  files: DocumentMultipleRegular,
} satisfies Record<RowSymbol, unknown>;

const useStyles = makeStyles({
  swatch: {
    width: '20px',
    height: '20px',
    boxSizing: 'border-box',
    border: `1px solid ${tokens.colorNeutralStroke1}`,
    borderRadius: '4px',
    forcedColorAdjust: 'none',
  },
});

interface Props {
  readonly symbol: RowSymbol;
  /** A colour, which is its own picture. */
  readonly swatch?: string | undefined;
}

/** A row's picture; the text beside it says the same. */
export function RowPicture({ symbol, swatch }: Props): JSX.Element {
  const styles = useStyles();
  const Picture = pictures[symbol] ?? DocumentTextRegular;
  return swatch === undefined ? (
    <Picture aria-hidden />
  ) : (
    <span className={styles.swatch} style={{ backgroundColor: swatch }} aria-hidden />
  );
}
