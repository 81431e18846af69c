import type { VNode } from 'preact';
import type { Caller, Site } from '../kernel/context.ts';
import { to } from './addresses.ts';
import { assetUrl } from './assets.ts';
import { drawnOnce } from './drawn-once.ts';
import { crumbsThing, linkedData, type Thing } from './linked-data.ts';
import { actionsFor, FOOTER, PLACES } from './navigation.ts';
import type { Head, Section } from './page.ts';
import { Crumbs } from './parts/crumbs.tsx';
import { Icon, Mark } from './parts/icon.tsx';
import { SearchBox } from './parts/search-box.tsx';
import { pictureFor } from './pictures/address.ts';
import { CARD_HEIGHT, CARD_WIDTH } from './pictures/card.ts';
import { startOf } from './wording.ts';

interface LayoutProps {
  site: Site;
  caller: Caller | null;
  head: Head;
  section?: Section;
  children: VNode;
}

/** What search engines are told the page is about, and the way to it. */
const thingsOf = (site: Site, { title, canonical, trail, things = [] }: Head): Thing[] =>
  trail ? [...things, crumbsThing(site, trail, { name: title, href: canonical })] : things;

/** For those who find pages: where else the same is, and what it is about. A page that is not to be found says nothing. */
const Findable = ({ site, head }: { site: Site; head: Head }) => {
  const things = thingsOf(site, head);
  return (
    <>
      <link rel="canonical" href={site.root + head.canonical} />
      {head.alternates?.map(({ type, href, title }) => (
        <link rel="alternate" type={type} href={site.root + href} title={title} />
      ))}
      {things.length > 0 && <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: linkedData(things) }} />}
    </>
  );
};

const Meta = ({ site, head }: { site: Site; head: Head }) => {
  const title = head.canonical === '/' ? head.title : `${head.title} · ${site.name}`;
  const description = startOf(head.description, 170);
  return (
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <title>{title}</title>
      <meta name="description" content={description} />
      {head.index === false ? <meta name="robots" content="noindex" /> : <Findable site={site} head={head} />}
      <meta property="og:site_name" content={site.name} />
      <meta property="og:type" content={head.type ?? 'website'} />
      <meta property="og:title" content={head.title} />
      <meta property="og:description" content={description} />
      <meta property="og:url" content={site.root + head.canonical} />
      <meta property="og:image" content={site.root + pictureFor(site, head)} />
      <meta property="og:image:type" content="image/png" />
      <meta property="og:image:width" content={String(CARD_WIDTH)} />
      <meta property="og:image:height" content={String(CARD_HEIGHT)} />
      <meta property="og:image:alt" content={head.card ? head.title : site.name} />
      <meta name="twitter:card" content="summary_large_image" />
      <meta name="color-scheme" content="light dark" />
      <link rel="icon" type="image/svg+xml" href={assetUrl('mark.svg')} />
      <link rel="stylesheet" href={assetUrl('site.css')} />
      {/* Not deferred: a remembered theme must be set before the first paint. */}
      <script src={assetUrl('theme.js')} />
      <script type="module" src={assetUrl('search-keys.js')} />
      <script type="module" src={assetUrl('suggestions.js')} />
      <script type="module" src={assetUrl('pictures.js')} />
      <script type="module" src={assetUrl('send-once.js')} />
      {head.island && <script type="module" src={assetUrl(head.island)} />}
      {head.leads_to && <meta http-equiv="refresh" content={`0; url=${head.leads_to}`} />}
      {head.refresh && (
        <noscript>
          <meta http-equiv="refresh" content={String(head.refresh)} />
        </noscript>
      )}
    </head>
  );
};

const masthead = drawnOnce((name: string, section: Section | undefined, signed_in: boolean, search: boolean) => (
  <div class="wide masthead-row">
    <a class="wordmark" href={to.home()}>
      <Mark />
      {name}
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
      {actionsFor(signed_in).map(({ name, href, main }) => (
        <a class={main ? 'button button-main' : 'button-quiet'} href={href}>
          {name}
        </a>
      ))}
    </div>
  </div>
));

const colophon = drawnOnce((name: string) => (
  <div class="wide colophon-row">
    <div class="colophon-promise">
      <p class="wordmark">
        <Mark />
        {name}
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
));

/** The frame around every page: head, skip link, header, breadcrumbs, main, footer. */
export const Layout = ({ site, caller, head, section, children }: LayoutProps) => (
  <html lang="en">
    <Meta site={site} head={head} />
    <body>
      <a class="skip" href="#main">
        Skip to content
      </a>
      <header class="masthead" dangerouslySetInnerHTML={masthead(site.name, section, caller !== null, !head.has_search)} />
      <main id="main" class="wide" tabindex={-1}>
        {head.trail && <Crumbs trail={head.trail} />}
        {children}
      </main>
      <footer class="colophon" dangerouslySetInnerHTML={colophon(site.name)} />
    </body>
  </html>
);
