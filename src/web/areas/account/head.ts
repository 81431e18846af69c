import { t } from '../../../kernel/language/messages.ts';
import { accountPaths } from '../../paths.ts';
import type { PageHead } from '../../server/page.ts';

/** The head of a page that belongs to the account. */
export const accountHead = (title: string, description: string, canonical: string): PageHead => ({
  title,
  description,
  canonical,
  trail: [{ name: t('Your account'), href: accountPaths.home() }],
  index: false,
});
