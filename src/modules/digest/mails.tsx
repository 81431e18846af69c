import type { Site } from '../../kernel/context.ts';
import { addDays, formatLongDay } from '../../kernel/time/weeks.ts';
import { plainLine } from '../accounts/mail/quoting.ts';
import { type MailMessage, type MailSection, renderMail } from '../accounts/mail/render-mail.tsx';
import { listingUrl } from '../sites/addresses.ts';
import type { Digest, DigestListing } from './rules.ts';

/** How many launches a digest names. The page of the week has all of them. */
const MAX_LAUNCHES = 20;
const MAX_TAGLINE = 140;

const countVotes = (votes: number): string => (votes === 1 ? '1 vote' : `${votes.toLocaleString('en')} votes`);
const countLaunches = (n: number): string => (n === 1 ? '1 launch' : `${n.toLocaleString('en')} launches`);

const toItem = (site: Site, { slug, name, tagline }: DigestListing, note?: string): MailSection['items'][number] => ({
  name: plainLine(name, 60) || 'A product',
  href: `${listingUrl(site, slug)}?utm_source=digest`,
  text: [note, plainLine(tagline ?? '', MAX_TAGLINE)].filter(Boolean).join('. '),
});

export interface DigestMailOptions {
  unsubscribe_url: string;
  /** The names of the chosen categories; empty for everything. */
  categories: string[];
  is_test?: boolean;
}

/** The weekly digest: what launched this week, and what won the last one. */
export const digestMail = (site: Site, digest: Digest, { unsubscribe_url, categories, is_test }: DigestMailOptions): MailMessage => {
  const { week_on, launches, ranked } = digest;
  const week_url = `${site.root}/launches/weeks/${week_on}`;
  const within = categories.length > 0 ? ` in ${categories.join(', ')}` : '';
  const subject =
    launches.length > 0 ? `${countLaunches(launches.length)} this week on ${site.name}` : `Last week’s winners on ${site.name}`;
  const mail = renderMail(site, {
    subject: is_test ? `Test: ${subject}` : subject,
    says: [
      launches.length > 0
        ? `Here is what launched${within} in the week of ${formatLongDay(week_on)}. Take a look and vote for your favourites until Sunday.`
        : `Nothing new launched${within} this week. Here is what people liked best in the week of ${formatLongDay(addDays(week_on, -7))}.`,
    ],
    sections: [
      ...(launches.length > 0
        ? [{ heading: 'New this week', items: launches.slice(0, MAX_LAUNCHES).map((listing) => toItem(site, listing)) }]
        : []),
      ...(ranked.length > 0
        ? [
            {
              heading: categories.length > 0 ? 'Best of last week in your categories' : 'Last week’s winners',
              items: ranked.map((listing, at) => toItem(site, listing, `#${at + 1} with ${countVotes(listing.votes)}`)),
            },
          ]
        : []),
    ],
    link: {
      name: launches.length > MAX_LAUNCHES ? `See all ${countLaunches(launches.length)}` : 'See the launch week',
      href: week_url,
    },
    foot: {
      says: `You receive this because you subscribed to the weekly digest of ${site.name}.`,
      ways: [
        { name: 'Unsubscribe', href: unsubscribe_url },
        { name: 'Change categories', href: `${site.root}/digest` },
      ],
    },
  });
  return { ...mail, unsubscribe_url };
};

/** Asks to confirm a subscription. The same for every address, so that it reveals nothing to who typed it. */
export const confirmDigestMail = (site: Site, confirm_url: string, categories: string[], stop_url: string): MailMessage =>
  renderMail(site, {
    subject: `Confirm your subscription to ${site.name}`,
    says: [
      `Please confirm that you want the weekly digest of ${site.name}: the launches of the week and last week’s winners${
        categories.length > 0 ? `, in ${categories.join(', ')}` : ''
      }.`,
      'The link works for 7 days. You can unsubscribe with one click at any time.',
    ],
    link: { name: 'Confirm subscription', href: confirm_url },
    otherwise: 'If you didn’t ask for this, ignore this email: you won’t be subscribed.',
    foot: {
      says: 'You received this because someone entered this address in our form.',
      ways: [{ name: 'Unsubscribe or stop these emails', href: stop_url }],
    },
  });
