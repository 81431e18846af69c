import { rich, t } from '../../../kernel/language/messages.ts';
import { translateStored } from '../../../kernel/language/stored.ts';
import type { WebhookDetails } from '../../../modules/webhooks/endpoints.ts';
import type { Delivery } from '../../../modules/webhooks/queries.ts';
import { DELIVERY_DAYS } from '../../../modules/webhooks/rules.ts';
import { currentPage } from '../../server/page.ts';
import { Block, Copyable } from '../elements.tsx';
import { Form } from '../form.tsx';
import { submittedTo } from '../form-state.ts';
import { Empty, PreviousNextLinks } from '../list.tsx';
import { RelativeTime } from '../times.tsx';
import { EndpointForm, WEBHOOK_STATUS_LABELS, type WebhookPaths } from './endpoints.tsx';

interface LogProps {
  details: WebhookDetails;
  paths: WebhookPaths;
}

const outcomeOf = ({ status_code, error, duration_ms }: Delivery): string =>
  status_code === null
    ? t('Failed: {reason}', { reason: translateStored(error ?? '') })
    : t('Status {status} after {n} ms', { status: status_code, n: duration_ms });

/** Tells screen readers which message a button is about. */
const HiddenId = ({ id }: { id: string }) => (
  <span class="unseen">
    {' '}
    <code>{id}</code>
  </span>
);

const DeliveryRow = ({ delivery, id, paths }: { delivery: Delivery; id: number; paths: WebhookPaths }) => {
  const { message_id, type, key, attempt, answer, created_at } = delivery;
  const hidden = { delivery_id: String(delivery.id) };
  return (
    <li>
      <div>
        <p>
          <code>{type}</code> {key && <bdi>{key}</bdi>}
        </p>
        <p class="quiet">
          {outcomeOf(delivery)} · <RelativeTime at={created_at} /> ·{' '}
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
          <Form action={paths.resendWebhookMessage({ id })} hidden={hidden} class="form-inline">
            <button class="button" type="submit">
              {t('Send again')}
              <HiddenId id={message_id} />
            </button>
          </Form>
          <Form action={paths.replayWebhook({ id })} hidden={hidden} class="form-inline">
            <button class="button" type="submit">
              {t('Replay from here')}
              <HiddenId id={message_id} />
            </button>
          </Form>
        </div>
      )}
    </li>
  );
};

const Log = ({ details: { webhook, deliveries, page, has_more }, paths }: LogProps) => (
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
          <DeliveryRow delivery={delivery} id={webhook.id} paths={paths} />
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

const StatusBlock = ({ details: { webhook }, paths }: LogProps) => {
  const { id, status, failed_attempts, failing_since, next_attempt_at } = webhook;
  const is_active = status === 'active';
  return (
    <Block id="status" heading={t('Status')} class="block block-first">
      <p>
        <strong>{is_active && failed_attempts > 0 ? t('Failing') : WEBHOOK_STATUS_LABELS[status]}</strong>
        {failing_since && (
          <>
            {' · '}
            {rich('{n, plural, one {# failed attempt} other {# failed attempts}}, the first {time}', {
              n: failed_attempts,
              time: <RelativeTime at={failing_since} />,
            })}
          </>
        )}
        {is_active && failed_attempts > 0 && next_attempt_at && (
          <>
            {' · '}
            {rich('next attempt {time}', { time: <RelativeTime at={next_attempt_at} /> })}
          </>
        )}
      </p>
      {status === 'disabled' && <p>{t('Your receiver failed for days or said it is gone. Nothing is lost: turn it on to continue.')}</p>}
      <div class="actions">
        <Form action={paths.testWebhook({ id })} class="form-inline">
          <button class="button" type="submit">
            {t('Send a test event')}
          </button>
        </Form>
        <Form action={paths.setWebhookStatus({ id })} hidden={{ active: is_active ? 'no' : 'yes' }} class="form-inline">
          <button class="button" type="submit">
            {is_active ? t('Pause') : status === 'paused' ? t('Resume') : t('Turn on')}
          </button>
        </Form>
      </div>
    </Block>
  );
};

const SecretBlock = ({ details: { webhook }, paths }: LogProps) => {
  const { id, former_secret_until } = webhook;
  const secret = submittedTo(paths.showWebhookSecret({ id }))?.result.secret;
  return (
    <Block id="secret" heading={t('Signing secret')}>
      <p>{t('Your receiver needs it to verify that messages come from us. Don’t share it.')}</p>
      {secret && <Copyable text={secret} name={t('the secret')} />}
      {former_secret_until && former_secret_until > currentPage().now && (
        <p class="quiet">{rich('The secret before it stops signing {time}.', { time: <RelativeTime at={former_secret_until} /> })}</p>
      )}
      <div class="actions">
        <Form action={paths.showWebhookSecret({ id })} class="form-inline">
          <button class="button" type="submit">
            {t('Show secret')}
          </button>
        </Form>
        <Form action={paths.rotateWebhookSecret({ id })} class="form-inline">
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
  const { details, paths } = props;
  const { id } = details.webhook;
  return (
    <div class="webhook-blocks">
      <StatusBlock {...props} />
      <SecretBlock {...props} />
      <Block id="settings" heading={t('Settings')}>
        <EndpointForm action={paths.editWebhook({ id })} value={details.webhook} submit={t('Save')} />
        <details class="webhook-delete">
          <summary>{t('Delete webhook')}</summary>
          <p>{t('It gets no more messages, and its log is deleted.')}</p>
          <Form action={paths.deleteWebhook({ id })} class="form-inline">
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
