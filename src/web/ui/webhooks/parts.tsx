import { msg, rich, t, texts } from '../../../kernel/language/messages.ts';
import { translateStored } from '../../../kernel/language/stored.ts';
import { CHANGE_KINDS, type ChangeKind } from '../../../modules/changes/rules.ts';
import type { WebhookDetails } from '../../../modules/webhooks/endpoints.ts';
import type { Delivery, WebhookSummary } from '../../../modules/webhooks/queries.ts';
import { DELIVERY_DAYS } from '../../../modules/webhooks/rules.ts';
import type { WebhookStatus } from '../../../modules/webhooks/states.ts';
import { type accountPaths, type adminPaths, docsPaths } from '../../paths.ts';
import type { PageContext } from '../../server/page.ts';
import { Block, Copyable, HiddenName } from '../elements.tsx';
import { Field, Form } from '../form.tsx';
import { ariaProps, errorFor, submittedTo } from '../form-state.ts';
import { Empty, PreviousNextLinks } from '../list.tsx';
import { RelativeTime } from '../times.tsx';

/** The addresses of the pages and forms, which an account and a site's team have each. */
export type WebhookPaths = typeof accountPaths | typeof adminPaths;

const KIND_LABELS: Record<ChangeKind, string> = texts({
  listing: msg('Listings'),
  category: msg('Categories'),
  founder: msg('Founders'),
  week: msg('Launch weeks'),
  award: msg('Awards'),
  product: msg('Products'),
  votes: msg('Votes by day'),
});

const STATUS_LABELS: Record<WebhookStatus, string> = texts({ active: msg('Active'), paused: msg('Paused'), disabled: msg('Turned off') });

/** Confirmations of the forms, by key. */
export const WEBHOOK_CONFIRMATIONS: Record<string, string> = texts({
  created: msg('Webhook added. Copy its secret into your receiver, then send a test event.'),
  saved: msg('Saved.'),
  same: msg('No changes to save.'),
  active: msg('The webhook is active and continues where it stopped.'),
  paused: msg('The webhook is paused. Changes wait until you resume it.'),
  rotated: msg('New secret made. The old one stays valid for 24 hours.'),
  arrived: msg('Your receiver accepted the message.'),
  not_arrived: msg('Your receiver didn’t accept the message. See the log below.'),
  replayed: msg('The messages are sent again in order.'),
  deleted: msg('Webhook deleted.'),
});

export const WebhookIntro = () => (
  <>
    {rich('We send each change of this directory to your server, signed and in order. See <link>the docs</link>.', {
      link: (text) => <a href={docsPaths.webhooks()}>{text}</a>,
    })}
  </>
);

interface FormProps {
  action: string;
  context: PageContext;
  /** Of the endpoint as it is. */
  value?: { url: string; kinds: string[] };
  submit: string;
}

/** A form for the address and the kinds of records of an endpoint. */
export const EndpointForm = ({ action, context, value, submit }: FormProps) => {
  const form = submittedTo(action, context);
  const submitted = form?.errors.length ? form.values : null;
  const error = errorFor(form?.errors, 'kinds');
  const isChosen = (kind: ChangeKind) => (submitted ? submitted[kind] === 'on' : (value?.kinds.includes(kind) ?? kind !== 'votes'));
  return (
    <Form action={action} context={context} class="form narrow">
      <Field
        action={action}
        context={context}
        name="url"
        label={t('Address of your receiver')}
        type="link"
        value={value?.url}
        hint={t('An https:// address that accepts POST requests.')}
        required
        maxlength={2000}
      />
      <fieldset class="choices" aria-describedby={error && 'kinds-error'}>
        <legend>{t('Changes of')}</legend>
        {CHANGE_KINDS.map((kind, index) => (
          <div class="choice">
            <input
              id={`kind-${kind}`}
              type="checkbox"
              name={kind}
              checked={isChosen(kind)}
              {...ariaProps('kinds', { error, first: index === 0 && error !== undefined })}
            />
            <label for={`kind-${kind}`}>{KIND_LABELS[kind]}</label>
          </div>
        ))}
        {error && (
          <p class="field-error" id="kinds-error">
            {t('Choose at least one kind.')}
          </p>
        )}
      </fieldset>
      <button class="button button-main" type="submit">
        {submit}
      </button>
    </Form>
  );
};

