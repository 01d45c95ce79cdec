/** Styles that several parts of the page share: a card, its rows, the words above it, text in full. */
import { tokens } from '@fluentui/tokens';
import { makeStyles } from '@griffel/react';

export const useSharedStyles = makeStyles({
  card: {
    backgroundColor: tokens.colorNeutralBackground1,
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: '8px',
    overflow: 'hidden',
  },
  row: {
    display: 'flex',
    alignItems: 'center',
    gap: '8px',
    minHeight: '44px',
    padding: '8px 12px 8px 8px',
    boxSizing: 'border-box',
    ':not(:first-child)': { borderTop: `1px solid ${tokens.colorNeutralStroke2}` },
  },
  grow: { flex: '1 1 0', minWidth: 0 },
  headline: {
    display: 'flex',
    alignItems: 'center',
    gap: '8px',
    minHeight: '24px',
    margin: '4px 0 -4px',
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    fontWeight: tokens.fontWeightSemibold,
    color: tokens.colorNeutralForeground2,
  },
  aside: { marginLeft: 'auto', fontWeight: tokens.fontWeightRegular, color: tokens.colorNeutralForeground3 },
  oneLine: { display: 'block', overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  strong: { fontWeight: tokens.fontWeightSemibold },
  second: { color: tokens.colorNeutralForeground2 },
  third: { color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200, lineHeight: tokens.lineHeightBase200 },
  mono: {
    fontFamily: tokens.fontFamilyMonospace,
    fontSize: '12.5px',
    lineHeight: '18px',
    margin: 0,
    whiteSpace: 'pre-wrap',
    overflowWrap: 'anywhere',
    tabSize: 4,
  },
  prose: {
    fontFamily: tokens.fontFamilyBase,
    fontSize: tokens.fontSizeBase300,
    lineHeight: tokens.lineHeightBase300,
    margin: 0,
    whiteSpace: 'pre-wrap',
    overflowWrap: 'anywhere',
  },
  picture: {
    display: 'grid',
    placeItems: 'center',
    width: '28px',
    height: '28px',
    flex: 'none',
    fontSize: '20px',
    color: tokens.colorNeutralForeground2,
  },
  // WebKit paints overlay scrollbars last, even over a menu; one of our own has its own space.
  scrolls: {
    overflow: 'auto',
    '::-webkit-scrollbar': { width: '8px', height: '8px' },
    '::-webkit-scrollbar-thumb': {
      border: '2px solid transparent',
      borderRadius: '4px',
      backgroundClip: 'content-box',
      backgroundColor: tokens.colorNeutralStroke1Hover,
    },
    '::-webkit-scrollbar-corner': { backgroundColor: 'transparent' },
  },
  accent: { color: tokens.colorBrandForeground1 },
});
