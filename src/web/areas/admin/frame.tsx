import type { ComponentChildren, VNode } from 'preact';
import type { Ctx } from '../../../kernel/context.ts';
import { isNetworkAdminCaller } from '../../../modules/accounts/account.ts';
import { countTeamWorkload, type TeamWorkload } from '../../../modules/moderation/queries.ts';
import { to } from '../../server/addresses.ts';
import { team } from '../../server/admin-addresses.ts';
import type { Breadcrumb, PageContext, PageHead, Params, Query } from '../../server/page.ts';
import { formatCount } from '../../ui/format.tsx';

interface AdminTask {
  /** The count in the team's workload. */
  count: keyof TeamWorkload;
  href: string;
  /** Text that follows the number. */
  one: string;
  many: string;
  /** What the team should do about it. */
  todo: string;
  /** Address of the menu item that shows the count. */
  menu_href: string;
  /** Only for network admins. */
  admin?: boolean;
}

/** Work that can wait for the team. Tasks about money or ownership come first, technical failures last. */
export const ADMIN_TASKS: AdminTask[] = [
  {
    count: 'refunds',
    href: to.adminOrders({ status: 'refund_failed' }),
    one: 'refund was refused',
    many: 'refunds were refused',
    todo: 'The payment provider would not send the money back. Try again, or send it another way.',
    menu_href: team.orders(),
  },
  {
    count: 'lines',
    href: to.adminOrders({ status: 'with_the_team' }),
    one: 'ordered thing is with the team',
    many: 'ordered things are with the team',
    todo: 'Deliver it, or give it up and send the money back.',
    menu_href: team.orders(),
  },
  {
    count: 'objections',
    href: team.claims(),
    one: 'objection to an owner',
    many: 'objections to owners',
    todo: 'Say whose listing it is.',
    menu_href: team.claims(),
  },
  {
    count: 'reviews',
    href: to.adminReviews(),
    one: 'review is held or reported',
    many: 'reviews are held or reported',
    todo: 'Show it, leave it or remove it.',
    menu_href: to.adminReviews(),
  },
  {
    count: 'held_votes',
    href: to.adminVotes(),
    one: 'vote is held back',
    many: 'votes are held back',
    todo: 'Count it or leave it out, before the week ends.',
    menu_href: to.adminVotes(),
  },
  {
    count: 'figures',
    href: `${team.metrics()}#troubles`,
    one: 'figure could not be read',
    many: 'figures could not be read',
    todo: 'See what the source answered.',
    menu_href: team.metrics(),
  },
  {
    count: 'failed_mails',
    href: team.mail({ status: 'failed' }),
    one: 'mail could not be sent',
    many: 'mails could not be sent',
    todo: 'Send it again once the mail server takes it.',
    menu_href: to.adminMail(),
    admin: true,
  },
  {
    count: 'failed_jobs',
    href: team.jobs(),
    one: 'job was given up',
    many: 'jobs were given up',
    todo: 'See what went wrong, then try it again.',
    menu_href: team.jobs(),
    admin: true,
  },
];

/** Number of open tasks of one menu item. */
const countTasks = (menu_href: string, workload: TeamWorkload): number =>
  ADMIN_TASKS.reduce((sum, task) => (task.menu_href === menu_href ? sum + workload[task.count] : sum), 0);

interface MenuItem {
  name: string;
  href: string;
  /** Only for network admins. */
  admin?: boolean;
}

