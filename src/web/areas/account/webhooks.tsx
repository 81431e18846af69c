import type { Ctx } from '../../../kernel/context.ts';
import { t } from '../../../kernel/language/messages.ts';
import { Strict, T } from '../../../kernel/schema.ts';
import { getWebhook, listWebhooks, type WebhookDetails } from '../../../modules/webhooks/endpoints.ts';
import { receiverHost } from '../../../modules/webhooks/rules.ts';
import { accountPaths } from '../../paths.ts';
import { type PageHead, type Params, parseQuery, type Query, requireSignedIn, textParam } from '../../server/page.ts';
import { Block } from '../../ui/elements.tsx';
import { AccountFrame } from '../../ui/frames/account-frame.tsx';
import { WebhookView } from '../../ui/webhooks/endpoint-details.tsx';
import { EndpointForm, WEBHOOK_CONFIRMATIONS, WebhookIntro, WebhookRows } from '../../ui/webhooks/endpoints.tsx';
import { accountHead } from './head.ts';

const Done = ({ done }: { done: string | undefined }) =>
  done && WEBHOOK_CONFIRMATIONS[done] ? (
    <p class="done" role="status">
      {WEBHOOK_CONFIRMATIONS[done]}
    </p>
  ) : null;

const loadList = async (ctx: Ctx, _params: Params, query: Query) => ({
  webhooks: await listWebhooks(requireSignedIn(ctx), 'account'),
  done: textParam(query.done),
});

export const webhooksPage = {
  path: accountPaths.webhooks,
  load: loadList,
  head: (): PageHead => accountHead(t('Webhooks'), t('Servers that get the changes of this directory.'), accountPaths.webhooks()),
  view: ({ webhooks, done }: Awaited<ReturnType<typeof loadList>>) => (
    <div class="account">
      <header class="page-head">
        <h1>{t('Webhooks')}</h1>
        <p class="lede">
          <WebhookIntro />
        </p>
      </header>
      <Done done={done} />
      <WebhookRows webhooks={webhooks} paths={accountPaths} />
      <Block id="new" heading={t('New webhook')}>
        <EndpointForm action={accountPaths.webhooks()} submit={t('Add webhook')} />
      </Block>
    </div>
  ),
};

const PageInput = Strict({ page: T.Integer({ minimum: 1, maximum: 1000, default: 1 }) });

type Data = WebhookDetails & { done: string | undefined };

export const webhookPage = {
  path: accountPaths.webhook,
  not_found: 'not_found' as const,
  frame: ({ children }: Parameters<typeof AccountFrame>[0]) => (
    <AccountFrame current={accountPaths.webhooks.pattern}>{children}</AccountFrame>
  ),
  load: async (ctx: Ctx, { id }: { id: number }, query: Query): Promise<Data> => ({
    ...(await getWebhook(requireSignedIn(ctx), { owner: 'account', id, ...parseQuery(PageInput, query).input })),
    done: textParam(query.done),
  }),
  head: (data: Data): PageHead => {
    const head = accountHead(
      receiverHost(data.webhook),
      t('A server that gets the changes of this directory.'),
      accountPaths.webhook(data.webhook),
    );
    return { ...head, trail: [...head.trail!, { name: t('Webhooks'), href: accountPaths.webhooks() }], island: 'copy.js' };
  },
  view: ({ done, ...details }: Data) => (
    <div class="account">
      <header class="page-head">
        <h1 dir="auto">{receiverHost(details.webhook)}</h1>
        <p class="lede webhook-address" dir="ltr">
          {details.webhook.url}
        </p>
      </header>
      <Done done={done} />
      <WebhookView details={details} paths={accountPaths} />
    </div>
  ),
};
