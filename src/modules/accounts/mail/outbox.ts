import { type Ctx, inTransaction, type SiteCtx } from '../../../kernel/context.ts';
import { Refusal } from '../../../kernel/errors.ts';
import { enqueueAll } from '../../../kernel/jobs.ts';
import { type Locale, offeredLocale, requestedLanguage, withLocale } from '../../../kernel/language/locale.ts';
import { selectLanguages } from '../queries.ts';
import { emailKey } from '../rules.ts';
import { send_mail } from './jobs.ts';
import { buildTokenUrl } from './mails.tsx';
import { getMailKindKey, makeMailKindToken } from './preferences.ts';
import { insertMails, type MailRow, type MailStatus, selectMail, selectMails, selectWantedMails } from './queries.ts';
import type { MailMessage, OptionalMail } from './render-mail.tsx';

type Mail = MailMessage | OptionalMail;

/** Passed as a function, a mail is written in the language of its recipient. */
type Unwritten = Mail | (() => Mail);

export interface UnwrittenMail {
  to: string;
  mail: Unwritten;
}

interface AddressedMail<M = Mail> {
  to: string;
  mail: M;
  locale: Locale;
}

/** Writes mails in the language of each recipient's account. Others get the language of the request, then that of the site. */
const writeMails = async ({ sql, site }: SiteCtx, mails: UnwrittenMail[]): Promise<AddressedMail[]> => {
  const languages = await selectLanguages(sql, [...new Set(mails.map(({ to }) => emailKey(to)))]);
  return mails.map(({ to, mail }) => {
    const locale = offeredLocale(site, languages.get(emailKey(to)) ?? requestedLanguage());
    return { to, locale, mail: typeof mail === 'function' ? withLocale(locale, mail) : mail };
  });
};

const isRequired = (addressed: AddressedMail): addressed is AddressedMail<MailMessage> => !('kind' in addressed.mail);
const isOptional = (addressed: AddressedMail): addressed is AddressedMail<OptionalMail> => 'kind' in addressed.mail;

/** Renders optional mails for recipients who have not turned off their kind. No other code checks this. */
const renderOptionalMails = async ({ sql, site }: SiteCtx, mails: AddressedMail<OptionalMail>[]): Promise<AddressedMail<MailMessage>[]> => {
  if (mails.length === 0) return [];
  const key = await getMailKindKey(sql);
  const numbered = mails.map(({ to, mail: { kind } }, n) => ({ n, email_key: emailKey(to), kind }));
  return (await selectWantedMails(sql, numbered)).map(({ n, account_id }) => {
    const { to, mail, locale } = mails[n]!;
    const token = makeMailKindToken(key, { account_id, kind: mail.kind });
    return { to, locale, mail: withLocale(locale, () => mail.write(buildTokenUrl(site, '/unsubscribe/kind', token))) };
  });
};

const queueMails = (ctx: SiteCtx, unwritten: UnwrittenMail[], priority: number): Promise<number> =>
  inTransaction(ctx, async (ctx) => {
    const mails = await writeMails(ctx, unwritten);
    const messages = [...mails.filter(isRequired), ...(await renderOptionalMails(ctx, mails.filter(isOptional)))];
    if (messages.length === 0) return 0;
    const rows = messages.map(({ to, mail: { subject, text, html, unsubscribe_url = null } }) => ({
      to_email: to,
      subject,
      body_text: text,
      body_html: html,
      unsubscribe_url,
    }));
    const ids = await insertMails(ctx.sql, ctx.site.id, rows, ctx.clock.now());
    const jobs = ids.map((mail_id) => ({ mail_id }));
    await enqueueAll(ctx.sql, send_mail, jobs, { priority });
    return messages.length;
  });

/** Queues a mail in the current transaction. Optional mail that the recipient has turned off is not sent. */
export const sendMail = async (ctx: SiteCtx, to: string, mail: Unwritten): Promise<void> => {
  await queueMails(ctx, [{ to, mail }], 0);
};

/** Bulk mail is sent after mail that someone is waiting for. */
const BULK_PRIORITY = 10;

/** Queues many mails; those that their recipients turned off are left out. Returns how many were queued. */
export const sendMails = (ctx: SiteCtx, mails: UnwrittenMail[]): Promise<number> => queueMails(ctx, mails, BULK_PRIORITY);

const PAGE_SIZE = 50;

export const listMails = async (
  { sql }: Ctx,
  { page, status = null }: { page: number; status?: MailStatus | null },
): Promise<{ mails: MailRow[]; has_more: boolean }> => {
  const mails = await selectMails(sql, PAGE_SIZE + 1, (page - 1) * PAGE_SIZE, status);
  return { mails: mails.slice(0, PAGE_SIZE), has_more: mails.length > PAGE_SIZE };
};

export const readMail = async ({ sql }: Ctx, { id }: { id: number }): Promise<MailRow> => {
  const mail = await selectMail(sql, id);
  if (!mail) throw new Refusal('mail_not_found');
  return mail;
};
