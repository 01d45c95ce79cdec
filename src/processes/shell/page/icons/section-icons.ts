/** The icon of each section: in the rail, and in the search. */
import type { Section } from '../../../../contract/page-rows/section.ts';
import {
  DataTrendingFilled,
  DataTrendingRegular,
  FolderFilled,
  FolderRegular,
  HistoryFilled,
  HistoryRegular,
  HomeFilled,
  HomeRegular,
  SettingsFilled,
  SettingsRegular,
} from './glyphs.ts';
import { bundleIcon, type Icon } from './icon.tsx';

export const sectionIcons: Readonly<Record<Section, Icon>> = {
  now: bundleIcon(HomeFilled, HomeRegular),
  history: bundleIcon(HistoryFilled, HistoryRegular),
  workspaces: bundleIcon(FolderFilled, FolderRegular),
  diagnostics: bundleIcon(DataTrendingFilled, DataTrendingRegular),
  settings: bundleIcon(SettingsFilled, SettingsRegular),
};

/** In the order of the rail. */
export const sections = Object.keys(sectionIcons) as readonly Section[];
