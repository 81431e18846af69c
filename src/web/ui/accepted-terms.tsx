import type { Site } from '../../kernel/context.ts';
import { legalPaths } from '../paths.ts';

/** Links to legal pages, joined as a sentence does. */
const Links = ({ pages }: { pages: NonNullable<Site['legal']> }) => (
  <>
    {pages.map(({ kind, title }, at) => (
      <>
        {at > 0 && (at === pages.length - 1 ? ' and ' : ', ')}
        <a href={legalPaths.page({ kind })} dir="auto">
          {title}
        </a>
      </>
    ))}
  </>
);

/** What somebody accepts with the button above it; nothing on a site without these pages. */
export const AcceptedTerms = ({ site, kinds, by }: { site: Site; kinds: string[]; by: string }) => {
  const pages = kinds.flatMap((kind) => site.legal?.filter((page) => page.kind === kind) ?? []);
  return pages.length === 0 ? null : (
    <p class="quiet">
      By {by} you accept: <Links pages={pages} />.
    </p>
  );
};
