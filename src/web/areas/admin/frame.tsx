import type { ComponentChildren } from 'preact';
import type { TeamWorkload } from '../../../modules/moderation/queries.ts';
import { adminPaths } from '../../paths.ts';
import { WithMenu } from '../../ui/frames/side-menu.tsx';

interface AdminTask {
  /** The count in the team's workload. */
  count: keyof TeamWorkload;
  /** Where to do it. The menu item of that page shows the count. */
  href: string;
  /** Text that follows the number. */
  one: string;
  many: string;
  /** What the team should do about it. */
  todo: string;
  /** Only for network admins. */
  admin?: boolean;
}

/** Work that can wait for the team. Tasks about money or ownership come first, technical failures last. */
export const ADMIN_TASKS: AdminTask[] = [
  {
    count: 'refunds',
    href: adminPaths.orders({ status: 'refund_failed' }),
    one: 'failed refund',
    many: 'failed refunds',
    todo: 'The payment provider rejected the refund. Try again, or refund another way.',
  },
  {
    count: 'lines',
    href: adminPaths.orders({ status: 'with_the_team' }),
    one: 'order item needs the team',
    many: 'order items need the team',
    todo: 'Deliver it, or cancel it and refund the buyer.',
  },
  {
    count: 'approvals',
    href: adminPaths.approvals(),
    one: 'listing to approve',
    many: 'listings to approve',
    todo: 'Approve it, return it for changes, or reject it.',
  },
  {
    count: 'reports',
    href: adminPaths.reports(),
    one: 'reported listing or founder',
    many: 'reported listings and founders',
    todo: 'Act on it, or dismiss the report.',
  },
  {
    count: 'objections',
    href: adminPaths.claims(),
    one: 'ownership dispute',
    many: 'ownership disputes',
    todo: 'Decide who owns the listing.',
  },
  {
    count: 'messages',
    href: adminPaths.messages(),
    one: 'message to answer',
    many: 'messages to answer',
    todo: 'Answer it by email, or close it.',
  },
  {
    count: 'reviews',
    href: adminPaths.reviews(),
    one: 'review to moderate',
    many: 'reviews to moderate',
    todo: 'Approve, keep or remove it.',
  },
  {
    count: 'comments',
    href: adminPaths.comments(),
    one: 'comment to moderate',
    many: 'comments to moderate',
    todo: 'Approve, keep or remove it.',
  },
  {
    count: 'held_votes',
    href: adminPaths.votes(),
    one: 'held vote',
    many: 'held votes',
    todo: 'Count or reject it before the week ends.',
  },
  {
    count: 'figures',
    href: `${adminPaths.metrics()}#troubles`,
    one: 'metric failed to update',
    many: 'metrics failed to update',
    todo: 'Check the source’s response.',
  },
  {
    count: 'failed_mails',
    href: adminPaths.mails({ status: 'failed' }),
    one: 'email failed',
    many: 'emails failed',
    todo: 'Resend it when the mail server works again.',
    admin: true,
  },
  {
    count: 'failed_jobs',
    href: adminPaths.jobs(),
    one: 'failed job',
    many: 'failed jobs',
    todo: 'Check the error, then retry.',
    admin: true,
  },
];

/** Number of open tasks of one menu item. */
const countTasks = (menu_href: string, workload: TeamWorkload): number =>
  ADMIN_TASKS.reduce((sum, { href, count }) => (href.split(/[?#]/, 1)[0] === menu_href ? sum + workload[count] : sum), 0);

interface MenuGroup {
  heading: string;
  /** Only for network admins. */
  admin?: true;
  /** The pages by name. */
  items: Record<string, () => string>;
}

/** The menu of the admin area, in display order. */
const MENU: MenuGroup[] = [
  {
    heading: 'To do',
    items: {
      Overview: adminPaths.home,
      Inbox: adminPaths.inbox,
      Approvals: adminPaths.approvals,
      Reports: adminPaths.reports,
      Claims: adminPaths.claims,
      Reviews: adminPaths.reviews,
      Comments: adminPaths.comments,
      Votes: adminPaths.votes,
      Messages: adminPaths.messages,
      Edits: adminPaths.edits,
      'Saved replies': adminPaths.replies,
    },
  },
  {
    heading: 'Content',
    items: {
      Listings: adminPaths.listings,
      Import: adminPaths.imports,
      Export: adminPaths.export,
      Categories: adminPaths.categories,
      Attributes: adminPaths.attributes,
      Founders: adminPaths.founders,
      Users: adminPaths.users,
      Blog: adminPaths.posts,
      Interview: adminPaths.questions,
      Digest: adminPaths.digest,
    },
  },
  {
    heading: 'Sales',
    items: { Orders: adminPaths.orders, Products: adminPaths.products, 'Promo codes': adminPaths.promoCodes, VAT: adminPaths.vat },
  },
  {
    heading: 'Site',
    items: {
      Setup: adminPaths.setup,
      Numbers: adminPaths.numbers,
      Brand: adminPaths.brand,
      Legal: adminPaths.legal,
      Weeks: adminPaths.weeks,
      Metrics: adminPaths.metrics,
      Ledger: adminPaths.ledger,
      Admins: adminPaths.team,
      Settings: adminPaths.settings,
      Log: adminPaths.log,
    },
  },
  {
    heading: 'Deployment',
    admin: true,
    items: { Email: adminPaths.mails, Jobs: adminPaths.jobs, 'Sign-in': adminPaths.signIn, Sites: adminPaths.sites },
  },
];

export const MENU_NAMES: Record<string, string> = Object.fromEntries(
  MENU.flatMap(({ items }) => Object.entries(items)).map(([name, path]) => [path(), name]),
);

export interface FrameData {
  /** Whether the caller is a network admin. */
  admin: boolean;
  workload: TeamWorkload;
}

/** Frame of every admin page: the menu, with what waits for the team, and the page itself. */
export const AdminFrame = ({ current, admin, workload, children }: FrameData & { current: string; children: ComponentChildren }) => {
  const sections = MENU.filter((group) => admin || !group.admin).map(({ heading, items }) => ({
    heading,
    items: Object.entries(items).map(([name, path]) => ({ name, href: path(), count: countTasks(path(), workload) })),
  }));
  return (
    <WithMenu sections={sections} current={current} label="Back office">
      <div class="office-page">{children}</div>
    </WithMenu>
  );
};
