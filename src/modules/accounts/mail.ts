import { type Ctx, inTransaction } from '../../kernel/context.ts';
import { Refusal } from '../../kernel/errors.ts';
import { enqueueAll } from '../../kernel/job.ts';
import { send_mail } from './jobs.ts';
import { kindKey, kindToken } from './kind-links.ts';
import { insertMails, type MailRow, type MailStatus, selectMail, selectMails } from './mail-queries.ts';
import { type Letter, linkTo, type OptionalLetter } from './mails.tsx';
import { selectWanted } from './preference-queries.ts';
import { emailKey } from './rules.ts';

type Post = Pick<Ctx, 'sql' | 'site' | 'clock'>;

interface Addressed<L = Letter | OptionalLetter> {
  to: string;
  letter: L;
}

const isNecessary = (addressed: Addressed): addressed is Addressed<Letter> => !('kind' in addressed.letter);
const isOptional = (addressed: Addressed): addressed is Addressed<OptionalLetter> => 'kind' in addressed.letter;

/** Writes out the letters that may be switched off, for those who have not: the one place where that is asked. */
const writeWanted = async ({ sql, site }: Post, letters: Addressed<OptionalLetter>[]): Promise<Addressed<Letter>[]> => {
  if (letters.length === 0) return [];
  const key = await kindKey(sql);
  const wanted = await selectWanted(
    sql,
    letters.map(({ to, letter: { kind } }, n) => ({ n, email_key: emailKey(to), kind })),
  );
  return wanted.map(({ n, account_id }) => {
    const { to, letter } = letters[n]!;
    return { to, letter: letter.write(linkTo(site, '/unsubscribe/kind', kindToken(key, { account_id, kind: letter.kind }))) };
  });
};

const post = (ctx: Post, letters: Addressed[], priority: number): Promise<void> =>
  inTransaction(ctx, async (ctx) => {
    const written = [...letters.filter(isNecessary), ...(await writeWanted(ctx, letters.filter(isOptional)))];
    if (written.length === 0) return;
    const rows = written.map(({ to, letter: { subject, text, html, unsubscribe_url = null } }) => ({
      to_email: to,
      subject,
      body_text: text,
      body_html: html,
      unsubscribe_url,
    }));
    const ids = await insertMails(ctx.sql, ctx.site.id, rows, ctx.clock.now());
    await enqueueAll(
      ctx.sql,
      send_mail,
      ids.map((mail_id) => ({ mail_id })),
      { priority },
    );
  });

/** Puts a mail in the post, in the transaction of what it tells about. One that its reader has switched off is not written. */
export const sendMail = (ctx: Post, to: string, letter: Letter | OptionalLetter): Promise<void> => post(ctx, [{ to, letter }], 0);

/** Letters to many go behind what somebody is waiting for. */
const BEHIND = 10;

/** Puts a letter each to many people in the post, in the transaction of what they tell about. */
export const sendMails = (ctx: Post, letters: Addressed[]): Promise<void> => post(ctx, letters, BEHIND);

const PAGE = 50;

/** The newest mail first, a page at a time. */
export const listMails = async (
  { sql }: Ctx,
  { page, status = null }: { page: number; status?: MailStatus | null },
): Promise<{ mails: MailRow[]; has_more: boolean }> => {
  const mails = await selectMails(sql, PAGE + 1, (page - 1) * PAGE, status);
  return { mails: mails.slice(0, PAGE), has_more: mails.length > PAGE };
};

export const readMail = async ({ sql }: Ctx, { id }: { id: number }): Promise<MailRow> => {
  const mail = await selectMail(sql, id);
  if (!mail) throw new Refusal('mail_not_found');
  return mail;
};
