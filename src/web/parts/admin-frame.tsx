import type { ComponentChildren, VNode } from 'preact';
import type { Ctx } from '../../kernel/context.ts';
import { isAdmin } from '../../modules/accounts/account.ts';
import { countWaiting, type Waiting } from '../../modules/team/overview-queries.ts';
import { to } from '../addresses.ts';
import { team } from '../admin-addresses.ts';
import type { Crumb, Head, Here, Params, Query } from '../page.ts';
import { count } from '../wording.ts';
import { waitsAt } from './admin-tasks.ts';

interface TeamPlace {
  name: string;
  href: string;
  /** Only for who runs the whole deployment. */
  admin?: boolean;
}

/** The back office, in the order of its navigation. Adding a place is adding a row. */
const PLACES: { heading: string; places: TeamPlace[] }[] = [
  {
    heading: 'To decide',
    places: [
      { name: 'Overview', href: team.home() },
      { name: 'Claims', href: team.claims() },
      { name: 'Reviews', href: to.adminReviews() },
      { name: 'Votes', href: to.adminVotes() },
      { name: 'Edits', href: to.adminEdits() },
    ],
  },
  {
    heading: 'Content',
    places: [
      { name: 'Listings', href: team.listings() },
      { name: 'Categories', href: team.categories() },
      { name: 'Founders', href: team.founders() },
      { name: 'Blog', href: team.posts() },
      { name: 'Interview', href: team.questions() },
    ],
  },
  {
    heading: 'Selling',
    places: [
      { name: 'Orders', href: team.orders() },
      { name: 'Products', href: team.products() },
      { name: 'VAT', href: to.adminVat() },
    ],
  },
  {
    heading: 'Running it',
    places: [
      { name: 'Weeks', href: team.weeks() },
      { name: 'Figures', href: team.metrics() },
      { name: 'Admins', href: team.people() },
      { name: 'Settings', href: team.settings() },
      { name: 'Log', href: team.log() },
    ],
  },
  {
    heading: 'Deployment',
    places: [
      { name: 'Mail', href: to.adminMail(), admin: true },
      { name: 'Jobs', href: team.jobs(), admin: true },
      { name: 'Sites', href: team.sites(), admin: true },
    ],
  },
];

const Waits = ({ n }: { n: number }) =>
  n > 0 ? (
    <span class="office-waits">
      {count(n)}
      <span class="unseen"> waiting</span>
    </span>
  ) : null;

interface PlacesProps {
  place: string;
  groups: typeof PLACES;
  waiting: Waiting;
  label: string;
}

const Places = ({ place, groups, waiting, label }: PlacesProps) => (
  <nav aria-label={label}>
    {groups.map(({ heading, places }) => (
      <div>
        <p class="office-heading">{heading}</p>
        <ul>
          {places.map(({ name, href }) => (
            <li>
              <a href={href} aria-current={href === place ? 'page' : undefined}>
                {name} <Waits n={waitsAt(href, waiting)} />
              </a>
            </li>
          ))}
        </ul>
      </div>
    ))}
  </nav>
);

/** What the frame knows of who looks: whether all sites are theirs, and what waits for them. */
interface Framed {
  admin: boolean;
  waiting: Waiting;
}

/** The frame around every page of the team: its navigation, which is folded away on a phone, and the page. */
const AdminFrame = ({ place, admin, waiting, children }: Framed & { place: string; children: ComponentChildren }) => {
  const groups = PLACES.map(({ heading, places }) => ({ heading, places: places.filter((one) => admin || !one.admin) })).filter(
    ({ places }) => places.length > 0,
  );
  const all = groups.flatMap(({ places }) => places);
  return (
    <div class="office">
      <div class="office-places">
        <Places place={place} groups={groups} waiting={waiting} label="Site team" />
      </div>
      <details class="office-menu">
        <summary>
          Site team: {all.find(({ href }) => href === place)?.name}{' '}
          <Waits n={all.reduce((sum, { href }) => sum + waitsAt(href, waiting), 0)} />
        </summary>
        <Places place={place} groups={groups} waiting={waiting} label="Site team, unfolded" />
      </details>
      <div class="office-page">{children}</div>
    </div>
  );
};

interface Framable<D> {
  load(ctx: Ctx, params: Params, query: Query): Promise<D>;
  head(data: D, here: Here): Head;
  view(data: D, here: Here): VNode;
}

const TRAIL: Crumb[] = [
  { name: 'Your account', href: to.account() },
  { name: 'Site team', href: team.home() },
];

/** A page in the frame of the back office, under a place of its navigation. */
export const framed = <D,>({ load, head, view }: Framable<D>, place: string): Framable<Framed & { data: D }> => ({
  async load(ctx, params, query) {
    const [data, admin, waiting] = await Promise.all([load(ctx, params, query), isAdmin(ctx), countWaiting(ctx)]);
    return { data, admin, waiting };
  },
  head({ data }, here) {
    const { trail = [], ...rest } = head(data, here);
    const own = trail.filter(({ href }) => href !== to.account());
    return { ...rest, trail: rest.canonical === team.home() ? TRAIL.slice(0, 1) : [...TRAIL, ...own], index: false };
  },
  view: ({ data, admin, waiting }, here) => (
    <AdminFrame place={place} admin={admin} waiting={waiting}>
      {view(data, here)}
    </AdminFrame>
  ),
});
