import { Refusal } from '../../../kernel/errors.ts';
import { t } from '../../../kernel/language/messages.ts';
import { OneOf, RequiredText } from '../../../kernel/schema.ts';
import { CHANGE_KINDS, type ChangeKind } from '../../../modules/changes/rules.ts';
import {
  createWebhook,
  deleteWebhook,
  editWebhook,
  replayWebhook,
  revealSecret,
  rotateSecret,
  setWebhookPaused,
  type WebhookOwner,
} from '../../../modules/webhooks/endpoints.ts';
import { resendMessage, sendTestEvent } from '../../../modules/webhooks/manual.ts';
import { type Action, Checkbox, IdField, type memberAction } from '../../server/form-action.ts';
import { type KindField, kindField, type WebhookPaths } from './endpoints.tsx';

const ENDPOINT_FIELDS = {
  url: RequiredText(2000),
  ...(Object.fromEntries(CHANGE_KINDS.map((kind) => [kindField(kind), Checkbox])) as Record<KindField, typeof Checkbox>),
};

const readKinds = (boxes: Partial<Record<KindField, string>>): ChangeKind[] => {
  const kinds = CHANGE_KINDS.filter((kind) => boxes[kindField(kind)]);
  if (kinds.length === 0)
    throw new Refusal('invalid_input', { errors: [{ path: 'kinds', code: 'required', message: t('need at least one choice') }] });
  return kinds;
};

/** The forms about webhooks: of an account, or of the site's team. */
export const webhookActions = (owner: WebhookOwner, paths: WebhookPaths, define: typeof memberAction): Action[] => {
  const done = (id: number, key: string) => ({ go_to: paths.webhook({ id, done: key }) });
  return [
    define({
      path: paths.webhooks,
      page: paths.webhooks,
      fields: ENDPOINT_FIELDS,
      async run(ctx, { url, ...boxes }) {
        return done(await createWebhook(ctx, { owner, url, kinds: readKinds(boxes) }), 'created');
      },
    }),
    define({
      path: paths.editWebhook,
      page: paths.webhook,
      fields: ENDPOINT_FIELDS,
      async run(ctx, { id, url, ...boxes }) {
        return done(id, (await editWebhook(ctx, { owner, id, url, kinds: readKinds(boxes) })) === null ? 'same' : 'saved');
      },
    }),
    define({
      path: paths.setWebhookStatus,
      page: paths.webhook,
      fields: { active: OneOf(['yes', 'no']) },
      async run(ctx, { id, active }) {
        const changed = await setWebhookPaused(ctx, { owner, id, is_paused: active === 'no' });
        return done(id, changed === null ? 'same' : active === 'no' ? 'paused' : 'active');
      },
    }),
    define({
      path: paths.showWebhookSecret,
      page: paths.webhook,
      run: async (ctx, { id }) => ({ result: { secret: await revealSecret(ctx, { owner, id }) } }),
    }),
    define({
      path: paths.rotateWebhookSecret,
      page: paths.webhook,
      async run(ctx, { id }) {
        await rotateSecret(ctx, { owner, id });
        return done(id, 'rotated');
      },
    }),
    define({
      path: paths.testWebhook,
      page: paths.webhook,
      run: async (ctx, { id }) => done(id, (await sendTestEvent(ctx, { owner, id })) ? 'arrived' : 'not_arrived'),
    }),
    define({
      path: paths.resendWebhookMessage,
      page: paths.webhook,
      fields: { delivery_id: IdField },
      run: async (ctx, { id, delivery_id }) => done(id, (await resendMessage(ctx, { owner, id, delivery_id })) ? 'arrived' : 'not_arrived'),
    }),
    define({
      path: paths.replayWebhook,
      page: paths.webhook,
      fields: { delivery_id: IdField },
      async run(ctx, { id, delivery_id }) {
        await replayWebhook(ctx, { owner, id, delivery_id });
        return done(id, 'replayed');
      },
    }),
    define({
      path: paths.deleteWebhook,
      page: paths.webhook,
      async run(ctx, { id }) {
        await deleteWebhook(ctx, { owner, id });
        return { go_to: paths.webhooks({ done: 'deleted' }) };
      },
    }),
  ];
};
