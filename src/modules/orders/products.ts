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
  if (status === 'live') return 'is already live; relaunch lets it launch again';
  if (plan === 'paid') return `already has a paid launch${launch_week_on ? ` in the week of ${formatLongWeek(launch_week_on)}` : ''}`;
  return null;
};

/** For products shown among live listings: the listing must be live, scheduled, or launched by the same order. */
const notLiveObstacle = ({ status }: OrderedListing, launches_too: boolean): string | null =>
  status === 'live' || status === 'scheduled' || launches_too ? null : 'is not live yet; order launch with it';

/** All products; each is for a listing. A site sells those it has a price for. */
export const PRODUCT_TABLE: readonly ProductRow[] = [
  {
    code: 'launch',
    name: 'Launch',
    description: 'Go live right away or in the week you choose, without a badge. Includes the story, milestones and media sections.',
    week: 'optional',
    launches: true,
    obstacle: launchObstacle,
  },
  {
    code: 'skip_queue',
    name: 'Skip the queue',
    description: 'Choose the launch week of your free listing yourself. It still needs the badge.',
    week: 'required',
    obstacle: ({ status, plan }) => {
      if (status === 'live') return 'is already live';
      if (plan === 'paid') return 'has a paid launch, which includes choosing the week';
      return plan === 'free' ? null : 'is not in the free queue; choose_free_listing puts it there';
    },
  },
  {
    code: 'featured',
    name: 'Featured',
    description:
      'Seven days in the Featured section of the home page and the category page, marked as paid. It doesn’t affect votes, ranks or search.',
    obstacle: notLiveObstacle,
  },
  {
    code: 'done_for_you',
    name: 'Done for you',
    description: 'Our team submits the product to other launch sites and reports each step.',
  },
  {
    code: 'launch_bundle',
    name: 'Launch bundle',
    description: 'Launch, Featured and Done for you together, for less.',
    week: 'optional',
    launches: true,
    includes: ['launch', 'featured', 'done_for_you'],
    obstacle: launchObstacle,
  },
  {
    code: 'extra_categories',
    name: 'Extra categories',
    description: 'Show the product in up to three more categories.',
    takes_categories: true,
  },
  {
    code: 'relaunch',
    name: 'Relaunch',
    description: 'Launch a live product again in the week you choose, with a new round of votes. It stays live in the meantime.',
    week: 'required',
    obstacle: ({ status, relaunch_on }) => {
      if (status !== 'live') return 'is not live yet; order launch instead';
      return relaunch_on ? `already launches again in the week of ${formatLongWeek(relaunch_on)}` : null;
    },
  },
  {
    code: 'ai_review',
    name: 'AI review',
    description: 'A private review of the product’s website: what it explains well, what is unclear and what is missing, with quotes.',
  },
  {
    code: 'billboard_min',
    name: 'Billboard',
    description: 'A spot on the billboard, ranked by amount and always marked as paid. You choose the amount.',
    takes_amount: true,
    obstacle: notLiveObstacle,
  },
  {
    code: 'trophy_cabinet',
    name: 'Trophy cabinet',
    description: 'Show the product’s awards in a cabinet on its page.',
    options: TrophyCabinet,
    obstacle: ({ has_cabinet }) => (has_cabinet ? 'already has a trophy cabinet' : null),
  },
];

const BY_CODE = new Map<string, ProductRow>(PRODUCT_TABLE.map((row) => [row.code, row]));

export const findProduct = (code: string): ProductRow | undefined => BY_CODE.get(code);

/** Why a product cannot be ordered for a listing; null if it can. `launches_too`: the same order launches the listing. */
export const findObstacle = (code: string, listing: OrderedListing, launches_too: boolean): string | null =>
  listing.status === 'removed' ? 'was removed or is hidden' : (findProduct(code)?.obstacle?.(listing, launches_too) ?? null);
