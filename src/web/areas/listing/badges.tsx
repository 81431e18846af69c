import type { Ctx } from '../../../kernel/context.ts';
import { msg, rich, t, texts } from '../../../kernel/language/messages.ts';
import { type BadgeInstallation, getBadgeInstallation } from '../../../modules/launches/badges/badges.ts';
import { listCredentials, type OfferedCredential } from '../../../modules/launches/credentials/credentials.ts';
import { GetBadges } from '../../../modules/launches/schema.ts';
import { withOn } from '../../../modules/listings/badges/kinds.ts';
import { BADGE_SHAPES, type Badge } from '../../../modules/listings/badges/render.ts';
import { listingPaths, weekPaths } from '../../paths.ts';
import { currentPage, type IgnoredParam, type PageHead, parseQuery, type Query } from '../../server/page.ts';
import { Block, Copyable } from '../../ui/elements.tsx';
import { CheckResult, Form, submittedTo } from '../../ui/form.tsx';
import { humanize, WeekText } from '../../ui/format.tsx';
import { IgnoredParamsNotice } from '../../ui/list.tsx';
import { listingTrail } from './listing.tsx';

const OPTION_LABELS: Record<string, string> = texts({
  s: msg('Small'),
  m: msg('Medium'),
  l: msg('Large'),
  auto: msg('Light or dark'),
  light: msg('Light'),
  dark: msg('Dark'),
  standard: msg('Standard'),
  outline: msg('Outline'),
  pill: msg('Pill'),
  banner: msg('Banner'),
  square: msg('Square'),
});

const STYLE_OPTIONS: { name: 'shape' | 'mode' | 'size'; title: string; options: readonly string[] }[] = texts([
  { name: 'shape', title: msg('Shape'), options: Object.keys(BADGE_SHAPES) },
  { name: 'mode', title: msg('Colours'), options: ['auto', 'light', 'dark'] },
  { name: 'size', title: msg('Size'), options: ['s', 'm', 'l'] },
]);

/** Links to the other badge styles. */
const BadgeOptions = ({ style: { slug, ...style } }: { style: GetBadges }) => (
  <nav class="badge-looks" aria-label={t('Badge style')}>
    {STYLE_OPTIONS.map(({ name, title, options }) => (
      <div>
        <h2>{title}</h2>
        <ul class="chips">
          {options.map((value) => (
            <li>
              <a
                class="chip"
                href={listingPaths.badges({ slug, ...style, [name]: value })}
                aria-current={style[name] === value ? 'true' : undefined}
                rel="nofollow"
              >
                {OPTION_LABELS[value] ?? humanize(value)}
              </a>
            </li>
          ))}
        </ul>
      </div>
    ))}
  </nav>
);

/** A badge with its preview and embed code. Badges are English everywhere: they are shown on other websites. */
const BadgeCode = ({ badge, style }: { badge: Badge; style: GetBadges }) => {
  const text = `${withOn(badge.label)} ${currentPage().site.name}`;
  return (
    <li>
      <h2 id={`badge-${badge.kind}`} dir="auto" lang="en">
        {text}
      </h2>
      <p class={`badge-ground badge-ground-${style.mode}`}>
        <img src={badge.svg_url.slice(currentPage().site.root.length)} alt={text} lang="en" width={badge.width} height={badge.height} />
      </p>
      <Copyable text={badge.embed_html} name={t('the code of {badge}', { badge: text })} />
    </li>
  );
};

interface BadgesData {
  style: GetBadges;
  ignored: IgnoredParam[];
  installation: BadgeInstallation;
  credentials: OfferedCredential[];
}

export const load = async (ctx: Ctx, { slug }: { slug: string }, query: Query): Promise<BadgesData> => {
  const { slug: _, ...rest } = query;
  const { input, ignored } = parseQuery(GetBadges, rest);
  const style = { ...input, slug };
  const [installation, credentials] = await Promise.all([getBadgeInstallation(ctx, style), listCredentials(ctx, slug)]);
  return { style, ignored, installation, credentials };
};

export const head = ({ installation: { slug, name } }: BadgesData): PageHead => ({
  title: t('Badges of {name}', { name }),
  description: t('The badges {name} may show on its own pages, with the code for each.', { name }),
  canonical: listingPaths.badges({ slug }),
  trail: listingTrail({ slug, name }),
  index: false,
  island: 'copy.js',
});

const Checker = ({ slug, website }: { slug: string; website: string }) => {
  const action = listingPaths.checkBadge({ slug });
  const check = submittedTo(action)?.result;
  return (
    <Block id="check" heading={t('Badge status')}>
      <p>
        {rich('We read {website} without running scripts. We can’t see badges that are hidden or added by a script.', {
          website: <span dir="auto">{website}</span>,
        })}
      </p>
      <Form action={action}>
        <button class="button button-main" type="submit">
          {t('Check now')}
        </button>
      </Form>
      {check?.seen && (
        <CheckResult class="more" found={check.found === 'yes'}>
          {check.seen}
        </CheckResult>
      )}
    </Block>
  );
};

/** The awards as files that others can verify. */
const Credentials = ({ slug, credentials }: { slug: string; credentials: OfferedCredential[] }) => (
  <Block id="credentials" heading={t('Verifiable awards')}>
    <p>
      {rich(
        'Each award is also a signed credential (<link>Open Badges 3.0</link>). Anyone can check it without asking us: who issued it, that nobody changed it, and that it is still valid.',
        { link: (text) => <a href="https://www.1edtech.org/standards/open-badges">{text}</a> },
      )}
    </p>
    <ul class="plain-list">
      {credentials.map(({ name, week_on: week }) => (
        <li>
          <strong>{name}</strong>, <WeekText monday={week} />:{' '}
          <a href={weekPaths.credentialFile({ week, file: `${slug}.svg` })}>{t('badge with credential (SVG)')}</a>,{' '}
          <a href={weekPaths.credentialFile({ week, file: `${slug}.json` })}>{t('credential (JSON)')}</a>
        </li>
      ))}
    </ul>
  </Block>
);

export const view = ({ style, ignored, installation: { slug, name, badges, own_website }, credentials }: BadgesData) => (
  <div class="badges">
    <header class="page-head">
      <h1>{rich('Badges of {name}', { name: <span dir="auto">{name}</span> })}</h1>
      <p class="lede">{t('Add a badge to your website. It links to your listing and updates automatically.')}</p>
    </header>
    <IgnoredParamsNotice ignored={ignored} />
    <BadgeOptions style={style} />
    <ul class="pairs badge-list">
      {badges.map((badge) => (
        <BadgeCode badge={badge} style={style} />
      ))}
    </ul>
    {credentials.length > 0 && <Credentials slug={slug} credentials={credentials} />}
    {own_website && <Checker slug={slug} website={own_website} />}
    <Block id="about-badges" heading={t('About the link')}>
      <p>
        {rich(
          'Search engines expect paid or rewarded links to be marked. If you like, add <code>rel="nofollow"</code> or <code>rel="sponsored"</code> to the code. For the free plan, any <code>rel</code> is fine, and an image without a link counts too.',
          { code: (text) => <code>{text}</code> },
        )}
      </p>
    </Block>
  </div>
);
