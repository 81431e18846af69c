import type { Ctx } from '../../kernel/context.ts';
import type { OwnListing } from '../../modules/listings/own-schema.ts';
import { timelineOf } from '../../modules/listings/timeline.ts';
import type { Happening } from '../../modules/listings/timeline-queries.ts';
import { to } from '../addresses.ts';
import { typed } from '../asked.ts';
import type { Head, Here, Params, Query } from '../page.ts';
import { Field, Form } from '../parts/form.tsx';
import { NextStep } from '../parts/next-step.tsx';
import { OwnFrame } from '../parts/own-frame.tsx';
import { ownHead, ownListingIn } from '../parts/own-listing-id.ts';
import { OwnMilestones } from '../parts/own-milestones.tsx';
import { Timeline } from '../parts/timeline.tsx';
import { count, counted } from '../wording.ts';

interface Data {
  listing: OwnListing;
  happenings: Happening[];
  done: string | undefined;
}

export const load = async (ctx: Ctx, params: Params, query: Query): Promise<Data> => {
  const listing = await ownListingIn(ctx, params);
  return { listing, happenings: await timelineOf(ctx, { listing_id: listing.id }), done: typed(query.done) };
};

export const head = ({ listing }: Data): Head => ({
  ...ownHead(listing, 'Overview', to.ownListing(listing.id)),
  trail: [{ name: 'Your listings', href: to.dashboard() }],
});

const DONE: Record<string, string> = {
  posted: 'Your update is posted, and your followers are being told.',
  milestone: 'The milestone is added.',
  milestone_gone: 'The milestone is deleted.',
};

const Numbers = ({ listing: { content, slug, status, verified } }: { listing: OwnListing }) => (
  <section class="aside-block" aria-labelledby="numbers">
    <h2 id="numbers">So far</h2>
    <dl class="facts">
      {[
        ['Votes', content.votes],
        ['Views', content.views],
        ['Followers', content.followers],
      ].map(([name, value]) => (
        <div>
          <dt>{name}</dt>
          <dd>{count(Number(value))}</dd>
        </div>
      ))}
    </dl>
    {status !== 'draft' && status !== 'removed' && (
      <p>
        <a href={to.listing(slug)}>Its public page</a>
      </p>
    )}
    {!verified && status !== 'draft' && status !== 'removed' && (
      <p>
        <a href={to.claim(slug)}>Prove that its domain is yours</a>, for the Verified badge
      </p>
    )}
  </section>
);

const PostUpdate = ({ listing, here }: { listing: OwnListing; here: Here }) => {
  const action = to.postUpdate(listing.id);
  return (
    <section class="block" id="post-update" aria-labelledby="post-update-heading">
      <h2 id="post-update-heading">Post an update</h2>
      <p class="quiet">
        It appears on your listing and among the <a href={to.updates()}>latest updates</a>
        {listing.content.followers > 0 ? `, and ${counted(listing.content.followers, 'follower')} will be told.` : '.'}
      </p>
      <Form action={action} here={here} class="form own-form" once>
        <Field action={action} here={here} name="title" label="Title" required maxlength={200} />
        <Field action={action} here={here} name="body" label="What is new" rows={5} required maxlength={5000} />
        <button class="button button-main" type="submit">
          Post it
        </button>
      </Form>
    </section>
  );
};

export const view = ({ listing, happenings, done }: Data, here: Here) => (
  <OwnFrame listing={listing} place="overview" done={done && DONE[done]}>
    <div class="with-aside">
      <div>
        <NextStep listing={listing} />
        {listing.status !== 'removed' && <PostUpdate listing={listing} here={here} />}
        {listing.status !== 'removed' && <OwnMilestones listing={listing} here={here} />}
        <Timeline happenings={happenings} created_at={listing.created_at} here={here} />
      </div>
      <aside aria-label="Numbers">
        <Numbers listing={listing} />
      </aside>
    </div>
  </OwnFrame>
);