const kindNames = (kinds: string[]): string =>
  CHANGE_KINDS.filter((kind) => kinds.includes(kind))
    .map((kind) => KIND_LABELS[kind])
    .join(', ');

export const WebhookRows = ({ webhooks, paths, context }: { webhooks: WebhookSummary[]; paths: WebhookPaths; context: PageContext }) =>
  webhooks.length === 0 ? (
    <Empty title={t('No webhooks yet.')} />
  ) : (
    <ul class="rows rows-ruled rows-split">
      {webhooks.map(({ id, url, kinds, status, failed_attempts, last_sent_at }) => (
        <li>
          <div>
            <p class="webhook-address">
              <a class="strong-link" href={paths.webhook({ id })} dir="ltr">
                {url}
              </a>
            </p>
            <p class="quiet">
              {kindNames(kinds)} ·{' '}
              {last_sent_at
                ? rich('last message {time}', { time: <RelativeTime at={last_sent_at} now={context.now} /> })
                : t('no messages yet')}
            </p>
          </div>
          <p>{status === 'active' && failed_attempts > 0 ? t('Failing') : STATUS_LABELS[status]}</p>
        </li>
      ))}
    </ul>
  );

interface LogProps {
  details: WebhookDetails;
  paths: WebhookPaths;
  context: PageContext;
}

const outcomeOf = ({ status_code, error, duration_ms }: Delivery): string =>
  status_code === null
    ? t('Failed: {reason}', { reason: translateStored(error ?? '') })
    : t('Status {status} after {n} ms', { status: status_code, n: duration_ms });

const DeliveryRow = ({ delivery, id, paths, context }: { delivery: Delivery; id: number; paths: WebhookPaths; context: PageContext }) => {
  const { message_id, type, key, attempt, answer, created_at } = delivery;
  const hidden = { delivery_id: String(delivery.id) };
  return (
    <li>
      <div>
        <p>
          <code>{type}</code> {key && <bdi>{key}</bdi>}
        </p>
        <p class="quiet">
          {outcomeOf(delivery)} · <RelativeTime at={created_at} now={context.now} /> ·{' '}
          {attempt === null ? t('sent by hand') : t('attempt {n}', { n: attempt })}
        </p>
        <p class="quiet webhook-address">
          <code>{message_id}</code>
        </p>
        {answer && (
          <details>
            <summary>{t('Response')}</summary>
            <pre class="webhook-answer" dir="auto">
              {answer}
            </pre>
          </details>
        )}
      </div>
      {key && (
        <div class="actions">
          <Form action={paths.resendWebhookMessage({ id })} context={context} hidden={hidden} class="form-inline">
            <button class="button" type="submit">
              {t('Send again')}
              <HiddenName name={message_id} />
            </button>
          </Form>
          <Form action={paths.replayWebhook({ id })} context={context} hidden={hidden} class="form-inline">
            <button class="button" type="submit">
              {t('Replay from here')}
              <HiddenName name={message_id} />
            </button>
          </Form>
        </div>
      )}
    </li>
  );
};

const Log = ({ details: { webhook, deliveries, page, has_more }, paths, context }: LogProps) => (
  <Block id="log" heading={t('Messages')}>
    <p class="quiet">
      {t(
        'Of the last {n} days. “Send again” repeats one message, “Replay from here” all that changed since. Both keep the id, so your receiver can skip what it has.',
        { n: DELIVERY_DAYS },
      )}
    </p>
    {deliveries.length === 0 ? (
      <Empty title={t('No messages yet.')} />
    ) : (
      <ul class="rows rows-ruled rows-split">
        {deliveries.map((delivery) => (
          <DeliveryRow delivery={delivery} id={webhook.id} paths={paths} context={context} />
        ))}
      </ul>
    )}
    {(page > 1 || has_more) && (
      <PreviousNextLinks
        before={page > 1 && { text: t('Newer'), href: paths.webhook({ id: webhook.id, page: page - 1 }) }}
        after={has_more && { text: t('Older'), href: paths.webhook({ id: webhook.id, page: page + 1 }) }}
      >
        {t('Page {page}', { page })}
      </PreviousNextLinks>
    )}
  </Block>
);

