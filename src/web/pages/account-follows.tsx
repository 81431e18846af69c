import type { Ctx } from '../../kernel/context.ts';
import { Paging } from '../../kernel/schema.ts';
import { mailPreferences } from '../../modules/accounts/preferences.ts';
import type { Followed } from '../../modules/listings/follow-queries.ts';
import { listFollowed } from '../../modules/listings/follows.ts';
import { to } from '../addresses.ts';
import { asked } from '../asked.ts';
import { type Head, type Here, type Params, type Query, signedIn } from '../page.ts';
import { Empty } from '../parts/empty.tsx';
import { Form } from '../parts/form.tsx';
import { Logo } from '../parts/logo.tsx';
import { Moment } from '../parts/moment.tsx';
import { OfWhat } from '../parts/of-what.tsx';
import { Pages } from '../parts/pager.tsx';

export const load = async (ctx: Ctx, _params: Params, query: Query) => {
  const member = signedIn(ctx);
  const [followed, mail] = await Promise.all([listFollowed(member, asked(Paging, query).input), mailPreferences(member)]);
  return { followed, mail_is_off: mail.some(({ kind, wanted }) => kind === 'updates' && !wanted) };
};

type Data = Awaited<ReturnType<typeof load>>;

export const head = (): Head => ({
  title: 'What you follow',
  description: 'Products whose updates you are told of.',
  canonical: to.follows(),
  trail: [{ name: 'Your account', href: to.account() }],
  index: false,
});

interface LineProps {
  one: Followed;
  /** Whether mail comes of none of them. */
  mail_is_off: boolean;
  back: string;
  here: Here;
}

const FollowLine = ({ one, mail_is_off, back, here }: LineProps) => {
  const { slug, name, logo_url, wants_mail, created_at } = one;
  const told = wants_mail ? 'told here and by mail' : 'told here, without mail';
  return (
    <li>
      <Logo name={name} src={logo_url} size={48} />
      <div class="kept-what">
        <h2>
          <a class="strong-link" href={to.listing(slug)} dir="auto">
            {name}
          </a>
        </h2>
        <p class="quiet">
          Followed <Moment at={created_at} now={here.now} /> · {mail_is_off ? 'told here' : told}
        </p>
      </div>
      <div class="kept-act">
        {!mail_is_off && (
          <Form action={to.followMail(slug)} here={here} hidden={{ back, mail: wants_mail ? 'off' : 'on' }} class="form-inline">
            <button class="button" type="submit">
              {wants_mail ? 'Stop mail' : 'Send mail'}
              <OfWhat name={name} />
            </button>
          </Form>
        )}
        <Form action={to.unfollow(slug)} here={here} hidden={{ back }} class="form-inline">
          <button class="button" type="submit">
            Unfollow
            <OfWhat name={name} />
          </button>
        </Form>
      </div>
    </li>
  );
};

export const view = ({ followed, mail_is_off }: Data, here: Here) => (
  <div class="account">
    <header class="page-head">
      <h1>What you follow</h1>
      <p class="lede">
        When one of these products has news, you are told in your <a href={to.notifications()}>notifications</a> and, where you want it, by
        mail.
      </p>
    </header>
    {mail_is_off && followed.items.length > 0 && (
      <p class="notice">
        You have switched off all mail about what you follow. <a href={to.mail()}>Switch it on again</a>
      </p>
    )}
    <Pages
      list={followed}
      href={to.follows}
      empty={
        <Empty title="You follow nothing yet">
          <p>
            Follow a product on its page, and you hear of its updates. <a href={to.listings()}>Find one</a>
          </p>
        </Empty>
      }
    >
      <ul class="kept-list">
        {followed.items.map((one) => (
          <FollowLine one={one} mail_is_off={mail_is_off} back={to.follows(followed.page)} here={here} />
        ))}
      </ul>
    </Pages>
  </div>
);
