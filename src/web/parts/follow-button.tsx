import type { FollowRow } from '../../modules/listings/follow-queries.ts';
import type { Listing } from '../../modules/listings/schema.ts';
import { to } from '../addresses.ts';
import type { Here } from '../page.ts';
import { Form } from './form.tsx';
import { OfWhat } from './of-what.tsx';

/** What somebody who follows is told, and by which way. */
const saysHow = ({ wants_mail, mail_is_off }: FollowRow): string => {
  if (mail_is_off) return 'You are told of its updates here. You have switched off mail about what you follow.';
  return wants_mail ? 'You are told of its updates here and by mail.' : 'You are told of its updates here, without mail.';
};

const Following = ({ slug, follow, here }: { slug: string; follow: FollowRow; here: Here }) => (
  <>
    <p class="quiet" role="status">
      {saysHow(follow)} {follow.mail_is_off && <a href={to.mail()}>Your mail</a>}
    </p>
    {!follow.wants_mail && !follow.mail_is_off && (
      <Form action={to.followMail(slug)} here={here} hidden={{ mail: 'on' }} class="follow-again">
        <button class="button-quiet" type="submit">
          Send me mail again
        </button>
      </Form>
    )}
  </>
);

/** Following a product: a button that works without script; strangers sign in first and come back. */
export const FollowThis = ({ listing: { slug, name }, follow, here }: { listing: Listing; follow: FollowRow | null; here: Here }) => (
  <div class="follow" id="follow">
    {here.caller ? (
      <Form action={follow ? to.unfollow(slug) : to.follow(slug)} here={here} class="follow-form">
        <button class="button" type="submit">
          {follow ? 'Unfollow' : 'Follow'}
          <OfWhat name={name} />
        </button>
      </Form>
    ) : (
      <a class="button" href={to.signIn(`${to.listing(slug)}#follow`)} rel="nofollow">
        Follow
        <OfWhat name={name} />
      </a>
    )}
    {follow && <Following slug={slug} follow={follow} here={here} />}
  </div>
);
