import { msg, rich, t, texts } from '../../../kernel/language/messages.ts';
import { CHANGE_KINDS, type ChangeKind } from '../../../modules/changes/rules.ts';
import type { WebhookSummary } from '../../../modules/webhooks/queries.ts';
import type { WebhookStatus } from '../../../modules/webhooks/states.ts';
import { type accountPaths, type adminPaths, docsPaths } from '../../paths.ts';
import { Field, Form } from '../form.tsx';
import { ariaProps, errorFor, submittedTo } from '../form-state.ts';
import { Empty } from '../list.tsx';
import { RelativeTime } from '../times.tsx';

/** The addresses of the pages and forms, which an account and a site's team have each. */
export type WebhookPaths = typeof accountPaths | typeof adminPaths;

export type KindField = `kind_${ChangeKind}`;

/** The name of a kind's checkbox. */
export const kindField = (kind: ChangeKind): KindField => `kind_${kind}`;

const KIND_LABELS: Record<ChangeKind, string> = texts({
  listing: msg('Listings'),
  category: msg('Categories'),
  founder: msg('Founders'),
  week: msg('Launch weeks'),
  award: msg('Awards'),
  product: msg('Products'),
  votes: msg('Votes by day'),
});

export const WEBHOOK_STATUS_LABELS: Record<WebhookStatus, string> = texts({
  active: msg('Active'),
  paused: msg('Paused'),
  disabled: msg('Turned off'),
});

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
  /** Of the endpoint as it is. */
  value?: { url: string; kinds: string[] };
  submit: string;
}

/** A form for the address and the kinds of records of an endpoint. */
export const EndpointForm = ({ action, value, submit }: FormProps) => {
  const form = submittedTo(action);
  const submitted = form?.errors.length ? form.values : null;
  const error = errorFor(form?.errors, 'kinds');
  const isChosen = (kind: ChangeKind) =>
    submitted ? submitted[kindField(kind)] === 'on' : (value?.kinds.includes(kind) ?? kind !== 'votes');
  return (
    <Form action={action} class="form narrow">
      <Field
        action={action}
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
              id={kindField(kind)}
              type="checkbox"
              name={kindField(kind)}
              checked={isChosen(kind)}
              {...ariaProps('kinds', { error, first: index === 0 && error !== undefined })}
            />
            <label for={kindField(kind)}>{KIND_LABELS[kind]}</label>
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

export const WebhookRows = ({ webhooks, paths }: { webhooks: WebhookSummary[]; paths: WebhookPaths }) =>
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
              {last_sent_at ? rich('last message {time}', { time: <RelativeTime at={last_sent_at} /> }) : t('no messages yet')}
            </p>
          </div>
          <p>{status === 'active' && failed_attempts > 0 ? t('Failing') : WEBHOOK_STATUS_LABELS[status]}</p>
        </li>
      ))}
    </ul>
  );
