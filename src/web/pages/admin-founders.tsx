import type { Ctx } from '../../kernel/context.ts';
import { PAGING, Strict, T, Text } from '../../kernel/schema.ts';
import { foundersToEdit } from '../../modules/people/editing.ts';
import { team } from '../admin-addresses.ts';
import { asked } from '../asked.ts';
import { type Head, type Params, type Query, signedIn } from '../page.ts';
import { OfficeHead, OfficeRows, Turn } from '../parts/admin-parts.tsx';

const FindFounders = Strict({ q: T.Optional(Text(120)), ...PAGING });

export const load = async (ctx: Ctx, _params: Params, query: Query) => {
  const { input } = asked(FindFounders, query);
  return { input, ...(await foundersToEdit(signedIn(ctx), input)) };
};

type Data = Awaited<ReturnType<typeof load>>;

export const head = (): Head => ({
  title: 'Founders',
  description: 'The site’s founders, also those who are not shown.',
  canonical: team.founders(),
  index: false,
});

export const view = ({ input, founders, has_more }: Data) => (
  <>
    <OfficeHead title="Founders" />
    <form class="office-find" action={team.founders()} method="get">
      <div class="field">
        <label for="founders-q">Name</label>
        <input id="founders-q" name="q" type="text" maxlength={120} value={input.q} dir="auto" autocomplete="off" />
      </div>
      <button class="button" type="submit">
        Find
      </button>
    </form>
    <OfficeRows
      rows={founders.map((founder) => ({
        href: team.founder(founder.id),
        title: founder.name,
        more: <bdi>{founder.companies.map(({ name }) => name).join(', ') || 'Of no listing'}</bdi>,
        status: founder.hidden_at ? (
          <span class="own-status own-status-removed">{founder.merged_into ? 'Merged' : 'Hidden'}</span>
        ) : undefined,
      }))}
      empty="No founder is called that."
    />
    <Turn page={input.page} has_more={has_more} href={(page) => team.founders({ q: input.q, page })} words={['Previous', 'Next']} />
  </>
);
