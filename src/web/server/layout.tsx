import type { VNode } from 'preact';
import type { Caller, Site } from '../../kernel/context.ts';
import { cachedHtml } from '../../kernel/html.ts';
import { describeLanguage, splitLanguage } from '../../kernel/language/languages.ts';
import { currentLanguage } from '../../kernel/language/locale.ts';
import { msg, t, texts } from '../../kernel/language/messages.ts';
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
import { LanguageChoice, LanguageLinks } from './language-links.tsx';
import { breadcrumbThing, linkedData, type Thing } from './metadata.ts';
import type { Breadcrumb, NavSection, PageHead } from './page.ts';

interface NavLink {
  name: string;
  href: () => string;
  section?: NavSection;
}

const NAV_LINKS: NavLink[] = texts([
  { name: msg('Launches'), href: weekPaths.launches, section: 'launches' },
  { name: msg('Products'), href: searchPaths.listings, section: 'listings' },
  { name: msg('Leaderboards'), href: boardPaths.leaderboards, section: 'leaderboards' },
  { name: msg('Categories'), href: searchPaths.categories, section: 'categories' },
  { name: msg('Founders'), href: peoplePaths.founders, section: 'founders' },
  { name: msg('Blog'), href: blogPaths.posts, section: 'blog' },
]);

const FOOTER_GROUPS: { heading: string; links: NavLink[] }[] = texts([
  { heading: msg('Discover'), links: NAV_LINKS },
  {
    heading: msg('Launch weeks'),
    links: [
      { name: msg('This week'), href: () => weekPaths.week({ week: 'this' }) },
      { name: msg('Calendar'), href: weekPaths.calendar },
      { name: msg('Awards'), href: weekPaths.awards },
      { name: msg('Latest updates'), href: listingPaths.updates },
      { name: msg('Compare products'), href: listingPaths.compare },
    ],
  },
  {
    heading: msg('How it works'),
    links: [
      { name: msg('How ranking works'), href: boardPaths.howRankingWorks },
      { name: msg('Moderation log'), href: adminPaths.moderationLog },
      { name: msg('Prices'), href: orderPaths.products },
      { name: msg('Submit a product'), href: draftPaths.submit },
      { name: msg('API and MCP'), href: docsPaths.home },
    ],
  },
]);

const Breadcrumbs = ({ trail, here }: { trail: Breadcrumb[]; here: string | undefined }) => (
  <nav class="crumbs plain-links" aria-label={t('Breadcrumb')}>
    <ol>
      {[{ name: t('Home'), href: homePaths.home() }, ...trail].map(({ name, href }) => (
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
  /** The requested address, where the canonical one leaves out search words and filters. */
  back?: string;
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
      <LanguageLinks site={site} canonical={head.canonical} />
      {head.alternates?.map(({ type, href, title }) => (
        <link rel="alternate" type={type} href={site.root + href} title={title} />
      ))}
      {things.length > 0 && <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: linkedData(things) }} />}
    </>
  );
};

const Meta = ({ site, caller, account, head }: Pick<LayoutProps, 'site' | 'caller' | 'account' | 'head'>) => {
  const title = head.canonical === homePaths.home() ? head.title : `${head.title} · ${site.name}`;
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
    <nav class="places" aria-label={t('Main')}>
      <ul>
        {NAV_LINKS.map((link) => (
          <li>
            <a href={link.href()} aria-current={link.section === section ? 'true' : undefined}>
              {link.name}
            </a>
          </li>
        ))}
      </ul>
    </nav>
    {search && <SearchBox id="find" label={t('Search products')} action={searchPaths.listings()} placeholder={t('Search products')} />}
    <div class="masthead-actions">
      <button type="button" class="theme-switch" aria-label={t('Switch between light and dark')}>
        <Icon name="theme" />
      </button>
      {account}
      <a class="button button-main" href={draftPaths.submit()}>
        {t('Submit')}
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
        {t('Sign in')}
      </a>
    }
  />
));

const DigestForm = () => (
  <form method="post" action={digestPaths.home()} class="digest-form">
    <label for="digest-email">{t('Get the week’s launches by email')}</label>
    <div class="inline-form">
      <input
        id="digest-email"
        type="email"
        name="email"
        placeholder={t('Your email address')}
        maxlength={254}
        autocomplete="email"
        required
        dir="auto"
      />
      <button class="button" type="submit">
        {t('Subscribe')}
      </button>
    </div>
    <p class="quiet">
      {t('One email a week. Unsubscribe with one click.')} <a href={digestPaths.home()}>{t('Choose categories')}</a>
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
      <p>{t('Facts are quoted from each company’s own website. Money never buys votes, ranks or search positions.')}</p>
      {has_digest && <DigestForm />}
    </div>
    {FOOTER_GROUPS.map(({ heading, links }) => (
      <nav class="plain-links" aria-label={heading}>
        <h2>{heading}</h2>
        <ul>
          {links.map(({ name, href }) => (
            <li>
              <a href={href()}>{name}</a>
            </li>
          ))}
        </ul>
      </nav>
    ))}
  </div>
));

/** The frame around every page: head, skip link, header, breadcrumbs, main, footer. */
export const Layout = ({ site, caller, account, head, section, back, children }: LayoutProps) => (
  <html lang={currentLanguage()} dir={describeLanguage(currentLanguage()).dir === 'rtl' ? 'rtl' : undefined}>
    <Meta site={site} caller={caller} account={account} head={head} />
    <body>
      <a class="skip" href="#main">
        {t('Skip to content')}
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
      <footer class="colophon">
        <div dangerouslySetInnerHTML={siteFooter(site.name, site.has_digest === true && head.canonical !== digestPaths.home())} />
        <LanguageChoice site={site} back={splitLanguage(back ?? head.canonical).rest} />
      </footer>
    </body>
  </html>
);
