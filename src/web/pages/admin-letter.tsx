import type { Ctx } from '../../kernel/context.ts';
import { Refusal } from '../../kernel/errors.ts';
import { readMail } from '../../modules/accounts/mail.ts';
import { to } from '../addresses.ts';
import type { Head, Here, Params } from '../page.ts';
import { Moment } from '../parts/moment.tsx';
import { STATUS_SAYS } from './admin-mail.tsx';

export const load = async (ctx: Ctx, { id = '' }: Params) => {
  if (!/^[1-9]\d{0,14}$/.test(id)) throw new Refusal('mail_not_found');
  return readMail(ctx, { id: Number(id) });
};

type Data = Awaited<ReturnType<typeof load>>;

export const head = ({ id, subject }: Data): Head => ({
  title: subject,
  description: 'One mail of this service.',
  canonical: to.adminLetter(id),
  trail: [
    { name: 'Your account', href: to.account() },
    { name: 'Mail', href: to.adminMail() },
  ],
  index: false,
});

/** Addresses in the text can be followed: without a mail server this page is the mailbox. */
const withLinks = (text: string, root: string) =>
  text.split(/(https?:\/\/\S+)/).map((part) => (part.startsWith(`${root}/`) ? <a href={part}>{part}</a> : part));

export const view = ({ to_email, subject, body_text, status, created_at, attempts, last_error }: Data, { now, site }: Here) => (
  <article class="narrow">
    <header class="page-head">
      <h1 dir="auto">{subject}</h1>
      <p class="lede" dir="auto">
        To {to_email}
      </p>
      <p class="quiet">
        <Moment at={created_at} now={now} /> · {STATUS_SAYS[status]} · tried {attempts} times
        {last_error && ` · ${last_error}`}
      </p>
    </header>
    {body_text ? <p class="keep-lines letter">{withLinks(body_text, site.root)}</p> : <p>Its text is not kept once it is sent.</p>}
  </article>
);
