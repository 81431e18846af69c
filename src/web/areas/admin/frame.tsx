import type { ComponentChildren } from 'preact';
import type { TeamWorkload } from '../../../modules/moderation/queries.ts';
import { adminPaths } from '../../paths.ts';
import { formatCount } from '../../ui/format.tsx';

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
    one: 'refund was refused',
    many: 'refunds were refused',
    todo: 'The payment provider would not send the money back. Try again, or send it another way.',
  },
  {
    count: 'lines',
    href: adminPaths.orders({ status: 'with_the_team' }),
    one: 'ordered thing is with the team',
    many: 'ordered things are with the team',
    todo: 'Deliver it, or give it up and send the money back.',
  },
  {
    count: 'objections',
    href: adminPaths.claims(),
    one: 'objection to an owner',
    many: 'objections to owners',
    todo: 'Say whose listing it is.',
  },
  {
    count: 'reviews',
    href: adminPaths.reviews(),
    one: 'review is held or reported',
    many: 'reviews are held or reported',
    todo: 'Show it, leave it or remove it.',
  },
  {
    count: 'held_votes',
    href: adminPaths.votes(),
    one: 'vote is held back',
    many: 'votes are held back',
    todo: 'Count it or leave it out, before the week ends.',
  },
  {
    count: 'figures',
    href: `${adminPaths.metrics()}#troubles`,
    one: 'figure could not be read',
    many: 'figures could not be read',
    todo: 'See what the source answered.',
  },
  {
    count: 'failed_mails',
    href: adminPaths.mails({ status: 'failed' }),
    one: 'mail could not be sent',
    many: 'mails could not be sent',
    todo: 'Send it again once the mail server takes it.',
    admin: true,
  },
  {
    count: 'failed_jobs',
    href: adminPaths.jobs(),
    one: 'job was given up',
    many: 'jobs were given up',
    todo: 'See what went wrong, then try it again.',
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
    heading: 'To decide',
    items: {
      Overview: adminPaths.home,
      Claims: adminPaths.claims,
      Reviews: adminPaths.reviews,
      Votes: adminPaths.votes,
      Edits: adminPaths.edits,
    },
  },
  {
    heading: 'Content',
    items: {
      Listings: adminPaths.listings,
      Categories: adminPaths.categories,
      Founders: adminPaths.founders,
      Blog: adminPaths.posts,
      Interview: adminPaths.questions,
      Digest: adminPaths.digest,
    },
  },
  { heading: 'Selling', items: { Orders: adminPaths.orders, Products: adminPaths.products, VAT: adminPaths.vat } },
  {
    heading: 'Running it',
    items: {
      Weeks: adminPaths.weeks,
      Figures: adminPaths.metrics,
      Admins: adminPaths.team,
      Settings: adminPaths.settings,
      Log: adminPaths.log,
    },
  },
  { heading: 'Deployment', admin: true, items: { Mail: adminPaths.mails, Jobs: adminPaths.jobs, Sites: adminPaths.sites } },
];

export const MENU_NAMES: Record<string, string> = Object.fromEntries(
  MENU.flatMap(({ items }) => Object.entries(items)).map(([name, path]) => [path(), name]),
);

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
  groups: MenuGroup[];
  workload: TeamWorkload;
  label: string;
}

const Menu = ({ current, groups, workload, label }: MenuProps) => (
  <nav aria-label={label}>
    {groups.map(({ heading, items }) => (
      <div>
        <p class="office-heading">{heading}</p>
        <ul>
          {Object.entries(items).map(([name, path]) => (
            <li>
              <a href={path()} aria-current={path() === current ? 'page' : undefined}>
                {name} <TaskCount n={countTasks(path(), workload)} />
              </a>
            </li>
          ))}
        </ul>
      </div>
    ))}
  </nav>
);

export interface FrameData {
  /** Whether the caller is a network admin. */
  admin: boolean;
  workload: TeamWorkload;
}

/** Frame of every admin page: the menu (collapsed on phones) and the page itself. */
export const AdminFrame = ({ current, admin, workload, children }: FrameData & { current: string; children: ComponentChildren }) => {
  const groups = MENU.filter((group) => admin || !group.admin);
  const paths = groups.flatMap(({ items }) => Object.values(items));
  return (
    <div class="office">
      <div class="office-places plain-links">
        <Menu current={current} groups={groups} workload={workload} label="Site team" />
      </div>
      <details class="office-menu plain-links">
        <summary>
          Site team: {MENU_NAMES[current]} <TaskCount n={paths.reduce((sum, path) => sum + countTasks(path(), workload), 0)} />
        </summary>
        <Menu current={current} groups={groups} workload={workload} label="Site team, unfolded" />
      </details>
      <div class="office-page">{children}</div>
    </div>
  );
};
