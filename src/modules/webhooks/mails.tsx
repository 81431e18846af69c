import type { Site } from '../../kernel/context.ts';
import { t } from '../../kernel/language/messages.ts';
import { localUrl, type MailMessage, renderMail } from '../accounts/mail/render-mail.tsx';
import type { Webhook } from './queries.ts';
import { MAX_ATTEMPTS } from './rules.ts';

const pathOf = ({ id, account_id }: Pick<Webhook, 'id' | 'account_id'>): string =>
  account_id === null ? `/admin/webhooks/${id}` : `/account/webhooks/${id}`;

/** To the owner of an endpoint, when it gets no more messages. */
export const webhookDisabledMail = (site: Site, webhook: Pick<Webhook, 'id' | 'account_id' | 'url'>, is_gone: boolean): MailMessage => {
  const { host } = new URL(webhook.url);
  return renderMail(site, {
    subject: t('Your webhook at {host} was turned off', { host }),
    says: [
      is_gone
        ? t('{host} answered with status 410 (gone), so {site} no longer sends changes to it.', { host, site: site.name })
        : t('{site} tried {n} times in three days to send a change to {host}, without success. It won’t try again by itself.', {
            site: site.name,
            n: MAX_ATTEMPTS,
            host,
          }),
      t('Nothing is lost: when the receiver works again, turn the webhook on, and it continues where it stopped.'),
    ],
    link: { name: t('Open the webhook'), href: localUrl(site, pathOf(webhook)) },
  });
};
