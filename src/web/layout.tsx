import type { VNode } from 'preact';
import type { Caller, Site } from '../kernel/context.ts';
import { to } from './addresses.ts';
import { assetUrl } from './assets.ts';
import { actionsFor, FOOTER, PLACES } from './navigation.ts';
import type { Head, Section } from './page.ts';
import { Crumbs } from './parts/crumbs.tsx';
import { Icon, Mark } from './parts/icon.tsx';
import { SearchBox } from './parts/search-box.tsx';
import { startOf } from './wording.ts';

interface LayoutProps {
  site: Site;
  caller: Caller | null;
  head: Head;
  section?: Section;
  children: VNode;
}

const Meta = ({ site, head }: { site: Site; head: Head }) => {
  const title = head.canonical === '/' ? head.title : `${head.title} · ${site.name}`;
  const description = startOf(head.description, 170);
  return (
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <title>{title}</title>
      <meta name="description" content={description} />
      {head.index === false ? <meta name="robots" content="noindex" /> : <link rel="canonical" href={site.root + head.canonical} />}
      <meta property="og:site_name" content={site.name} />
      <meta property="og:type" content={head.type ?? 'website'} />
      <meta property="og:title" content={head.title} />
      <meta property="og:description" content={description} />
      <meta property="og:url" content={site.root + head.canonical} />
      <meta name="twitter:card" content="summary" />
      <meta name="color-scheme" content="light dark" />
      <link rel="icon" type="image/svg+xml" href={assetUrl('mark.svg')} />
      <link rel="stylesheet" href={assetUrl('site.css')} />
      {/* Not deferred: a remembered theme must be set before the first paint. */}
      <script src={assetUrl('theme.js')} />
      <script type="module" src={assetUrl('search-keys.js')} />
      <script type="module" src={assetUrl('pictures.js')} />
    </head>
  );
};

const Header = ({ site, caller, section, search }: { site: Site; caller: Caller | null; section?: Section; search: boolean }) => (
  <header class="masthead">
    <div class="wide masthead-row">
      <a class="wordmark" href={to.home()}>
        <Mark />
        {site.name}
      </a>
      <nav class="places" aria-label="Main">
        <ul>
          {PLACES.map((place) => (
            <li>
              <a href={place.href} aria-current={place.section === section ? 'true' : undefined}>
                {place.name}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      {search && <SearchBox id="find" label="Search products" action={to.listings()} placeholder="Search products" />}
      <div class="masthead-actions">
        <button type="button" class="theme-switch" aria-label="Switch between light and dark">
          <Icon name="theme" />
        </button>
        {actionsFor(caller).map(({ name, href, main }) => (
          <a class={main ? 'button button-main' : 'button-quiet'} href={href}>
            {name}
          </a>
        ))}
      </div>
    </div>
  </header>
);

const Footer = ({ site }: { site: Site }) => (
  <footer class="colophon">
    <div class="wide colophon-row">
      <div class="colophon-promise">
        <p class="wordmark">
          <Mark />
          {site.name}
        </p>
        <p>
          Facts are quoted from each company’s own site. Where it says nothing, neither do we. Money never changes the order of a search or
          the weight of a vote.
        </p>
      </div>
      {FOOTER.map(({ heading, links }) => (
        <nav aria-label={heading}>
          <h2>{heading}</h2>
          <ul>
            {links.map(({ name, href }) => (
              <li>
                <a href={href}>{name}</a>
              </li>
            ))}
          </ul>
        </nav>
      ))}
    </div>
  </footer>
);

/** The frame around every page: head, skip link, header, breadcrumbs, main, footer. */
export const Layout = ({ site, caller, head, section, children }: LayoutProps) => (
  <html lang="en">
    <Meta site={site} head={head} />
    <body>
      <a class="skip" href="#main">
        Skip to content
      </a>
      <Header site={site} caller={caller} section={section} search={!head.has_search} />
      <main id="main" class="wide" tabindex={-1}>
        {head.trail && <Crumbs trail={head.trail} />}
        {children}
      </main>
      <Footer site={site} />
    </body>
  </html>
);
