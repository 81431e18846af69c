import type { Ctx } from '../../../../kernel/context.ts';
import { UNSOLICITED_KINDS, type UnsolicitedKind } from '../../../../modules/accounts/mail/kinds.ts';
import { readMailboxLink } from '../../../../modules/accounts/mail/unsolicited.ts';
import { accountPaths } from '../../../paths.ts';
import { type PageHead, type Params, type Query, textParam } from '../../../server/page.ts';

interface Data {
  kind: UnsolicitedKind;
  email: string;
  token: string;
  /** Whether the mail is switched off now. */
  done: boolean;
}

/** Opening the link changes nothing, because mail scanners open links too. The button does it. */
export const load = async (ctx: Ctx, _params: Params, query: Query): Promise<Data> => {
  const token = textParam(query.token) ?? '';
  return { token, done: false, ...(await readMailboxLink(ctx, { token })) };
};

export const head = (): PageHead => ({
  title: 'Stop this mail',
  description: 'Get no more mail of one kind.',
  canonical: accountPaths.unsubscribeMailbox(),
  index: false,
});

export const view = ({ kind, email, token, done }: Data) => (
  <div class="stack trouble">
    <p class="eyebrow">Your mail</p>
    <h1>{UNSOLICITED_KINDS[kind].name}</h1>
    {done ? (
      <p class="lede" role="status">
        We won’t send any more of it to <bdi>{email}</bdi>.
      </p>
    ) : (
      <form method="post" action={accountPaths.unsubscribeMailbox({ token })}>
        <p class="lede">
          {UNSOLICITED_KINDS[kind].says} We sent it to <bdi>{email}</bdi> because somebody asked us to.
        </p>
        <p>
          <button class="button button-main" type="submit">
            Never send me this again
          </button>
        </p>
      </form>
    )}
  </div>
);
