import type { Ctx } from '../../kernel/context.ts';
import { PAGING, Strict } from '../../kernel/schema.ts';
import { disputesOf } from '../../modules/claims/decision.ts';
import type { OpenObjection, PendingClaim } from '../../modules/claims/decision-queries.ts';
import { team } from '../admin-addresses.ts';
import { asked, typed } from '../asked.ts';
import { type Head, type Here, type Params, type Query, signedIn } from '../page.ts';
import { AdminForm } from '../parts/admin-form.tsx';
import { OfficeHead, OfficeRows, Part, Turn } from '../parts/admin-parts.tsx';
import { Empty } from '../parts/empty.tsx';
import { Moment } from '../parts/moment.tsx';
import { Prose } from '../parts/prose.tsx';

export const load = async (ctx: Ctx, _params: Params, query: Query) => {
  const { input } = asked(Strict(PAGING), query);
  return { ...(await disputesOf(signedIn(ctx), input)), page: input.page, done: typed(query.done) };
};

type Data = Awaited<ReturnType<typeof load>>;

export const head = (): Head => ({
  title: 'Claims',
  description: 'Who says that a listing is theirs.',
  canonical: team.claims(),
  index: false,
});

const DONE: Record<string, string> = {
  granted: 'It is theirs, and they are told.',
  upheld: 'It is theirs, and both are told.',
  dismissed: 'Its owner stays, and your answer is on its way.',
};

const METHODS: Record<PendingClaim['method'], string> = {
  dns: 'by a DNS record',
  meta: 'by a tag on the homepage',
  file: 'by a file',
  email: 'by a mailbox',
};

const Objection = ({ objection, here }: { objection: OpenObjection; here: Here }) => (
  <li>
    <div>
      <p class="office-title" dir="auto">
        <a href={team.listing(objection.listing_id)}>{objection.listing}</a>
      </p>
      <p class="quiet">
        <bdi>{objection.by}</bdi> said, <Moment at={objection.created_at} now={here.now} />, that it should not belong to{' '}
        <bdi>{objection.owner ?? 'nobody'}</bdi>:
      </p>
      <blockquote class="judged">
        <Prose text={objection.message} />
      </blockquote>
      <AdminForm
        action={team.objection(objection.id, 'dismiss')}
        here={here}
        submit="Leave it with its owner"
        about={objection.listing}
        fields={[{ name: 'answer', label: 'What you answer them', rows: 3, most: 1000, required: true }]}
      />
      <p class="office-or">Or, if they are right:</p>
      <AdminForm action={team.objection(objection.id, 'uphold')} here={here} submit="Give it to them" about={objection.listing} />
    </div>
  </li>
);

const claimRow = (claim: PendingClaim, here: Here) => ({
  href: team.listing(claim.listing_id),
  title: claim.listing,
  more: (
    <>
      <bdi>{claim.by}</bdi> will prove it {METHODS[claim.method]}, since <Moment at={claim.created_at} now={here.now} />
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
  status: <AdminForm action={team.grantClaim(claim.id)} here={here} submit="Give it to them" about={`${claim.listing}, ${claim.by}`} />,
});

export const view = ({ objections, claims, page, has_more, done }: Data, here: Here) => (
  <>
    <OfficeHead
      title="Claims"
      lede={
        <>
          Who says that a listing is theirs. Each decision can be undone in <a href={team.log()}>the log</a>.
        </>
      }
      done={done && DONE[done]}
    />
    <Part id="objections" title="Objections to an owner">
      {objections.length === 0 ? (
        <Empty title="Nobody objects." />
      ) : (
        <ul class="office-rows">
          {objections.map((objection) => (
            <Objection objection={objection} here={here} />
          ))}
        </ul>
      )}
    </Part>
    <Part id="pending" title="Still to be proved">
      <p>These prove themselves, or expire. Give a listing away by hand only if you have another proof.</p>
      <OfficeRows rows={claims.map((claim) => claimRow(claim, here))} empty="No claim is under way." />
      <Turn page={page} has_more={has_more} href={(page) => team.claims({ page })} />
    </Part>
  </>
);
