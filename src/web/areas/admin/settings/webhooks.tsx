import { msg, t } from '../../../../kernel/language/messages.ts';
import { T } from '../../../../kernel/schema.ts';
import { getWebhook, listWebhooks } from '../../../../modules/webhooks/endpoints.ts';
import { receiverHost } from '../../../../modules/webhooks/rules.ts';
import { adminPaths } from '../../../paths.ts';
import { WebhookView } from '../../../ui/webhooks/endpoint-details.tsx';
import { EndpointForm, WEBHOOK_CONFIRMATIONS, WebhookIntro, WebhookRows } from '../../../ui/webhooks/endpoints.tsx';
import { AdminSection } from '../components.tsx';
import { adminPage } from '../page.tsx';

export const teamWebhooksPage = adminPage({
  name: 'admin_webhooks',
  path: adminPaths.webhooks,
  load: async (ctx) => ({ webhooks: await listWebhooks(ctx, 'team') }),
  title: msg('Webhooks'),
  description: msg('Servers that get the changes of this directory.'),
  lede: () => <WebhookIntro />,
  done: WEBHOOK_CONFIRMATIONS,
  view: ({ webhooks }) => (
    <>
      <WebhookRows webhooks={webhooks} paths={adminPaths} />
      <AdminSection id="new" title={t('New webhook')}>
        <EndpointForm action={adminPaths.webhooks()} submit={t('Add webhook')} />
      </AdminSection>
    </>
  ),
});

export const teamWebhookPage = adminPage({
  name: 'admin_webhook',
  path: adminPaths.webhook,
  menu: adminPaths.webhooks,
  not_found: 'not_found',
  query: { page: T.Integer({ minimum: 1, maximum: 1000, default: 1 }) },
  load: (ctx, { id, page }) => getWebhook(ctx, { owner: 'team', id, page }),
  title: ({ webhook }) => receiverHost(webhook),
  description: msg('A server that gets the changes of this directory.'),
  canonical: ({ webhook }) => adminPaths.webhook(webhook),
  lede: ({ webhook }) => (
    <span class="webhook-address" dir="ltr">
      {webhook.url}
    </span>
  ),
  done: WEBHOOK_CONFIRMATIONS,
  island: 'copy.js',
  view: (details) => <WebhookView details={details} paths={adminPaths} />,
});
