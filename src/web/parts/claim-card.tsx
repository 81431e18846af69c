import type { Claim } from '../../modules/claims/schema.ts';
import { to } from '../addresses.ts';
import type { Here } from '../page.ts';
import { Copyable } from './copyable.tsx';
import { Form } from './form.tsx';
import { Icon } from './icon.tsx';
import { Moment } from './moment.tsx';

export const METHOD_NAMES: Record<Claim['method'], string> = {
  dns: 'DNS record',
  meta: 'Tag on the homepage',
  file: 'File on the website',
  email: 'Mail to the domain',
};

const STATUS_SAYS: Record<Claim['status'], string> = {
  pending: 'Waiting for the proof',
  verified: 'Proved',
  expired: 'Expired',
  superseded: 'Overtaken',
};

export const ClaimStatus = ({ status }: { status: Claim['status'] }) => (
  <p class={`claim-status claim-status-${status}`}>
    {status === 'verified' && <Icon name="check" size={16} />} {STATUS_SAYS[status]}
  </p>
);

/** What the place, and what is published there, are called for each method. */
const LABELS: Record<Claim['method'], { where: string; value: string }> = {
  dns: { where: 'Name', value: 'Value' },
  meta: { where: 'Page', value: 'Tag' },
  file: { where: 'Address', value: 'Content' },
  email: { where: 'Mailbox', value: '' },
};

const Publish = ({ claim: { method, instructions } }: { claim: Claim }) => (
  <>
    <p dir="auto">{instructions.what}</p>
    <dl class="claim-parts">
      <dt>{LABELS[method].where}</dt>
      <dd>
        {method === 'email' ? <span dir="auto">{instructions.where}</span> : <Copyable text={instructions.where} name="the address" />}
      </dd>
      {method === 'dns' && (
        <>
          <dt>Type</dt>
          <dd>TXT</dd>
        </>
      )}
      {instructions.value && (
        <>
          <dt>{LABELS[method].value}</dt>
          <dd>
            <Copyable text={instructions.value} name="what to publish" />
          </dd>
        </>
      )}
    </dl>
  </>
);

const Seen = ({ claim, here }: { claim: Claim; here: Here }) => (
  <div class="claim-seen" id={`seen-${claim.id}`}>
    {claim.last_check && (
      <p role="status" class={claim.last_check.found ? 'claim-found' : undefined}>
        <strong dir="auto">{claim.last_check.detail}</strong>{' '}
        <span class="quiet">
          Looked <Moment at={new Date(claim.last_check.checked_at)} now={here.now} />.
        </span>
      </p>
    )}
    <p class="quiet">
      {claim.next_check_at && (
        <>
          We look by ourselves again <Moment at={new Date(claim.next_check_at)} now={here.now} />.{' '}
        </>
      )}
      The claim ends <Moment at={new Date(claim.expires_at)} now={here.now} />.
    </p>
  </div>
);

/** A pending claim: what to publish, what was seen, and a button to look now. */
export const PendingClaim = ({ claim, here }: { claim: Claim; here: Here }) => (
  <article class="claim-card" aria-labelledby={`claim-${claim.id}`}>
    <h3 id={`claim-${claim.id}`}>{METHOD_NAMES[claim.method]}</h3>
    <Publish claim={claim} />
    {claim.method === 'email' ? (
      <Form action={to.claim(claim.listing_slug)} here={{ ...here, form: undefined }} hidden={{ method: 'email', email: claim.email }}>
        <button class="button" type="submit">
          Send it again
        </button>
      </Form>
    ) : (
      <Form action={to.checkClaim(claim.id)} here={here}>
        <button class="button button-main" type="submit">
          Check now
        </button>
      </Form>
    )}
    <Seen claim={claim} here={here} />
  </article>
);
