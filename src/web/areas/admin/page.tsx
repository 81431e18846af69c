import type { ComponentChildren } from 'preact';
import type { Caller, Ctx } from '../../../kernel/context.ts';
import { texts } from '../../../kernel/language/messages.ts';
import { type Static, Strict, type TObject, type TProperties, type TSchema } from '../../../kernel/schema.ts';
import { isNetworkAdminCaller } from '../../../modules/accounts/account.ts';
import { countTeamWorkload } from '../../../modules/moderation/queries.ts';
import { adminPaths } from '../../paths.ts';
import {
  type Breadcrumb,
  type IgnoredParam,
  type PageContext,
  type PageRow,
  parseQuery,
  requireSignedIn,
  textParam,
} from '../../server/page.ts';
import type { PathParams } from '../../server/path.ts';
import { AdminFrame, type FrameData, MENU_NAMES } from './frame.tsx';

const BACK_OFFICE: Breadcrumb = { name: 'Back office', href: adminPaths.home() };

/** Heading of an admin page; `done` confirms the last action. */
const AdminHeading = ({ title, lede, done }: { title: string; lede?: ComponentChildren; done?: string }) => (
  <>
    <header class="page-head">
      <h1 dir="auto">{title}</h1>
      {lede && <p class="lede">{lede}</p>}
    </header>
    {done && (
      <p class="done" role="status">
        {done} <a href={adminPaths.log()}>See the log</a>
      </p>
    )}
  </>
);

/** What a page shows: what it loaded, and the key of the action to confirm. */
type PageData<D> = D & { done?: string | undefined };

interface AdminPageRow<P extends string, Q extends TProperties, D extends object>
  extends Pick<PageRow<P, D>, 'name' | 'path' | 'for' | 'not_found'> {
  /** For a page about one record: the menu item it belongs to, which is also its breadcrumb. */
  menu?: () => string;
  /** Breadcrumbs after “Back office”, where they are not the menu item. */
  trail?: Breadcrumb[];
  /** The parameters of its query; `done` is known on every page. */
  query?: Q;
  load(ctx: Ctx<Caller>, input: PathParams<P> & Static<TObject<Q>>, ignored: IgnoredParam[]): Promise<D>;
  title: string | ((data: D) => string);
  description: string;
  /** For a page about one record. */
  canonical?: (data: D) => string;
  lede?: string | ((data: D, context: PageContext) => ComponentChildren);
  /** Confirmations of the last action, by key. */
  done?: Record<string, string>;
  /** A script that improves the page. */
  island?: string;
  /** Whether work is under way, so that the page refreshes itself. What it waits for has `data-watch`. */
  is_waiting?: (data: D) => boolean;
  /** True where `view` begins with a heading of its own. */
  has_own_heading?: boolean;
  view(data: PageData<D>, context: PageContext): ComponentChildren;
}

/** A page of the site's team: its heading and what it shows, in the admin frame. Its texts are read in the language of the page. */
export const adminPage = <P extends string, D extends object, Q extends TProperties = Record<never, TSchema>>(
  page: AdminPageRow<P, Q, D>,
): PageRow<P, FrameData & { data: PageData<D> }> => {
  const row = texts(page);
  const { name, path, for: audience = 'team', not_found, menu, done = {} } = row;
  // Without `query` its type is the default, which has no parameters.
  const query_schema = Strict(row.query ?? ({} as Q));
  const menu_href = menu?.() ?? path.pattern;
  const trail = row.trail ?? (menu ? [{ name: MENU_NAMES[menu_href]!, href: menu_href }] : []);
  const titleOf = (data: D) => (typeof row.title === 'string' ? row.title : row.title(data));
  return {
    name,
    path,
    for: audience,
    not_found,
    async load(ctx, params, query) {
      const { input, ignored } = parseQuery(query_schema, query);
      const [data, admin, workload] = await Promise.all([
        row.load(requireSignedIn(ctx), { ...params, ...input }, ignored),
        isNetworkAdminCaller(ctx),
        countTeamWorkload(ctx),
      ]);
      return { data: { ...data, done: textParam(query.done) }, admin, workload };
    },
    head: ({ data }) => ({
      title: titleOf(data),
      description: row.description,
      canonical: row.canonical?.(data) ?? path.pattern,
      ...(path.pattern === adminPaths.home.pattern
        ? { trail: [], here: BACK_OFFICE.name }
        : { trail: [BACK_OFFICE, ...trail], here: MENU_NAMES[path.pattern] ?? titleOf(data) }),
      index: false,
      ...(row.island && { island: row.island }),
      ...(row.is_waiting?.(data) && { island: 'watch.js', refresh: 3 }),
    }),
    view: ({ data, admin, workload }, context) => (
      <AdminFrame current={menu_href} admin={admin} workload={workload}>
        {!row.has_own_heading && (
          <AdminHeading
            title={titleOf(data)}
            lede={typeof row.lede === 'function' ? row.lede(data, context) : row.lede}
            done={data.done && done[data.done]}
          />
        )}
        {row.view(data, context)}
      </AdminFrame>
    ),
  };
};
