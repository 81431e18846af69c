import { localeFor, withLocale } from '../../src/kernel/language/locale.ts';
import '../../src/messages.ts';
import { PUBLIC_PAGE_FIXTURES } from '../../test/support/web/fixtures/public-pages.ts';

/** Renders all public pages from sample data, in a language. Bundled twice by bench/languages.ts. */
export const renderAll = (language: 'en' | 'de'): Promise<number> =>
  withLocale(localeFor({ language }), async () => {
    let length = 0;
    for (const render of Object.values(PUBLIC_PAGE_FIXTURES)) length += (await render()).length;
    return length;
  });