/** The menu of the admin area, in display order. */
const MENU: { heading: string; items: MenuItem[] }[] = [
  {
    heading: 'To decide',
    items: [
      { name: 'Overview', href: team.home() },
      { name: 'Claims', href: team.claims() },
      { name: 'Reviews', href: to.adminReviews() },
      { name: 'Votes', href: to.adminVotes() },
      { name: 'Edits', href: to.adminEdits() },
    ],
  },
  {
    heading: 'Content',
    items: [
      { name: 'Listings', href: team.listings() },
      { name: 'Categories', href: team.categories() },
      { name: 'Founders', href: team.founders() },
      { name: 'Blog', href: team.posts() },
      { name: 'Interview', href: team.questions() },
    ],
  },
  {
    heading: 'Selling',
    items: [
      { name: 'Orders', href: team.orders() },
      { name: 'Products', href: team.products() },
      { name: 'VAT', href: to.adminVat() },
    ],
  },
  {
    heading: 'Running it',
    items: [
      { name: 'Weeks', href: team.weeks() },
      { name: 'Figures', href: team.metrics() },
      { name: 'Admins', href: team.people() },
      { name: 'Settings', href: team.settings() },
      { name: 'Log', href: team.log() },
    ],
  },
  {
    heading: 'Deployment',
    items: [
      { name: 'Mail', href: to.adminMail(), admin: true },
      { name: 'Jobs', href: team.jobs(), admin: true },
      { name: 'Sites', href: team.sites(), admin: true },
    ],
  },
];

const TaskCount = ({ n }: { n: number }) =>
  n > 0 ? (
    <span class="office-waits">
      {formatCount(n)}
      <span class="unseen"> waiting</span>
    </span>
  ) : null;

interface MenuProps {
  /** Address of the current menu item. */
  current: string;
  groups: typeof MENU;
  workload: TeamWorkload;
  label: string;
}

const Menu = ({ current, groups, workload, label }: MenuProps) => (
  <nav aria-label={label}>
    {groups.map(({ heading, items }) => (
      <div>
        <p class="office-heading">{heading}</p>
        <ul>
          {items.map(({ name, href }) => (
            <li>
              <a href={href} aria-current={href === current ? 'page' : undefined}>
                {name} <TaskCount n={countTasks(href, workload)} />
              </a>
            </li>
          ))}
        </ul>
      </div>
    ))}
  </nav>
);

interface FrameData {
  /** Whether the caller is a network admin. */
  admin: boolean;
  workload: TeamWorkload;
}

/** Frame of every admin page: the menu (collapsed on phones) and the page itself. */
const AdminFrame = ({ current, admin, workload, children }: FrameData & { current: string; children: ComponentChildren }) => {
  const groups = MENU.map(({ heading, items }) => ({ heading, items: items.filter((item) => admin || !item.admin) })).filter(
    ({ items }) => items.length > 0,
  );
  const all_items = groups.flatMap(({ items }) => items);
  return (
    <div class="office">
      <div class="office-places">
        <Menu current={current} groups={groups} workload={workload} label="Site team" />
      </div>
      <details class="office-menu">
        <summary>
          Site team: {all_items.find(({ href }) => href === current)?.name}{' '}
          <TaskCount n={all_items.reduce((sum, { href }) => sum + countTasks(href, workload), 0)} />
        </summary>
        <Menu current={current} groups={groups} workload={workload} label="Site team, unfolded" />
      </details>
      <div class="office-page">{children}</div>
    </div>
  );
};

interface PageParts<D> {
  load(ctx: Ctx, params: Params, query: Query): Promise<D>;
  head(data: D, context: PageContext): PageHead;
  view(data: D, context: PageContext): VNode;
}

const TRAIL: Breadcrumb[] = [
  { name: 'Your account', href: to.account() },
  { name: 'Site team', href: team.home() },
];

/** Wraps a page in the admin frame; `menu_href` is the menu item it belongs to. */
export const withAdminFrame = <D,>({ load, head, view }: PageParts<D>, menu_href: string): PageParts<FrameData & { data: D }> => ({
  async load(ctx, params, query) {
    const [data, admin, workload] = await Promise.all([load(ctx, params, query), isNetworkAdminCaller(ctx), countTeamWorkload(ctx)]);
    return { data, admin, workload };
  },
  head({ data }, context) {
    const { trail = [], ...rest } = head(data, context);
    const own = trail.filter(({ href }) => href !== to.account());
    return { ...rest, trail: rest.canonical === team.home() ? TRAIL.slice(0, 1) : [...TRAIL, ...own], index: false };
  },
  view: ({ data, admin, workload }, context) => (
    <AdminFrame current={menu_href} admin={admin} workload={workload}>
      {view(data, context)}
    </AdminFrame>
  ),
});
