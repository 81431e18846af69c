import type { ComponentChildren } from 'preact';
import { to } from '../addresses.ts';

/** The pages for builders, in the order one reads them. */
export const DOCS = [
  { name: 'Reference', href: to.docs() },
  { name: 'REST', href: to.docsPage('rest') },
  { name: 'MCP', href: to.docsPage('mcp') },
  { name: 'Authentication', href: to.docsPage('authentication') },
  { name: 'Limits', href: to.docsPage('limits') },
  { name: 'Errors', href: to.errors() },
];

/** What every page for builders has around it. */
export const DocsFrame = ({
  at,
  title,
  lede,
  children,
}: {
  at: string;
  title: string;
  lede: ComponentChildren;
  children: ComponentChildren;
}) => (
  <div class="docs">
    <header class="page-head">
      <h1>{title}</h1>
      <p class="lede">{lede}</p>
      <nav class="docs-pages" aria-label="For builders">
        {DOCS.map(({ name, href }) => (
          <a class="chip" href={href} aria-current={href === at ? 'page' : undefined}>
            {name}
          </a>
        ))}
      </nav>
    </header>
    {children}
  </div>
);
