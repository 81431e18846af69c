import { type Ctx, inTransaction } from '../../kernel/context.ts';
import { Refusal } from '../../kernel/errors.ts';
import { enqueue } from '../../kernel/job.ts';
import { send_mail } from './jobs.ts';
import { insertMail, type MailRow, selectMail, selectMails } from './mail-queries.ts';
import type { Letter } from './mails.tsx';

/** Puts a mail in the post, in the transaction of what it tells about. */
export const sendMail = (ctx: Ctx, to: string, { subject, text, html }: Letter): Promise<void> =>
  inTransaction(ctx, async ({ sql, site, clock }) => {
    const mail_id = await insertMail(sql, {
      site_id: site.id,
      to_email: to,
      subject,
      body_text: text,
      body_html: html,
      created_at: clock.now(),
    });
    await enqueue(sql, send_mail, { mail_id });
  });

const PAGE = 50;

/** The newest mail first, a page at a time. */
export const listMails = async ({ sql }: Ctx, { page }: { page: number }): Promise<{ mails: MailRow[]; has_more: boolean }> => {
  const mails = await selectMails(sql, PAGE + 1, (page - 1) * PAGE);
  return { mails: mails.slice(0, PAGE), has_more: mails.length > PAGE };
};

export const readMail = async ({ sql }: Ctx, { id }: { id: number }): Promise<MailRow> => {
  const mail = await selectMail(sql, id);
  if (!mail) throw new Refusal('mail_not_found');
  return mail;
};
