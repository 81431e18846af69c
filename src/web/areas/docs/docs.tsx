import type { ComponentChildren, VNode } from 'preact';
import { msg, t, texts } from '../../../kernel/language/messages.ts';
import { OPERATIONS } from '../../../registry.ts';
import { docsPaths } from '../../paths.ts';
import { currentPage, type PageContext, type PageHead } from '../../server/page.ts';
import type { Path } from '../../server/path.ts';
import { SearchBox } from '../../ui/list.tsx';

/** Code to copy verbatim. The script copy.js adds a button below. */
export const CodeBlock = ({ text, name }: { text: string; name: string }) => (
  <div class="code-block">
    <pre tabindex={0} data-copy={name}>
      <code>{text}</code>
    </pre>
  </div>
);

export const OperationLink = ({ id }: { id: string }) => (
  <a href={docsPaths.operation({ operation: id })}>
    <code>{id}</code>
  </a>
);

/** The guides, in reading order. */
const GUIDES: { name: string; path: Path }[] = texts([
  { name: msg('Overview'), path: docsPaths.home },
  { name: msg('REST quickstart'), path: docsPaths.rest },
  { name: msg('MCP quickstart'), path: docsPaths.mcp },
  { name: msg('Authentication'), path: docsPaths.authentication },
  { name: msg('Rate limits'), path: docsPaths.limits },
  { name: msg('Errors'), path: docsPaths.errors },
  { name: msg('Webhooks'), path: docsPaths.webhooks },
  { name: msg('Operators’ API'), path: docsPaths.admin },
]);

export const OPERATIONS_BY_TAG = [...Map.groupBy(OPERATIONS, (row) => row.tag)];

const MenuLink = ({ name, href, current }: { name: string; href: string; current: string }) => (
  <li>
    <a class="docs-menu-link" href={href} aria-current={href === current ? 'page' : undefined}>
      {name}
    </a>
  </li>
);

/** All pages of the docs. The groups of operations are folded, except that of the current page. */
const DocsMenu = ({ current }: { current: string }) => (
  <nav class="plain-links" aria-label={t('Docs')}>
    <p class="docs-menu-heading">{t('Guides')}</p>
    <ul>
      {GUIDES.map(({ name, path }) => (
        <MenuLink name={name} href={path()} current={current} />
      ))}
    </ul>
    <p class="docs-menu-heading">{t('Operations')}</p>
    {OPERATIONS_BY_TAG.map(([tag, rows]) => {
      const links = rows.map(({ id }) => ({ name: id, href: docsPaths.operation({ operation: id }) }));
      return (
        <details class="docs-menu-group" open={links.some(({ href }) => href === current)}>
          <summary class="docs-menu-link" lang="en">
            {tag}
          </summary>
          <ul>
            {links.map(({ name, href }) => (
              <MenuLink name={name} href={href} current={current} />
            ))}
          </ul>
        </details>
      );
    })}
  </nav>
);

interface DocsFrameProps {
  /** The address of the page in the menu. */
  current: string;
  q?: string;
  children: ComponentChildren;
}

/** The frame of every docs page: search and menu beside the page, above it on phones. The pages themselves are English everywhere. */
export const DocsFrame = ({ current, q, children }: DocsFrameProps) => (
  <div class="docs">
    <div class="docs-side">
      <SearchBox id="find-docs" label={t('Search the docs')} action={docsPaths.home()} placeholder={t('Search the docs')} q={q} />
      <details class="docs-menu open-wide">
        <summary>{t('All docs pages')}</summary>
        <DocsMenu current={current} />
      </details>
    </div>
    <div class="docs-body" lang="en">
      {children}
    </div>
  </div>
);

export const docsTrail = () => [{ name: t('Docs'), href: docsPaths.home() }];

export interface DocsSection {
  id: string;
  title: string;
  view(context: PageContext): VNode;
  /** True where the search has better entries than the section as a whole. */
  not_searched?: boolean;
}

interface DocsPageRow {
  path: Path;
  title: string;
  description: string;
  lede: string | ((context: PageContext) => ComponentChildren);
  sections: DocsSection[];
}

export const Sections = ({ sections }: { sections: DocsSection[] }) => (
  <>
    {sections.map(({ id, title, view }) => (
      <section class="block" aria-labelledby={id}>
        <h2 id={id}>{title}</h2>
        {view(currentPage())}
      </section>
    ))}
  </>
);

/** A guide. */
export const docsPage = ({ path, title, description, lede, sections }: DocsPageRow) => ({
  path,
  title,
  description,
  sections,
  load: async () => null,
  head: (): PageHead => ({ title, description, canonical: path(), trail: docsTrail(), island: 'copy.js' }),
  view: (_data: null, context: PageContext) => (
    <DocsFrame current={path()}>
      <header class="page-head">
        <h1>{title}</h1>
        <p class="lede">{typeof lede === 'string' ? lede : lede(context)}</p>
      </header>
      <Sections sections={sections} />
    </DocsFrame>
  ),
});
