import type { Site } from '../../kernel/context.ts';
import { cachedHtml } from '../../kernel/html.ts';
import { msg, t, texts } from '../../kernel/language/messages.ts';
import { LEGAL_KINDS } from '../../modules/content/legal/kinds.ts';
import {
  adminPaths,
  blogPaths,
  boardPaths,
  contactPaths,
  dataPaths,
  digestPaths,
  docsPaths,
  draftPaths,
  legalPaths,
  listingPaths,
  orderPaths,
  peoplePaths,
  searchPaths,
  weekPaths,
} from '../paths.ts';
import { SiteName } from '../ui/brand.tsx';
import type { NavSection } from './page.ts';

interface NavLink {
  name: string;
  href: () => string;
  section?: NavSection;
}

export const NAV_LINKS: NavLink[] = texts([
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
      { name: msg('Data'), href: dataPaths.home },
    ],
  },
]);

/** What the header and the footer show of a brand, as the key of their cache. */
export const brandKey = ({ brand: { logo, logo_dark, footer_links } = {} }: Site): string =>
  JSON.stringify({ logo, logo_dark, footer_links });

type FooterSite = Pick<Site, 'name' | 'brand' | 'legal'>;

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

/** The last line of the footer: the links that the team added, the legal pages and the contact form. */
const SmallLinks = ({ site: { brand, legal = [] } }: { site: FooterSite }) => {
  const own = brand?.footer_links?.map(({ name, url }) => ({ name, href: url })) ?? [];
  const pages = Object.keys(LEGAL_KINDS).flatMap((kind) => legal.filter((page) => page.kind === kind));
  const contact = { name: t('Contact'), href: contactPaths.contact() };
  const links = [...own, ...pages.map(({ kind, title }) => ({ name: title, href: legalPaths.page({ kind }) })), contact];
  return (
    <nav class="plain-links colophon-links" aria-label={t('More')}>
      <ul>
        {links.map(({ name, href }) => (
          <li>
            <a href={href} dir="auto">
              {name}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
};

const FooterRow = ({ site, has_digest }: { site: FooterSite; has_digest: boolean }) => (
  <div class="wide colophon-row">
    <div class="colophon-promise">
      <p class="wordmark">
        <SiteName {...site} />
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
    <SmallLinks site={site} />
  </div>
);

export const siteFooter = cachedHtml((name: string, brand: string, legal: string, has_digest: boolean) => (
  <FooterRow site={{ name, brand: JSON.parse(brand), legal: JSON.parse(legal) }} has_digest={has_digest} />
));
