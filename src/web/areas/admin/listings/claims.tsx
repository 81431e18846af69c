import type { Ctx } from '../../../../kernel/context.ts';
import { PAGING, Strict } from '../../../../kernel/schema.ts';
import { listDisputes } from '../../../../modules/claims/disputes.ts';
import type { OpenObjection, PendingClaimRow } from '../../../../modules/claims/queries.ts';
import { adminPaths } from '../../../paths.ts';
import { type PageContext, type PageHead, type Params, parseQuery, type Query, requireSignedIn, textParam } from '../../../server/page.ts';
import { Prose } from '../../../ui/elements.tsx';
import { RelativeTime } from '../../../ui/format.tsx';
import { Empty } from '../../../ui/list.tsx';
import { AdminForm, AdminHeading, AdminRows, AdminSection, PreviousNext } from '../components.tsx';

export const load = async (ctx: Ctx, _params: Params, query: Query) => {
  const { input } = parseQuery(Strict(PAGING), query);
  return { ...(await listDisputes(requireSignedIn(ctx), input)), page: input.page, done: textParam(query.done) };
};

type Data = Awaited<ReturnType<typeof load>>;

export const head = (): PageHead => ({
  title: 'Claims',
  description: 'Who says that a listing is theirs.',
  canonical: adminPaths.claims(),
  index: false,
});

const DONE: Record<string, string> = {
  granted: 'It is theirs, and they are told.',
  upheld: 'It is theirs, and both are told.',
  dismissed: 'Its owner stays, and your answer is on its way.',
};

const METHODS: Record<PendingClaimRow['method'], string> = {
  dns: 'by a DNS record',
  meta: 'by a tag on the homepage',
  file: 'by a file',
  email: 'by a mailbox',
};

const Objection = ({ objection, context }: { objection: OpenObjection; context: PageContext }) => (
  <li>
    <div>
      <p class="office-title" dir="auto">
        <a href={adminPaths.listing({ id: objection.listing_id })}>{objection.listing}</a>
      </p>
      <p class="quiet">
        <bdi>{objection.by}</bdi> said, <RelativeTime at={objection.created_at} now={context.now} />, that it should not belong to{' '}
        <bdi>{objection.owner ?? 'nobody'}</bdi>:
      </p>
      <blockquote class="judged">
        <Prose text={objection.message} />
      </blockquote>
      <AdminForm
        action={adminPaths.dismissObjection({ id: objection.id })}
        context={context}
        submit="Leave it with its owner"
        about={objection.listing}
        fields={[{ name: 'answer', label: 'What you answer them', rows: 3, max_length: 1000, required: true }]}
      />
      <p class="office-or">Or, if they are right:</p>
      <AdminForm
        action={adminPaths.upholdObjection({ id: objection.id })}
        context={context}
        submit="Give it to them"
        about={objection.listing}
      />
    </div>
  </li>
);

const claimRow = (claim: PendingClaimRow, context: PageContext) => ({
  href: adminPaths.listing({ id: claim.listing_id }),
  title: claim.listing,
  more: (
    <>
      <bdi>{claim.by}</bdi> will prove it {METHODS[claim.method]}, since <RelativeTime at={claim.created_at} now={context.now} />
      {claim.owner && (
        <>
          {' '}
          · now owned by <bdi>{claim.owner}</bdi>
        </>
      )}
      {claim.last_check && (
        <>
          {' '}
          · <bdi>{claim.last_check.detail}</bdi>
        </>
      )}
    </>
  ),
  status: (
    <AdminForm
      action={adminPaths.grantClaim({ id: claim.id })}
      context={context}
      submit="Give it to them"
      about={`${claim.listing}, ${claim.by}`}
    />
  ),
});

export const view = ({ objections, claims, page, has_more, done }: Data, context: PageContext) => (
  <>
    <AdminHeading
      title="Claims"
      lede={
        <>
          Who says that a listing is theirs. Each decision can be undone in <a href={adminPaths.log()}>the log</a>.
        </>
      }
      done={done && DONE[done]}
    />
    <AdminSection id="objections" title="Objections to an owner">
      {objections.length === 0 ? (
        <Empty title="Nobody objects." />
      ) : (
        <ul class="rows rows-ruled rows-split">
          {objections.map((objection) => (
            <Objection objection={objection} context={context} />
          ))}
        </ul>
      )}
    </AdminSection>
    <AdminSection id="pending" title="Still to be proved">
      <p>These prove themselves, or expire. Give a listing away by hand only if you have another proof.</p>
      <AdminRows rows={claims.map((claim) => claimRow(claim, context))} empty="No claim is under way." />
      <PreviousNext page={page} has_more={has_more} href={(page) => adminPaths.claims({ page })} />
    </AdminSection>
  </>
);
