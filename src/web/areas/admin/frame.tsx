import type { ComponentChildren } from 'preact';
import { msg, t, texts } from '../../../kernel/language/messages.ts';
import type { TeamWorkload } from '../../../modules/moderation/queries.ts';
import { adminPaths } from '../../paths.ts';
import { WithMenu } from '../../ui/frames/side-menu.tsx';

interface AdminTask {
  /** The count in the team's workload. */
  count: keyof TeamWorkload;
  /** Where to do it. The menu item of that page shows the count. */
  readonly href: string;
  /** Text that follows the number. */
  one: string;
  many: string;
  /** What the team should do about it. */
  todo: string;
  /** Only for network admins. */
  admin?: boolean;
}

/** Work that can wait for the team. Tasks about money or ownership come first, technical failures last. */
export const ADMIN_TASKS: AdminTask[] = texts<AdminTask[]>([
  {
    count: 'refunds',
    get href() {
      return adminPaths.orders({ status: 'refund_failed' });
    },
    one: msg('failed refund'),
    many: msg('failed refunds'),
    todo: msg('The payment provider rejected the refund. Try again, or refund another way.'),
  },
  {
    count: 'lines',
    get href() {
      return adminPaths.orders({ status: 'with_the_team' });
    },
    one: msg('order item needs the team'),
    many: msg('order items need the team'),
    todo: msg('Deliver it, or cancel it and refund the buyer.'),
  },
  {
    count: 'approvals',
    get href() {
      return adminPaths.approvals();
    },
    one: msg('listing to approve'),
    many: msg('listings to approve'),
    todo: msg('Approve it, return it for changes, or reject it.'),
  },
  {
    count: 'reports',
    get href() {
      return adminPaths.reports();
    },
    one: msg('reported listing or founder'),
    many: msg('reported listings and founders'),
    todo: msg('Act on it, or dismiss the report.'),
  },
  {
    count: 'objections',
    get href() {
      return adminPaths.claims();
    },
    one: msg('ownership dispute'),
    many: msg('ownership disputes'),
    todo: msg('Decide who owns the listing.'),
  },
  {
    count: 'messages',
    get href() {
      return adminPaths.messages();
    },
    one: msg('message to answer'),
    many: msg('messages to answer'),
    todo: msg('Answer it by email, or close it.'),
  },
  {
    count: 'reviews',
    get href() {
      return adminPaths.reviews();
    },
    one: msg('review to moderate'),
    many: msg('reviews to moderate'),
    todo: msg('Approve, keep or remove it.'),
  },
  {
    count: 'comments',
    get href() {
      return adminPaths.comments();
    },
    one: msg('comment to moderate'),
    many: msg('comments to moderate'),
    todo: msg('Approve, keep or remove it.'),
  },
  {
    count: 'held_votes',
    get href() {
      return adminPaths.votes();
    },
    one: msg('held vote'),
    many: msg('held votes'),
    todo: msg('Count or reject it before the week ends.'),
  },
  {
    count: 'figures',
    get href() {
      return `${adminPaths.metrics()}#troubles`;
    },
    one: msg('metric failed to update'),
    many: msg('metrics failed to update'),
    todo: msg('Check the source’s response.'),
  },
  {
    count: 'failed_mails',
    get href() {
      return adminPaths.mails({ status: 'failed' });
    },
    one: msg('email failed'),
    many: msg('emails failed'),
    todo: msg('Resend it when the mail server works again.'),
    admin: true,
  },
  {
    count: 'failed_jobs',
    get href() {
      return adminPaths.jobs();
    },
    one: msg('failed job'),
    many: msg('failed jobs'),
    todo: msg('Check the error, then retry.'),
    admin: true,
  },
]);

