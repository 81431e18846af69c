import type { Ctx } from '../../../../kernel/context.ts';
import { MAIL_KINDS, type MailKind } from '../../../../modules/accounts/mail/kinds.ts';
import { readMailKindLink } from '../../../../modules/accounts/mail/preferences.ts';
import { accountPaths } from '../../../paths.ts';
import { type PageHead, type Params, type Query, textParam } from '../../../server/page.ts';

interface Data {
  kind: MailKind;
  token: string;
  /** Whether the mail is switched off now. */
  done: boolean;
}

/** Opening the link changes nothing, because mail scanners open links too. The button does it. */
export const load = async (ctx: Ctx, _params: Params, query: Query): Promise<Data> => {
  const token = textParam(query.token) ?? '';
  return { token, done: false, ...(await readMailKindLink(ctx, { token })) };
};

export const head = (): PageHead => ({
  title: 'End this kind of mail',
  description: 'End one kind of mail, and keep the rest.',
  canonical: accountPaths.unsubscribeKind(),
  index: false,
});

export const view = ({ kind, token, done }: Data) => (
  <div class="stack trouble">
    <p class="eyebrow">Your mail</p>
    <h1>{MAIL_KINDS[kind].name}</h1>
    {done ? (
      <p class="lede" role="status">
        That was the last one of this kind. On the site you are still told.
      </p>
    ) : (
      <form method="post" action={accountPaths.unsubscribeKind({ token })}>
        <p class="lede">{MAIL_KINDS[kind].says}</p>
        <p>
          <button class="button button-main" type="submit">
            Send me no more of it
          </button>
        </p>
      </form>
    )}
    <p>
      <a href={accountPaths.mail()}>Choose which mail you get</a>
    </p>
  </div>
);
