import { msg, rich, t, texts } from '../../../kernel/language/messages.ts';
import { translateStored } from '../../../kernel/language/stored.ts';
import type { ClaimOverview } from '../../../modules/claims/claims.ts';
import { CLAIM_METHOD_NAMES, type Claim, type ClaimMethodName } from '../../../modules/claims/schema.ts';
import { claimPaths } from '../../paths.ts';
import { currentPage } from '../../server/page.ts';
import { Copyable, Icon } from '../../ui/elements.tsx';
import { Field, Form } from '../../ui/form.tsx';
import { ariaProps, errorFor, submittedTo } from '../../ui/form-state.ts';
import { RelativeTime } from '../../ui/times.tsx';

export const METHOD_NAMES: Record<Claim['method'], string> = texts({
  dns: msg('DNS record'),
  meta: msg('Meta tag'),
  file: msg('HTML file'),
  email: msg('Email'),
});

const STATUS_LABELS: Record<Claim['status'], string> = texts({
  pending: msg('Not verified yet'),
  verified: msg('Verified'),
  expired: msg('Expired'),
  superseded: msg('Claimed by someone else'),
});

export const ClaimStatusLabel = ({ status }: { status: Claim['status'] }) => (
  <p class={`pill pill-${status}`}>
    {status === 'verified' && <Icon name="check" size={16} />} {STATUS_LABELS[status]}
  </p>
);

const LABELS: Record<Claim['method'], { where: string; value: string }> = texts({
  dns: { where: msg('Name'), value: msg('Value') },
  meta: { where: msg('Page'), value: msg('Tag') },
  file: { where: msg('Address'), value: msg('Content') },
  email: { where: msg('Sent to'), value: '' },
});

const PublishInstructions = ({ claim: { method, instructions } }: { claim: Claim }) => (
  <>
    <p dir="auto">{instructions.what}</p>
    <dl class="claim-parts">
      <dt>{LABELS[method].where}</dt>
      <dd>
        {method === 'email' ? <span dir="auto">{instructions.where}</span> : <Copyable text={instructions.where} name={t('the address')} />}
      </dd>
      {method === 'dns' && (
        <>
          <dt>{t('Type')}</dt>
          <dd>TXT</dd>
        </>
      )}
      {instructions.value && (
        <>
          <dt>{LABELS[method].value}</dt>
          <dd>
            <Copyable text={instructions.value} name={t('the value')} />
          </dd>
        </>
      )}
    </dl>
  </>
);

const LastCheck = ({ claim }: { claim: Claim }) => (
  <div class={claim.last_check?.found ? 'check-result check-result-found' : 'check-result'} id={`seen-${claim.id}`}>
    {claim.last_check && (
      <p role="status">
        <strong dir="auto">{translateStored(claim.last_check.detail)}</strong>{' '}
        <span class="quiet">
          {rich('Checked {relativeTime}.', { relativeTime: <RelativeTime at={new Date(claim.last_check.checked_at)} /> })}
        </span>
      </p>
    )}
    <p class="quiet">
      {claim.next_check_at && (
        <>
          {rich('Next automatic check {relativeTime}.', {
            relativeTime: <RelativeTime at={new Date(claim.next_check_at)} />,
          })}{' '}
        </>
      )}
      {rich('The claim expires {relativeTime}.', { relativeTime: <RelativeTime at={new Date(claim.expires_at)} /> })}
    </p>
  </div>
);

/** A pending claim: what to publish, the last check, and a button to check now. */
export const PendingClaimCard = ({ claim }: { claim: Claim }) => (
  <article class="claim-card" aria-labelledby={`claim-${claim.id}`}>
    <h3 id={`claim-${claim.id}`}>{METHOD_NAMES[claim.method]}</h3>
    <PublishInstructions claim={claim} />
    {claim.method === 'email' ? (
      <Form action={claimPaths.claim({ slug: claim.listing_slug })} hides_message hidden={{ method: 'email', email: claim.email }}>
        <button class="button" type="submit">
          {t('Resend email')}
        </button>
      </Form>
    ) : (
      <Form action={claimPaths.check({ claim_id: claim.id })}>
        <button class="button button-main" type="submit">
          {t('Check now')}
        </button>
      </Form>
    )}
    <LastCheck claim={claim} />
  </article>
);

const methodDescriptions = ({ listing }: ClaimOverview): Record<ClaimMethodName, string> => ({
  dns: t('Add a TXT record to your domain. Your website stays unchanged.'),
  meta: t('Add one line to the head element of your homepage.'),
  file: t('Upload a small text file to your website.'),
  email: t('We’ll email a link to an address at {domain}.', { domain: listing.domain }),
});

/** The proof methods to choose from. Those that are impossible for this listing say why. */
export const ClaimMethods = ({ overview }: { overview: ClaimOverview }) => {
  const action = claimPaths.claim({ slug: overview.listing.slug });
  const form = submittedTo(action);
  const descriptions = methodDescriptions(overview);
  // Methods already pending are left out, except mail, where another address may be used.
  const pending_methods = overview.claims.filter(({ status }) => status === 'pending').map(({ method }) => method);
  const methods = CLAIM_METHOD_NAMES.filter((method) => method === 'email' || !pending_methods.includes(method));
  const chosen = form?.values.method ?? methods.find((method) => overview.obstacles[method] === null);
  const error = errorFor(form?.errors, 'method') ?? errorFor(form?.errors, 'slug');
  return (
    <Form action={action} class="form claim-methods">
      <fieldset class="choices">
        <legend>{t('How do you want to verify?')}</legend>
        {methods.map((method) => {
          const obstacle = overview.obstacles[method];
          return (
            <div class="choice">
              <input
                id={`method-${method}`}
                type="radio"
                name="method"
                value={method}
                checked={method === chosen && !obstacle}
                disabled={obstacle !== null}
                {...ariaProps('method', { error, first: error !== undefined && method === methods[0] })}
                aria-describedby={error ? `method-error method-${method}-says` : `method-${method}-says`}
              />
              <div>
                <label for={`method-${method}`}>{METHOD_NAMES[method]}</label>
                <p class="quiet" id={`method-${method}-says`} dir="auto">
                  {obstacle ? t('This {obstacle}.', { obstacle }) : descriptions[method]}
                </p>
              </div>
            </div>
          );
        })}
        {error && (
          <p class="field-error" id="method-error">
            {t('This {message}.', { message: error.message })}
          </p>
        )}
      </fieldset>
      {overview.obstacles.email === null && (
        <div class="claim-mailbox">
          <Field
            action={action}
            name="email"
            label={t('Email address')}
            type="email"
            hint={t('We’ll email this address and show your account’s email. The recipient confirms the claim with a button.')}
            autocomplete="email"
            maxlength={254}
          />
        </div>
      )}
      {!currentPage().caller && <p class="quiet">{t('You sign in next. Your claim starts right after.')}</p>}
      <button class="button button-main" type="submit">
        {t('Continue')}
      </button>
    </Form>
  );
};
