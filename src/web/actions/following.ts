import { OneOf, Slug, Strict, T } from '../../kernel/schema.ts';
import { readNotifications } from '../../modules/accounts/notifications.ts';
import { pathHere } from '../../modules/accounts/rules.ts';
import { answer_interview } from '../../modules/content/operations.ts';
import { chooseFollowMail, followListing, unfollowListing } from '../../modules/listings/follows.ts';
import { to } from '../addresses.ts';
import { ID } from './account.ts';
import { memberAction } from './action.ts';
import { sentAs } from './sent-as.ts';

const PLACE = { slug: Slug('The listing.'), back: T.Optional(T.String({ maxLength: 2000 })) };
const LISTING = Strict(PLACE);

/** Back to the list the button stood in, or to the product. */
const whereTo = ({ slug, back }: { slug: string; back?: string }): string => pathHere(back) ?? `${to.listing(slug)}#follow`;
const ANSWERS_BYTES = 1024 * 1024;

/** A refusal names an answer by its place among those sent; the form by its question. */
const ANSWER = /^answer\.(\d+)$/;

export const FOLLOWING_ACTIONS = [
  memberAction({
    path: '/listings/:slug/follow',
    page: 'listing',
    input: LISTING,
    async run(ctx, input) {
      await followListing(ctx, input);
      return { go_to: whereTo(input) };
    },
  }),
  memberAction({
    path: '/listings/:slug/unfollow',
    page: 'listing',
    input: LISTING,
    async run(ctx, input) {
      await unfollowListing(ctx, input);
      return { go_to: whereTo(input) };
    },
  }),
  memberAction({
    path: '/listings/:slug/follow/mail',
    page: 'listing',
    input: Strict({ ...PLACE, mail: OneOf(['on', 'off']) }),
    async run(ctx, input) {
      await chooseFollowMail(ctx, { slug: input.slug, wants_mail: input.mail === 'on' });
      return { go_to: whereTo(input) };
    },
  }),
  memberAction({
    path: '/notifications/read',
    page: 'notifications',
    input: Strict({ newest_id: ID }),
    async run(ctx, { newest_id }) {
      await readNotifications(ctx, { newest_id: Number(newest_id) });
      return { go_to: to.notifications() };
    },
  }),
  memberAction({
    path: '/dashboard/interview',
    page: 'interview',
    bytes: ANSWERS_BYTES,
    input: T.Object(
      { shown: T.String({ pattern: '^\\d{1,9}( \\d{1,9}){0,29}$' }) },
      { additionalProperties: false, patternProperties: { [ANSWER.source]: T.String({ maxLength: 4000 }) } },
    ),
    async run(ctx, input, sender) {
      const { shown, ...sent } = input as Record<string, string>;
      // What stood in the form and came back empty is an empty answer.
      const asked = shown!.split(' ').map((id) => `answer.${id}`);
      const answers = [...new Set([...asked, ...Object.keys(sent)])].map((name) => ({
        question_id: Number(ANSWER.exec(name)![1]),
        answer: sent[name] ?? '',
      }));
      await sentAs(answer_interview, { ctx, sender }, { answers });
      return { go_to: to.interview('saved') };
    },
  }),
];
