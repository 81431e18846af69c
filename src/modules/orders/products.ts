import { localeFor, withLocale } from '../../kernel/language/locale.ts';
import { msg, t, texts, translateKnown } from '../../kernel/language/messages.ts';
import { OneOf, RequiredText, Strict, T, type TObject } from '../../kernel/schema.ts';
import { formatLongWeek } from '../../kernel/time/weeks.ts';

export const PRODUCT_CODES = [
  'launch',
  'skip_queue',
  'featured',
  'done_for_you',
  'launch_bundle',
  'extra_categories',
  'relaunch',
  'ai_review',
  'billboard_min',
  'trophy_cabinet',
] as const;
export type ProductCode = (typeof PRODUCT_CODES)[number];

/** The part of a listing that decides what can be ordered for it. */
export interface OrderedListing {
  id: number;
  name: string;
  slug: string;
  status: 'draft' | 'awaiting_badge' | 'scheduled' | 'live' | 'removed';
  plan: 'free' | 'paid' | null;
  launch_week_on: string | null;
  /** Slugs of its categories, the primary one first. */
  categories: string[];
  /** How many extra categories were ordered for it. */
  extra_categories: number;
  /** The upcoming week of a paid relaunch. */
  relaunch_on: string | null;
  has_cabinet: boolean;
  /** Its slots in upcoming weeks; `number` is the order that holds one. */
  slots: { week_on: string; kind: 'free' | 'paid' | 'held'; number: string | null }[];
}

export interface ProductRow {
  code: ProductCode;
  name: string;
  description: string;
  /** Whether an item names a launch week; absent if it takes none. */
  week?: 'optional' | 'required';
  /** The buyer chooses the amount; the price is the minimum. */
  takes_amount?: boolean;
  takes_categories?: boolean;
  options?: TObject;
  /** Product codes in a bundle. */
  includes?: readonly ProductCode[];
  /** Makes a listing go live, so products that need a live one can be ordered with it. */
  launches?: boolean;
  /** Why it cannot be ordered for a listing; null if it can. */
  obstacle?(listing: OrderedListing, launches_too: boolean): string | null;
}

export const CABINET_STYLE = OneOf(['oak', 'glass', 'night'], { description: 'How the cabinet looks.' });
export const CABINET_TITLE = RequiredText(60, 'The title above the cabinet. Default: the product’s name.');
const TrophyCabinet = Strict({ style: CABINET_STYLE, title: T.Optional(CABINET_TITLE) });

const launchObstacle = ({ status, plan, launch_week_on }: OrderedListing): string | null => {
  if (status === 'live') return t('is already live; relaunch lets it launch again');
  if (plan === 'paid')
    return launch_week_on
      ? t('already has a paid launch in the week of {week}', { week: formatLongWeek(launch_week_on) })
      : t('already has a paid launch');
  return null;
};

/** For products shown among live listings: the listing must be live, scheduled, or launched by the same order. */
const notLiveObstacle = ({ status }: OrderedListing, launches_too: boolean): string | null =>
  status === 'live' || status === 'scheduled' || launches_too ? null : t('is not live yet; order launch with it');

/** All products; each is for a listing. A site sells those it has a price for. */
export const PRODUCT_TABLE: readonly ProductRow[] = texts([
  {
    code: 'launch',
    name: msg('Launch'),
    description: msg('Go live right away or in the week you choose, without a badge. Includes the story, milestones and media sections.'),
    week: 'optional',
    launches: true,
    obstacle: launchObstacle,
  },
  {
    code: 'skip_queue',
    name: msg('Skip the queue'),
    description: msg('Choose the launch week of your free listing yourself. It still needs the badge.'),
    week: 'required',
    obstacle: ({ status, plan }) => {
      if (status === 'live') return t('is already live');
      if (plan === 'paid') return t('has a paid launch, which includes choosing the week');
      return plan === 'free' ? null : t('is not in the free queue; choose_free_listing puts it there');
    },
  },
  {
    code: 'featured',
    name: msg('Featured'),
    description: msg(
      'Seven days in the Featured section of the home page and the category page, marked as paid. It doesn’t affect votes, ranks or search.',
    ),
    obstacle: notLiveObstacle,
  },
  {
    code: 'done_for_you',
    name: msg('Done for you'),
    description: msg('Our team submits the product to other launch sites and reports each step.'),
  },
  {
    code: 'launch_bundle',
    name: msg('Launch bundle'),
    description: msg('Launch, Featured and Done for you together, for less.'),
    week: 'optional',
    launches: true,
    includes: ['launch', 'featured', 'done_for_you'],
    obstacle: launchObstacle,
  },
  {
    code: 'extra_categories',
    name: msg('Extra categories'),
    description: msg('Show the product in up to three more categories.'),
    takes_categories: true,
  },
  {
    code: 'relaunch',
    name: msg('Relaunch'),
    description: msg('Launch a live product again in the week you choose, with a new round of votes. It stays live in the meantime.'),
    week: 'required',
    obstacle: ({ status, relaunch_on }) => {
      if (status !== 'live') return t('is not live yet; order launch instead');
      return relaunch_on ? t('already launches again in the week of {week}', { week: formatLongWeek(relaunch_on) }) : null;
    },
  },
  {
    code: 'ai_review',
    name: msg('AI review'),
    description: msg('A private review of the product’s website: what it explains well, what is unclear and what is missing, with quotes.'),
  },
  {
    code: 'billboard_min',
    name: msg('Billboard'),
    description: msg('A spot on the billboard, ranked by amount and always marked as paid. You choose the amount.'),
    takes_amount: true,
    obstacle: notLiveObstacle,
  },
  {
    code: 'trophy_cabinet',
    name: msg('Trophy cabinet'),
    description: msg('Show the product’s awards in a cabinet on its page.'),
    options: TrophyCabinet,
    obstacle: ({ has_cabinet }) => (has_cabinet ? t('already has a trophy cabinet') : null),
  },
]);

const BY_CODE = new Map<string, ProductRow>(PRODUCT_TABLE.map((row) => [row.code, row]));

/** The name of an order line's product in the current language. Lines and invoices store the English name. */
export const productName = ({ name }: { name: string }): string => translateKnown(name);

/** The name of a product as it is stored. */
export const storedProductName = (product: ProductRow): string => withLocale(localeFor({}), () => product.name);

export const findProduct = (code: string): ProductRow | undefined => BY_CODE.get(code);

/** Why a product cannot be ordered for a listing; null if it can. `launches_too`: the same order launches the listing. */
export const findObstacle = (code: string, listing: OrderedListing, launches_too: boolean): string | null =>
  listing.status === 'removed' ? t('was removed or is hidden') : (findProduct(code)?.obstacle?.(listing, launches_too) ?? null);
