import type { Site } from '../../kernel/context.ts';
import { rich } from '../../kernel/language/messages.ts';
import { legalPaths } from '../paths.ts';
import { currentPage } from '../server/page.ts';

/** Links to legal pages, joined as a sentence does. */
const Links = ({ pages }: { pages: NonNullable<Site['legal']> }) => (
  <>
    {pages.map(({ kind, title }, at) => (
      <>
        {at > 0 && ', '}
        <a href={legalPaths.page({ kind })} dir="auto">
          {title}
        </a>
      </>
    ))}
  </>
);

/** What somebody accepts with the button above it; nothing on a site without these pages. */
export const AcceptedTerms = ({ kinds, by }: { kinds: string[]; by: 'sign_in' | 'order' }) => {
  const { site } = currentPage();
  const pages = kinds.flatMap((kind) => site.legal?.filter((page) => page.kind === kind) ?? []);
  return pages.length === 0 ? null : (
    <p class="quiet">
      {by === 'sign_in'
        ? rich('By signing in you accept: <links></links>.', { links: () => <Links pages={pages} /> })
        : rich('By ordering you accept: <links></links>.', { links: () => <Links pages={pages} /> })}
    </p>
  );
};