/** Number of open tasks of one menu item. */
const countTasks = (menu_href: string, workload: TeamWorkload): number =>
  ADMIN_TASKS.reduce((sum, { href, count }) => (href.split(/[?#]/, 1)[0] === menu_href ? sum + workload[count] : sum), 0);

interface MenuGroup {
  heading: string;
  /** Only for network admins. */
  admin?: true;
  items: { name: string; path: (() => string) & { pattern: string } }[];
}

/** The menu of the admin area, in display order. */
const MENU: MenuGroup[] = texts<MenuGroup[]>([
  {
    heading: msg('To do'),
    items: [
      { name: msg('Overview'), path: adminPaths.home },
      { name: msg('Inbox'), path: adminPaths.inbox },
      { name: msg('Approvals'), path: adminPaths.approvals },
      { name: msg('Reports'), path: adminPaths.reports },
      { name: msg('Claims'), path: adminPaths.claims },
      { name: msg('Reviews'), path: adminPaths.reviews },
      { name: msg('Comments'), path: adminPaths.comments },
      { name: msg('Votes'), path: adminPaths.votes },
      { name: msg('Messages'), path: adminPaths.messages },
      { name: msg('Edits'), path: adminPaths.edits },
      { name: msg('Saved replies'), path: adminPaths.replies },
    ],
  },
  {
    heading: msg('Content'),
    items: [
      { name: msg('Listings'), path: adminPaths.listings },
      { name: msg('Import'), path: adminPaths.imports },
      { name: msg('Export'), path: adminPaths.export },
      { name: msg('Dataset'), path: adminPaths.dataset },
      { name: msg('Categories'), path: adminPaths.categories },
      { name: msg('Attributes'), path: adminPaths.attributes },
      { name: msg('Founders'), path: adminPaths.founders },
      { name: msg('Users'), path: adminPaths.users },
      { name: msg('Blog'), path: adminPaths.posts },
      { name: msg('Interview'), path: adminPaths.questions },
      { name: msg('Digest'), path: adminPaths.digest },
    ],
  },
  {
    heading: msg('Sales'),
    items: [
      { name: msg('Orders'), path: adminPaths.orders },
      { name: msg('Products'), path: adminPaths.products },
      { name: msg('Promo codes'), path: adminPaths.promoCodes },
      { name: msg('VAT'), path: adminPaths.vat },
    ],
  },
  {
    heading: msg('Site'),
    items: [
      { name: msg('Setup'), path: adminPaths.setup },
      { name: msg('Numbers'), path: adminPaths.numbers },
      { name: msg('Brand'), path: adminPaths.brand },
      { name: msg('Legal'), path: adminPaths.legal },
      { name: msg('Weeks'), path: adminPaths.weeks },
      { name: msg('Metrics'), path: adminPaths.metrics },
      { name: msg('Vote ledger'), path: adminPaths.ledger },
      { name: msg('Webhooks'), path: adminPaths.webhooks },
      { name: msg('Admins'), path: adminPaths.team },
      { name: msg('Settings'), path: adminPaths.settings },
      { name: msg('Log'), path: adminPaths.log },
    ],
  },
  {
    heading: msg('Deployment'),
    admin: true,
    items: [
      { name: msg('Email'), path: adminPaths.mails },
      { name: msg('Jobs'), path: adminPaths.jobs },
      { name: msg('Sign-in'), path: adminPaths.signIn },
      { name: msg('Sites'), path: adminPaths.sites },
    ],
  },
]);

/** The menu item of a page, by the pattern of its address. */
export const findMenuItem = (pattern: string) => MENU.flatMap(({ items }) => items).find(({ path }) => path.pattern === pattern);

export interface FrameData {
  /** Whether the caller is a network admin. */
  admin: boolean;
  workload: TeamWorkload;
}

/** Frame of every admin page: the menu, with what waits for the team, and the page itself. */
export const AdminFrame = ({ current, admin, workload, children }: FrameData & { current: string; children: ComponentChildren }) => {
  const sections = MENU.filter((group) => admin || !group.admin).map(({ heading, items }) => ({
    heading,
    items: items.map(({ name, path }) => ({ name, href: path(), count: countTasks(path(), workload) })),
  }));
  return (
    <WithMenu sections={sections} current={current} label={t('Back office')}>
      <div class="office-page">{children}</div>
    </WithMenu>
  );
};
