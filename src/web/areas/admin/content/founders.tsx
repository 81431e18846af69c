import type { Ctx } from '../../../../kernel/context.ts';
import { PAGING, Strict, T, Text } from '../../../../kernel/schema.ts';
import { listFoundersForTeam } from '../../../../modules/people/founders.ts';
import { adminPaths } from '../../../paths.ts';
import { type PageHead, type Params, parseQuery, type Query, requireSignedIn } from '../../../server/page.ts';
import { AdminHeading, AdminRows, FindForm, PreviousNext } from '../components.tsx';

const FoundersQuery = Strict({ q: T.Optional(Text(120)), ...PAGING });

export const load = async (ctx: Ctx, _params: Params, query: Query) => {
  const { input } = parseQuery(FoundersQuery, query);
  return { input, ...(await listFoundersForTeam(requireSignedIn(ctx), input)) };
};

type Data = Awaited<ReturnType<typeof load>>;

export const head = (): PageHead => ({
  title: 'Founders',
  description: 'The site’s founders, also those who are not shown.',
  canonical: adminPaths.founders(),
  index: false,
});

export const view = ({ input, founders, has_more }: Data) => (
  <>
    <AdminHeading title="Founders" />
    <FindForm action={adminPaths.founders()} id="founders-q" label="Name" max_length={120} value={input.q} />
    <AdminRows
      rows={founders.map((founder) => ({
        href: adminPaths.founder({ id: founder.id }),
        title: founder.name,
        more: <bdi>{founder.companies.map(({ name }) => name).join(', ') || 'Of no listing'}</bdi>,
        status: founder.hidden_at ? <span class="pill pill-removed">{founder.merged_into ? 'Merged' : 'Hidden'}</span> : undefined,
      }))}
      empty="No founder is called that."
    />
    <PreviousNext
      page={input.page}
      has_more={has_more}
      href={(page) => adminPaths.founders({ q: input.q, page })}
      labels={['Previous', 'Next']}
    />
  </>
);
