/** The states of the page, each with its own page server, which is started when the state is first requested, and runs until the tool ends. */
import type { EffectiveTheme } from '../../src/contract/shell-page.ts';
import { pageStates, themes } from '../../test/page/page-states.ts';
import { type ServedPage, servePage } from '../../test/page/serve-page.ts';
import { pageView, type TestView } from '../../test/page/views.ts';

/** A page that receives nothing for half a minute regards its connection as lost. */
const showAgainAfterMs = 25_000;

export interface ShownPages {
  /** Null for an unknown state or theme. Rejects if its server could not be started; the next call tries again. */
  readonly serve: (state: string, theme: string) => Promise<ServedPage | null>;
}

export function shownPages(): ShownPages {
  const pages = new Map<string, Promise<ServedPage>>();
  const served = new Set<ServedPage>();
  setInterval(() => {
    for (const page of served) page.show({});
  }, showAgainAfterMs).unref();

  async function start(key: string, view: TestView): Promise<ServedPage> {
    try {
      const page = await servePage(view);
      served.add(page);
      return page;
    } catch (error) {
      pages.delete(key);
      throw error;
    }
  }

  return {
    serve: async (state, theme) => {
      const change = pageStates[state];
      if (change === undefined || !isTheme(theme)) return null;
      const key = `${state} ${theme}`;
      const page = pages.get(key) ?? start(key, pageView({ ...change, theme }));
      pages.set(key, page);
      return page;
    },
  };
}

function isTheme(word: string): word is EffectiveTheme {
  return themes.some((theme) => theme === word);
}
