import type { VNode } from 'preact';
import type { Caller, Site } from '../../kernel/context.ts';
import { cachedHtml } from '../../kernel/html.ts';
import type { AccountHeader } from '../../modules/accounts/queries.ts';
import {
  accountPaths,
  adminPaths,
  blogPaths,
  boardPaths,
  digestPaths,
  docsPaths,
  draftPaths,
  homePaths,
  listingPaths,
  orderPaths,
  peoplePaths,
  searchPaths,
  weekPaths,
} from '../paths.ts';
import { CARD_HEIGHT, CARD_WIDTH, shareImageFor } from '../share-images/share-card.ts';
import { Icon, Mark } from '../ui/elements.tsx';
import { truncateText } from '../ui/format.tsx';
import { AccountMenu } from '../ui/frames/account-menu.tsx';
import { SearchBox } from '../ui/list.tsx';
import { assetUrl } from './assets.ts';
import { breadcrumbThing, linkedData, type Thing } from './metadata.ts';
import type { Breadcrumb, NavSection, PageHead } from './page.ts';

interface NavLink {
  name: string;
  href: string;
  section?: NavSection;
}

const NAV_LINKS: NavLink[] = [
  { name: 'Launches', href: weekPaths.launches(), section: 'launches' },
  { name: 'Products', href: searchPaths.listings(), section: 'listings' },
  { name: 'Leaderboards', href: boardPaths.leaderboards(), section: 'leaderboards' },
  { name: 'Categories', href: searchPaths.categories(), section: 'categories' },
  { name: 'Founders', href: peoplePaths.founders(), section: 'founders' },
  { name: 'Blog', href: blogPaths.posts(), section: 'blog' },
];

const FOOTER_GROUPS: { heading: string; links: NavLink[] }[] = [
  { heading: 'Discover', links: NAV_LINKS },
  {
    heading: 'Launch weeks',
    links: [
      { name: 'This week', href: weekPaths.week({ week: 'this' }) },
      { name: 'Calendar', href: weekPaths.calendar() },
      { name: 'Awards', href: weekPaths.awards() },
      { name: 'Latest updates', href: listingPaths.updates() },
      { name: 'Compare products', href: listingPaths.compare() },
    ],
  },
  {
    heading: 'How it works',
    links: [
      { name: 'How ranking works', href: boardPaths.howRankingWorks() },
      { name: 'Moderation log', href: adminPaths.moderationLog() },
      { name: 'Prices', href: orderPaths.products() },
      { name: 'Submit a product', href: draftPaths.submit() },
      { name: 'API and MCP', href: docsPaths.home() },
    ],
  },
];

const Breadcrumbs = ({ trail, here }: { trail: Breadcrumb[]; here: string | undefined }) => (
  <nav class="crumbs plain-links" aria-label="Breadcrumb">
    <ol>
      {[{ name: 'Home', href: homePaths.home() }, ...trail].map(({ name, href }) => (
        <li>
          <a href={href} dir="auto">
            {name}
          </a>
        </li>
      ))}
      {here && (
        <li aria-current="page" dir="auto">
          {here}
        </li>
      )}
    </ol>
  </nav>
);

interface LayoutProps {
  site: Site;
  caller: Caller | null;
  account: AccountHeader | null;
  head: PageHead;
  section?: NavSection;
  children: VNode;
}

/** The page's structured data, including its breadcrumbs. */
const linkedThings = (site: Site, { title, canonical, trail, things = [] }: PageHead): Thing[] =>
  trail ? [...things, breadcrumbThing(site, trail, { name: title, href: canonical })] : things;

