import type { ComponentChildren, VNode } from 'preact';
import type { Ctx } from '../../../kernel/context.ts';
import { isNetworkAdminCaller } from '../../../modules/accounts/account.ts';
import { countTeamWorkload, type TeamWorkload } from '../../../modules/moderation/queries.ts';
import { accountPaths, adminPaths } from '../../paths.ts';
import { type Breadcrumb, definePage, type Page, type PageContext, type PageHead, type PageRow, type Query } from '../../server/page.ts';
import type { PathParams } from '../../server/path.ts';
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
    href: adminPaths.orders({ status: 'refund_failed' }),
    one: 'refund was refused',
    many: 'refunds were refused',
    todo: 'The payment provider would not send the money back. Try again, or send it another way.',
    menu_href: adminPaths.orders(),
  },
  {
    count: 'lines',
    href: adminPaths.orders({ status: 'with_the_team' }),
    one: 'ordered thing is with the team',
    many: 'ordered things are with the team',
    todo: 'Deliver it, or give it up and send the money back.',
    menu_href: adminPaths.orders(),
  },
  {
    count: 'objections',
    href: adminPaths.claims(),
    one: 'objection to an owner',
    many: 'objections to owners',
    todo: 'Say whose listing it is.',
    menu_href: adminPaths.claims(),
  },
  {
    count: 'reviews',
    href: adminPaths.reviews(),
    one: 'review is held or reported',
    many: 'reviews are held or reported',
    todo: 'Show it, leave it or remove it.',
    menu_href: adminPaths.reviews(),
  },
  {
    count: 'held_votes',
    href: adminPaths.votes(),
    one: 'vote is held back',
    many: 'votes are held back',
    todo: 'Count it or leave it out, before the week ends.',
    menu_href: adminPaths.votes(),
  },
  {
    count: 'figures',
    href: `${adminPaths.metrics()}#troubles`,
    one: 'figure could not be read',
    many: 'figures could not be read',
    todo: 'See what the source answered.',
    menu_href: adminPaths.metrics(),
  },
  {
    count: 'failed_mails',
    href: adminPaths.mails({ status: 'failed' }),
    one: 'mail could not be sent',
    many: 'mails could not be sent',
    todo: 'Send it again once the mail server takes it.',
    menu_href: adminPaths.mails(),
    admin: true,
  },
  {
    count: 'failed_jobs',
    href: adminPaths.jobs(),
    one: 'job was given up',
    many: 'jobs were given up',
    todo: 'See what went wrong, then try it again.',
    menu_href: adminPaths.jobs(),
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
      { name: 'Overview', href: adminPaths.home() },
      { name: 'Claims', href: adminPaths.claims() },
      { name: 'Reviews', href: adminPaths.reviews() },
      { name: 'Votes', href: adminPaths.votes() },
      { name: 'Edits', href: adminPaths.edits() },
    ],
  },
  {
    heading: 'Content',
    items: [
      { name: 'Listings', href: adminPaths.listings() },
      { name: 'Categories', href: adminPaths.categories() },
      { name: 'Founders', href: adminPaths.founders() },
      { name: 'Blog', href: adminPaths.posts() },
      { name: 'Interview', href: adminPaths.questions() },
    ],
  },
  {
    heading: 'Selling',
    items: [
      { name: 'Orders', href: adminPaths.orders() },
      { name: 'Products', href: adminPaths.products() },
      { name: 'VAT', href: adminPaths.vat() },
    ],
  },
  {
    heading: 'Running it',
    items: [
      { name: 'Weeks', href: adminPaths.weeks() },
      { name: 'Figures', href: adminPaths.metrics() },
      { name: 'Admins', href: adminPaths.team() },
      { name: 'Settings', href: adminPaths.settings() },
      { name: 'Log', href: adminPaths.log() },
    ],
  },
  {
    heading: 'Deployment',
    items: [
      { name: 'Mail', href: adminPaths.mails(), admin: true },
      { name: 'Jobs', href: adminPaths.jobs(), admin: true },
      { name: 'Sites', href: adminPaths.sites(), admin: true },
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
      <div class="office-places plain-links">
        <Menu current={current} groups={groups} workload={workload} label="Site team" />
      </div>
      <details class="office-menu plain-links">
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

interface PageParts<P, D> {
  load: (ctx: Ctx, params: P, query: Query) => Promise<D>;
  head(data: D, context: PageContext): PageHead;
  view(data: D, context: PageContext): VNode;
}

const TRAIL: Breadcrumb[] = [
  { name: 'Your account', href: accountPaths.home() },
  { name: 'Site team', href: adminPaths.home() },
];

/** Wraps a page in the admin frame; `menu_href` is the menu item it belongs to. */
export const withAdminFrame = <P, D>({ load, head, view }: PageParts<P, D>, menu_href: string): PageParts<P, FrameData & { data: D }> => ({
  async load(ctx, params, query) {
    const [data, admin, workload] = await Promise.all([load(ctx, params, query), isNetworkAdminCaller(ctx), countTeamWorkload(ctx)]);
    return { data, admin, workload };
  },
  head({ data }, context) {
    const { trail = [], ...rest } = head(data, context);
    const own = trail.filter(({ href }) => href !== accountPaths.home());
    return { ...rest, trail: rest.canonical === adminPaths.home() ? TRAIL.slice(0, 1) : [...TRAIL, ...own], index: false };
  },
  view: ({ data, admin, workload }, context) => (
    <AdminFrame current={menu_href} admin={admin} workload={workload}>
      {view(data, context)}
    </AdminFrame>
  ),
});

/** A page in the admin frame, for the site's team unless `options` say otherwise; `menu` is the menu item it belongs to. */
export const adminPage = <P extends string, D>(
  name: string,
  path: { pattern: P },
  menu: () => string,
  parts: PageParts<PathParams<P>, D>,
  options: Pick<PageRow<P, D>, 'for' | 'not_found'> = {},
): Page => definePage({ name, path, for: 'team', ...options, ...withAdminFrame(parts, menu()) });
