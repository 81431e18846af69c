import { type Caller, type Ctx, inTransaction } from '../../../kernel/context.ts';
import { invalidInput, Refusal, requireFound } from '../../../kernel/errors.ts';
import { t } from '../../../kernel/language/messages.ts';
import type { Limit } from '../../../kernel/limits.ts';
import type { Paging } from '../../../kernel/responses.ts';
import { networkPrefix } from '../../accounts/limits.ts';
import { sendMail } from '../../accounts/mail/outbox.ts';
import { selectTeam } from '../../accounts/queries.ts';
import { normalizeEmail } from '../../accounts/rules.ts';
import { asTeamMember, requireTeam } from '../../accounts/team.ts';
import { answerMail, newMessageMail } from './mails.tsx';
import { type ContactMessage, findMessage, insertMessage, type MessageInput, selectMessages, writeAnswer } from './queries.ts';
import { messageMoves } from './states.ts';

/** How many messages one network sends to a site in an hour, and how many all networks send together. */
const SENDER_LIMIT: Limit = { name: 'contact', limit: 5, window_seconds: 3600 };
const SITE_LIMIT: Limit = { name: 'contact_site', limit: 100, window_seconds: 3600 };

const countMessage = async ({ limits, site }: Ctx, address: string): Promise<void> => {
  for (const [who, limit] of [
    [networkPrefix(address), SENDER_LIMIT],
    ['all', SITE_LIMIT],
  ] as const) {
    const taken = await limits.take(`${site.id} ${who}`, limit);
    if (!taken.granted)
      throw new Refusal('rate_limited', { limit: taken, detail: t('We got too many messages from here. Please try again in an hour.') });
  }
};

/** Stores a message to the team and mails it to them. */
export const sendMessage = async (ctx: Ctx, input: MessageInput, { address }: { address: string }): Promise<void> => {
  const email = normalizeEmail(input.email);
  if (!email) throw invalidInput({ path: 'email', code: 'wrong_form', message: t('must be an email address, such as ada@example.com') });
  await countMessage(ctx, address);
  const message = { ...input, email };
  await inTransaction(ctx, async (ctx) => {
    const id = await insertMessage(ctx, message);
    for (const { email } of await selectTeam(ctx.sql, ctx.site.id)) await sendMail(ctx, email, () => newMessageMail(ctx.site, id, message));
  });
};

/** Messages to the team, open ones first. For the site's team. */
export const listMessages = async (ctx: Ctx<Caller>, paging: Paging): Promise<{ messages: ContactMessage[]; has_more: boolean }> => {
  await requireTeam(ctx);
  const rows = await selectMessages(ctx, paging);
  return { messages: rows.slice(0, paging.per_page), has_more: rows.length > paging.per_page };
};

const requireMessage = async (ctx: Ctx, id: number): Promise<ContactMessage> =>
  requireFound('message_not_found', await findMessage(ctx, id));

export const getMessage = async (ctx: Ctx<Caller>, { id }: { id: number }): Promise<ContactMessage> => {
  await requireTeam(ctx);
  return requireMessage(ctx, id);
};

/** Without names and texts: the log stays when the message is deleted. */
const logEntry = (act: string, id: number) => ({ act, record: 'contact_message', record_id: id, title: `Message ${id}` });

/** Mails an answer to whoever sent the message. For the site's team. */
export const answerMessage = (ctx: Ctx<Caller>, { id, answer }: { id: number; answer: string }): Promise<number | null> =>
  asTeamMember(ctx, async (ctx) => {
    const message = await requireMessage(ctx, id);
    await messageMoves.make(ctx, id, 'answer', { account_id: ctx.caller.account_id });
    await writeAnswer(ctx.sql, id, answer);
    await sendMail(ctx, message.email, () => answerMail(ctx.site, message, answer));
    return logEntry('answer_message', id);
  });

const move = (ctx: Ctx<Caller>, id: number, name: 'close' | 'reopen') =>
  asTeamMember(ctx, async (ctx) => {
    await requireMessage(ctx, id);
    return (await messageMoves.try(ctx, id, name, { account_id: ctx.caller.account_id })) ? logEntry(`${name}_message`, id) : null;
  });

/** Closes a message without an answer, such as spam. For the site's team. */
export const closeMessage = (ctx: Ctx<Caller>, { id }: { id: number }): Promise<number | null> => move(ctx, id, 'close');

export const reopenMessage = (ctx: Ctx<Caller>, { id }: { id: number }): Promise<number | null> => move(ctx, id, 'reopen');
