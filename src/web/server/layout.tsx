import type { VNode } from 'preact';
import type { Caller, Site } from '../../kernel/context.ts';
import { cachedHtml } from '../../kernel/html.ts';
import { describeLanguage, splitLanguage } from '../../kernel/language/languages.ts';
import { currentLanguage } from '../../kernel/language/locale.ts';
import { t } from '../../kernel/language/messages.ts';
import type { AccountHeader } from '../../modules/accounts/queries.ts';
import { siteIcon } from '../../modules/sites/brand/icon.ts';
import { ACCENT_BACKGROUNDS, brandStyleName } from '../../modules/sites/brand/palette.ts';
import { accountPaths, adminPaths, brandPaths, digestPaths, draftPaths, homePaths, searchPaths } from '../paths.ts';
import { CARD_HEIGHT, CARD_WIDTH, shareImageFor } from '../share-images/share-card.ts';
import { SiteName } from '../ui/brand.tsx';
import { Icon } from '../ui/elements.tsx';
import { truncateText } from '../ui/format.tsx';
import { AccountMenu } from '../ui/frames/account-menu.tsx';
import { SearchBox } from '../ui/list.tsx';
import { assetUrl } from './assets.ts';
import { brandKey, NAV_LINKS, siteFooter } from './footer.tsx';
import { islandTexts } from './island-texts.ts';
import { LanguageChoice, LanguageLinks } from './language-links.tsx';
import { breadcrumbThing, linkedData, type Thing } from './metadata.ts';
import type { Breadcrumb, NavSection, PageHead } from './page.ts';

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

/** Icon, colours and stylesheet of the site. */
const BrandMeta = ({ site }: { site: Site }) => {
  const { src, mimeType } = siteIcon(site);
  const style = brandStyleName(site.brand);
  return (
    <>
      <meta name="theme-color" content={ACCENT_BACKGROUNDS.light.paper} media="(prefers-color-scheme: light)" />
      <meta name="theme-color" content={ACCENT_BACKGROUNDS.dark.paper} media="(prefers-color-scheme: dark)" />
      <link rel="icon" type={mimeType} href={src} />
      {site.brand?.icon && <link rel="apple-touch-icon" href={src} />}
      <link rel="manifest" href={brandPaths.manifest()} />
      <link rel="stylesheet" href={assetUrl('site.css')} />
      {style && <link rel="stylesheet" href={brandPaths.file({ file: `${style}.css` })} />}
    </>
  );
};

/** The scripts of a page besides the theme's, which has to run before the first paint. */
const listIslands = ({ site, caller, account, head }: Pick<LayoutProps, 'site' | 'caller' | 'account' | 'head'>): string[] => [
  'search-keys.js',
  'suggestions.js',
  'pictures.js',
  'send-once.js',
  ...(caller ? ['in-place.js'] : []),
  ...(account ? ['account-menu.js'] : []),
  ...(site.counts_views_by_script ? ['views.js'] : []),
  ...[head.island ?? []].flat(),
];

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
      <meta property="og:image" content={site.root + (head.picture?.path ?? shareImageFor(site, head))} />
      <meta property="og:image:type" content={head.picture?.type ?? 'image/png'} />
      <meta property="og:image:width" content={String(head.picture?.width ?? CARD_WIDTH)} />
      <meta property="og:image:height" content={String(head.picture?.height ?? CARD_HEIGHT)} />
      <meta property="og:image:alt" content={head.picture?.alt ?? (head.card ? head.title : site.name)} />
      <meta name="twitter:card" content="summary_large_image" />
      <meta name="color-scheme" content="light dark" />
      <BrandMeta site={site} />
      {/* Not deferred: a stored theme must be set before the first paint. */}
      <script src={assetUrl('theme.js')} />
      {listIslands({ site, caller, account, head }).map((island) => (
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
  site: Pick<Site, 'name' | 'brand'>;
  search: boolean;
  /** The account's menu, or the link to sign in. */
  account: VNode;
}

const SiteHeader = ({ site, section, search, account }: SiteHeaderProps) => (
  <div class={search ? 'wide masthead-row with-search' : 'wide masthead-row'}>
    <a class="wordmark" href={homePaths.home()}>
      <SiteName {...site} />
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
const visitorHeader = cachedHtml((name: string, brand: string, section: NavSection | undefined, search: boolean) => (
  <SiteHeader
    site={{ name, brand: JSON.parse(brand) }}
    section={section}
    search={search}
    account={
      <a class="button-quiet" href={accountPaths.signIn()}>
        {t('Sign in')}
      </a>
    }
  />
));

/** The frame around every page: head, skip link, header, breadcrumbs, main, footer. */
export const Layout = ({ site, caller, account, head, section, back, children }: LayoutProps) => (
  <html lang={currentLanguage()} dir={describeLanguage(currentLanguage()).dir === 'rtl' ? 'rtl' : undefined}>
    <Meta site={site} caller={caller} account={account} head={head} />
    <body data-texts={islandTexts(listIslands({ site, caller, account, head }))}>
      <a class="skip" href="#main">
        {t('Skip to content')}
      </a>
      {site.is_preview && (
        <aside class="preview-bar" aria-label={t('Preview')}>
          {t('Preview. Only your team sees this.')} <a href={adminPaths.brand()}>{t('Back to Brand')}</a>
        </aside>
      )}
      {caller ? (
        <header class="masthead">
          <SiteHeader site={site} section={section} search={!head.has_search} account={<AccountMenu account={account} />} />
        </header>
      ) : (
        <header class="masthead" dangerouslySetInnerHTML={visitorHeader(site.name, brandKey(site), section, !head.has_search)} />
      )}
      <main id="main" class="wide" tabindex={-1}>
        {head.trail && <Breadcrumbs trail={head.trail} here={head.here} />}
        {children}
      </main>
      <footer class="colophon">
        <div
          dangerouslySetInnerHTML={siteFooter(
            site.name,
            brandKey(site),
            JSON.stringify(site.legal ?? []),
            site.has_digest === true && head.canonical !== digestPaths.home(),
          )}
        />
        <LanguageChoice site={site} back={splitLanguage(back ?? head.canonical).rest} />
      </footer>
    </body>
  </html>
);
