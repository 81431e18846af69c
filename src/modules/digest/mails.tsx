import type { Site } from '../../kernel/context.ts';
import { t } from '../../kernel/language/messages.ts';
import { addDays, formatLongDay } from '../../kernel/time/weeks.ts';
import { plainLine } from '../accounts/mail/quoting.ts';
import { localUrl, type MailMessage, type MailSection, renderMail } from '../accounts/mail/render-mail.tsx';
import { listingPath } from '../sites/addresses.ts';
import type { Digest, DigestListing } from './rules.ts';

/** How many launches a digest names. The page of the week has all of them. */
const MAX_LAUNCHES = 20;
const MAX_TAGLINE = 140;

const toItem = (site: Site, { slug, name, tagline }: DigestListing, note?: string): MailSection['items'][number] => ({
  name: plainLine(name, 60) || t('A product'),
  href: `${localUrl(site, listingPath(slug))}?utm_source=digest`,
  text: [note, plainLine(tagline ?? '', MAX_TAGLINE)].filter(Boolean).join('. '),
});

export interface DigestMailOptions {
  unsubscribe_url: string;
  /** The names of the chosen categories; empty for everything. */
  categories: string[];
  is_test?: boolean;
}

/** What the mail begins with. The number of categories chooses the sentence. */
const introduce = ({ week_on, launches }: Digest, categories: string[]): string => {
  const where = { n: categories.length, categories: categories.join(', ') };
  return launches.length > 0
    ? t(
        'Here is what launched {n, plural, =0 {} other {in {categories} }}in the week of {day}. Take a look and vote for your favourites until Sunday.',
        { ...where, day: formatLongDay(week_on) },
      )
    : t('Nothing new launched {n, plural, =0 {} other {in {categories} }}this week. Here is what people liked best in the week of {day}.', {
        ...where,
        day: formatLongDay(addDays(week_on, -7)),
      });
};

/** The weekly digest: what launched this week, and what won the last one. */
export const digestMail = (site: Site, digest: Digest, { unsubscribe_url, categories, is_test }: DigestMailOptions): MailMessage => {
  const { week_on, launches, ranked } = digest;
  const n = launches.length;
  const subject =
    n > 0
      ? t('{n, plural, one {# launch} other {# launches}} this week on {site}', { n, site: site.name })
      : t('Last week’s winners on {site}', { site: site.name });
  const mail = renderMail(site, {
    subject: is_test ? t('Test: {subject}', { subject }) : subject,
    says: [introduce(digest, categories)],
    sections: [
      ...(n > 0 ? [{ heading: t('New this week'), items: launches.slice(0, MAX_LAUNCHES).map((listing) => toItem(site, listing)) }] : []),
      ...(ranked.length > 0
        ? [
            {
              heading: categories.length > 0 ? t('Best of last week in your categories') : t('Last week’s winners'),
              items: ranked.map((listing, at) =>
                toItem(
                  site,
                  listing,
                  t('#{rank} with {votes, plural, one {# vote} other {# votes}}', { rank: at + 1, votes: listing.votes }),
                ),
              ),
            },
          ]
        : []),
    ],
    link: {
      name: n > MAX_LAUNCHES ? t('See all {n, plural, one {# launch} other {# launches}}', { n }) : t('See the launch week'),
      href: localUrl(site, `/launches/weeks/${week_on}`),
    },
    foot: {
      says: t('You receive this because you subscribed to the weekly digest of {site}.', { site: site.name }),
      ways: [
        { name: t('Unsubscribe'), href: unsubscribe_url },
        { name: t('Change categories'), href: localUrl(site, '/digest') },
      ],
    },
  });
  return { ...mail, unsubscribe_url };
};

/** Asks to confirm a subscription. The same for every address, so that it reveals nothing to who typed it. */
export const confirmDigestMail = (site: Site, confirm_url: string, categories: string[], stop_url: string): MailMessage =>
  renderMail(site, {
    subject: t('Confirm your subscription to {site}', { site: site.name }),
    says: [
      t(
        'Please confirm that you want the weekly digest of {site}: the launches of the week and last week’s winners{n, plural, =0 {} other {, in {categories}}}.',
        { site: site.name, n: categories.length, categories: categories.join(', ') },
      ),
      t('The link works for 7 days. You can unsubscribe with one click at any time.'),
    ],
    link: { name: t('Confirm subscription'), href: confirm_url },
    otherwise: t('If you didn’t ask for this, ignore this email: you won’t be subscribed.'),
    foot: {
      says: t('You received this because someone entered this address in our form.'),
      ways: [{ name: t('Unsubscribe or stop these emails'), href: stop_url }],
    },
  });