const StatusBlock = ({ details: { webhook }, paths, context }: LogProps) => {
  const { id, status, failed_attempts, failing_since, next_attempt_at } = webhook;
  const is_active = status === 'active';
  return (
    <Block id="status" heading={t('Status')} class="block block-first">
      <p>
        <strong>{is_active && failed_attempts > 0 ? t('Failing') : STATUS_LABELS[status]}</strong>
        {failing_since && (
          <>
            {' · '}
            {rich('{n, plural, one {# failed attempt} other {# failed attempts}}, the first {time}', {
              n: failed_attempts,
              time: <RelativeTime at={failing_since} now={context.now} />,
            })}
          </>
        )}
        {is_active && failed_attempts > 0 && next_attempt_at && (
          <>
            {' · '}
            {rich('next attempt {time}', { time: <RelativeTime at={next_attempt_at} now={context.now} /> })}
          </>
        )}
      </p>
      {status === 'disabled' && <p>{t('Your receiver failed for days or said it is gone. Nothing is lost: turn it on to continue.')}</p>}
      <div class="actions">
        <Form action={paths.testWebhook({ id })} context={context} class="form-inline">
          <button class="button" type="submit">
            {t('Send a test event')}
          </button>
        </Form>
        <Form
          action={paths.setWebhookStatus({ id })}
          context={context}
          hidden={{ status: is_active ? 'paused' : 'active' }}
          class="form-inline"
        >
          <button class="button" type="submit">
            {is_active ? t('Pause') : status === 'paused' ? t('Resume') : t('Turn on')}
          </button>
        </Form>
      </div>
    </Block>
  );
};

const SecretBlock = ({ details: { webhook }, paths, context }: LogProps) => {
  const { id, former_secret_until } = webhook;
  const secret = submittedTo(paths.showWebhookSecret({ id }), context)?.result.secret;
  return (
    <Block id="secret" heading={t('Signing secret')}>
      <p>{t('Your receiver needs it to verify that messages come from us. Don’t share it.')}</p>
      {secret && <Copyable text={secret} name={t('the secret')} />}
      {former_secret_until && former_secret_until > context.now && (
        <p class="quiet">
          {rich('The secret before it stops signing {time}.', { time: <RelativeTime at={former_secret_until} now={context.now} /> })}
        </p>
      )}
      <div class="actions">
        <Form action={paths.showWebhookSecret({ id })} context={context} class="form-inline">
          <button class="button" type="submit">
            {t('Show secret')}
          </button>
        </Form>
        <Form action={paths.rotateWebhookSecret({ id })} context={context} class="form-inline">
          <button class="button" type="submit">
            {t('Make a new secret')}
          </button>
        </Form>
      </div>
      <p class="quiet">{t('After you make a new one, messages are signed with both for 24 hours.')}</p>
    </Block>
  );
};

/** Everything about one endpoint: status, secret, settings and log. */
export const WebhookView = (props: LogProps) => {
  const { details, paths, context } = props;
  const { id } = details.webhook;
  return (
    <div class="webhook-blocks">
      <StatusBlock {...props} />
      <SecretBlock {...props} />
      <Block id="settings" heading={t('Settings')}>
        <EndpointForm action={paths.editWebhook({ id })} context={context} value={details.webhook} submit={t('Save')} />
        <details class="webhook-delete">
          <summary>{t('Delete webhook')}</summary>
          <p>{t('It gets no more messages, and its log is deleted.')}</p>
          <Form action={paths.deleteWebhook({ id })} context={context} class="form-inline">
            <button class="button button-grave" type="submit">
              {t('Delete')}
            </button>
          </Form>
        </details>
      </Block>
      <Log {...props} />
    </div>
  );
};
