import { OPERATIONS } from './operations.ts';
import type { Person, Recorder } from './recorder.ts';

/** Records that pages show. */
export interface Things {
  draft_id: string;
  listing_id: number;
  order_number: string;
  /** A payment that was started but not made. */
  payment: string;
}

const LISTINGS = ['ledgerly', 'kontorbuch', 'tiny-tramway', 'quizherd', 'no-such-listing'];

/** Public pages. */
const PUBLIC_PAGES = [
  '/',
  '/listings',
  ...['q=invoices', 'q=flakwren', 'q=nothing+like+it', 'sort=newest', 'sort=votes&page=2', 'sort=nonsense', 'country=FI', 'page=0'].map(
    (query) => `/listings?${query}`,
  ),
  ...['category=accounting', 'stage=growing', 'pricing_model=free', 'status=upcoming', 'per_page=5', 'unknown=1'].map(
    (query) => `/listings?${query}`,
  ),
  ...LISTINGS.flatMap((slug) =>
    ['', '/reviews', '/comments', '/alternatives', '/badges', '/claim'].map((part) => `/listings/${slug}${part}`),
  ),
  '/listings/ledgerly/badges?shape=pill&mode=dark&size=l',
  '/compare',
  '/compare?a=ledgerly&b=kontorbuch',
  '/compare?a=ledgerly&b=no-such-listing',
  '/categories',
  ...['developer-tools', 'accounting', 'finance', 'no-such-category'].map((slug) => `/categories/${slug}`),
  '/categories/developer-tools?page=2',
  '/launches',
  ...['today', 'trending', 'upcoming', 'nonsense'].map((section) => `/launches?section=${section}`),
  '/launches/calendar',
  ...['this', 'last', 'next', '2026-03-09', '2026-03-02', '2026-03-10', '2030-01-07', 'nonsense'].map((week) => `/launches/weeks/${week}`),
  '/awards',
  '/awards?page=2',
  '/leaderboards',
  ...['community-weekly', 'community-all-time', 'billboard', 'domain-rating', 'revenue', 'nonsense'].map(
    (board) => `/leaderboards/${board}`,
  ),
  '/leaderboards/community-weekly?week=last',
  '/how-ranking-works',
  '/founders',
  '/founders?q=mar',
  '/founders?country=DE',
  ...['mara-lindqvist', 'dorothea-quill', 'no-such-founder'].map((slug) => `/founders/${slug}`),
  '/blog',
  '/blog?q=vote',
  ...['how-a-launch-week-works', 'this-is-a-demo', 'no-such-post'].map((slug) => `/blog/${slug}`),
  '/products',
  '/updates',
  '/moderation-log',
  '/submit',
  '/submit?url=https://maker.example',
  '/invites',
  '/invites?token=nonsense',
  '/invites/accepted',
  '/claims/confirm',
  '/claims/confirm?token=nonsense',
  '/claims/confirmed',
  ...['', '/kind', '/mailbox'].flatMap((part) => [`/unsubscribe${part}`, `/unsubscribe${part}?token=nonsense`]),
  '/sign-in',
  '/sign-in?go_to=/dashboard',
  '/sign-in/sent',
  '/sign-in/link',
  '/sign-in/link?token=nonsense',
  '/sign-up',
  '/account/address',
  '/account/address?token=nonsense',
  '/account/address/half',
  '/account/address/moved',
  '/account/deleted',
  '/docs',
  ...['rest', 'mcp', 'authentication', 'limits', 'errors', 'nothing'].map((part) => `/docs/${part}`),
  ...[...Object.keys(OPERATIONS), 'no_such_operation'].map((id) => `/docs/operations/${id}`),
  '/no-such-page',
  '/listings/',
];

/** Member pages, with the member's records in their URLs. */
const memberPages = ({ draft_id, listing_id, order_number, payment }: Things): [label: string, path: string][] => {
  const listing = `/dashboard/listings/${listing_id}`;
  return [
    ['drafts', '/drafts'],
    ...['', '/preview', '/invites'].map((part): [string, string] => [`draft${part}`, `/drafts/${draft_id}${part}`]),
    ['draft-unknown', '/drafts/nonsense'],
    ['claims', '/claims'],
    ['dashboard', '/dashboard'],
    ['interview', '/dashboard/interview'],
    ...['', '/free', '/edit', '/history', '/story', '/media', '/compare', '/review', '/order'].map((part): [string, string] => [
      `own-listing${part}`,
      listing + part,
    ]),
    ['own-listing-unknown', '/dashboard/listings/999999'],
    ['notifications', '/notifications'],
    ...['', '/applications', '/delete', '/follows', '/keys', '/mail', '/votes'].map((part): [string, string] => [
      `account${part}`,
      `/account${part}`,
    ]),
    ['orders', '/orders'],
    ['order', `/orders/${order_number}`],
    ['order-unknown', '/orders/LW-7K3M9Q2X'],
    ['checkout', `/checkout/${order_number}`],
    ['checkout-pay', `/checkout/${order_number}/pay`],
    ['test-payment', `/payments/test/${payment}`],
    ['invoice', `/orders/${order_number}/invoice.pdf`],
  ];
};

/** Pages for the site's team. */
const adminPages = ({ listing_id, order_number }: Things): [label: string, path: string][] => [
  ...[
    '',
    ...['listings', 'listings?q=ledg', 'listings?status=live&page=2', 'listings/1', `listings/${listing_id}`, 'listings/999999'],
    ...['categories', 'categories/1', 'categories/999999', 'founders', 'founders?q=mar', 'founders/1', 'founders/999999'],
    ...['blog', 'blog/new', 'blog/1', 'blog/999999', 'questions', 'weeks', 'settings', 'metrics', 'team', 'jobs', 'sites', 'claims'],
    ...[
      'log',
      'edits',
      'mail',
      'mail/1',
      'mail/999999',
      'votes',
      'reviews',
      'comments',
      'orders',
      'products',
      'vat',
      'vat?quarter=2026-Q1',
    ],
    ...['vat/vat-2026-Q1.csv', 'vat/reverse-charge-2026-Q1.csv', 'vat/vat-2026-Q5.csv', 'nothing'],
  ].map((part): [string, string] => [`admin/${part || 'overview'}`, `/admin${part && `/${part}`}`]),
  ['admin/order', `/admin/orders/${order_number}`],
];

/** Records every page as a user sees it, under a label for the current state. */
export const recordPages = async (recorder: Recorder, label: string, person: Person, things: Things): Promise<void> => {
  const record = (name: string, path: string) => recorder.record(`pages/${label}/${person.name}/${name}`, person, { path });
  for (const path of PUBLIC_PAGES) await record(path === '/' ? 'home' : path.slice(1), path);
  for (const [name, path] of [...memberPages(things), ...adminPages(things)]) await record(`for-${name}`, path);
};