/** Canonical address, alternates and structured data. Left out on noindex pages. */
const SearchMeta = ({ site, head }: { site: Site; head: PageHead }) => {
  const things = linkedThings(site, head);
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

const Meta = ({ site, caller, account, head }: Pick<LayoutProps, 'site' | 'caller' | 'account' | 'head'>) => {
  const title = head.canonical === '/' ? head.title : `${head.title} · ${site.name}`;
  const description = truncateText(head.description, 170);
  return (
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <title>{title}</title>
      <meta name="description" content={description} />
      {head.index === false ? <meta name="robots" content="noindex" /> : <SearchMeta site={site} head={head} />}
      <meta property="og:site_name" content={site.name} />
      <meta property="og:type" content={head.type ?? 'website'} />
      <meta property="og:title" content={head.title} />
      <meta property="og:description" content={description} />
      <meta property="og:url" content={site.root + head.canonical} />
      <meta property="og:image" content={site.root + shareImageFor(site, head)} />
      <meta property="og:image:type" content="image/png" />
      <meta property="og:image:width" content={String(CARD_WIDTH)} />
      <meta property="og:image:height" content={String(CARD_HEIGHT)} />
      <meta property="og:image:alt" content={head.card ? head.title : site.name} />
      <meta name="twitter:card" content="summary_large_image" />
      <meta name="color-scheme" content="light dark" />
      <link rel="icon" type="image/svg+xml" href={assetUrl('mark.svg')} />
      <link rel="stylesheet" href={assetUrl('site.css')} />
      {/* Not deferred: a stored theme must be set before the first paint. */}
      <script src={assetUrl('theme.js')} />
      <script type="module" src={assetUrl('search-keys.js')} />
      <script type="module" src={assetUrl('suggestions.js')} />
      <script type="module" src={assetUrl('pictures.js')} />
      <script type="module" src={assetUrl('send-once.js')} />
      {caller && <script type="module" src={assetUrl('in-place.js')} />}
      {account && <script type="module" src={assetUrl('account-menu.js')} />}
      {[head.island ?? []].flat().map((island) => (
        <script type="module" src={assetUrl(island)} />
      ))}
      {head.redirects_to && <meta http-equiv="refresh" content={`0; url=${head.redirects_to}`} />}
      {head.refresh && (
        <noscript>
          <meta http-equiv="refresh" content={String(head.refresh)} />
        </noscript>
      )}
    </head>
  );
};

interface SiteHeaderProps extends Pick<LayoutProps, 'section'> {
  name: string;
  search: boolean;
  /** The account's menu, or the link to sign in. */
  account: VNode;
}

const SiteHeader = ({ name, section, search, account }: SiteHeaderProps) => (
  <div class={search ? 'wide masthead-row with-search' : 'wide masthead-row'}>
    <a class="wordmark" href={homePaths.home()}>
      <Mark />
      {name}
    </a>
    <nav class="places" aria-label="Main">
      <ul>
        {NAV_LINKS.map((link) => (
          <li>
            <a href={link.href} aria-current={link.section === section ? 'true' : undefined}>
              {link.name}
            </a>
          </li>
        ))}
      </ul>
    </nav>
    {search && <SearchBox id="find" label="Search products" action={searchPaths.listings()} placeholder="Search products" />}
    <div class="masthead-actions">
      <button type="button" class="theme-switch" aria-label="Switch between light and dark">
        <Icon name="theme" />
      </button>
      {account}
      <a class="button button-main" href={draftPaths.submit()}>
        Submit
      </a>
    </div>
  </div>
);

/** The header for visitors, which is the same for all of them. */
const visitorHeader = cachedHtml((name: string, section: NavSection | undefined, search: boolean) => (
  <SiteHeader
    name={name}
    section={section}
    search={search}
    account={
      <a class="button-quiet" href={accountPaths.signIn()}>
        Sign in
      </a>
    }
  />
));

const DigestForm = () => (
  <form method="post" action={digestPaths.home()} class="digest-form">
    <label for="digest-email">Get the week’s launches by email</label>
    <div class="inline-form">
      <input
        id="digest-email"
        type="email"
        name="email"
        placeholder="Your email address"
        maxlength={254}
        autocomplete="email"
        required
        dir="auto"
      />
      <button class="button" type="submit">
        Subscribe
      </button>
    </div>
    <p class="quiet">
      One email a week. Unsubscribe with one click. <a href={digestPaths.home()}>Choose categories</a>
    </p>
  </form>
);

const siteFooter = cachedHtml((name: string, has_digest: boolean) => (
  <div class="wide colophon-row">
    <div class="colophon-promise">
      <p class="wordmark">
        <Mark />
        {name}
      </p>
      <p>Facts are quoted from each company’s own website. Money never buys votes, ranks or search positions.</p>
      {has_digest && <DigestForm />}
    </div>
    {FOOTER_GROUPS.map(({ heading, links }) => (
      <nav class="plain-links" aria-label={heading}>
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
export const Layout = ({ site, caller, account, head, section, children }: LayoutProps) => (
  <html lang="en">
    <Meta site={site} caller={caller} account={account} head={head} />
    <body>
      <a class="skip" href="#main">
        Skip to content
      </a>
      {caller ? (
        <header class="masthead">
          <SiteHeader name={site.name} section={section} search={!head.has_search} account={<AccountMenu account={account} />} />
        </header>
      ) : (
        <header class="masthead" dangerouslySetInnerHTML={visitorHeader(site.name, section, !head.has_search)} />
      )}
      <main id="main" class="wide" tabindex={-1}>
        {head.trail && <Breadcrumbs trail={head.trail} here={head.here} />}
        {children}
      </main>
      <footer
        class="colophon"
        dangerouslySetInnerHTML={siteFooter(site.name, site.has_digest === true && head.canonical !== digestPaths.home())}
      />
    </body>
  </html>
);
