import type { Ctx } from '../../kernel/context.ts';
import type { OwnListing } from '../../modules/listings/own-schema.ts';
import { STORY_SECTIONS } from '../../modules/listings/schema.ts';
import { to } from '../addresses.ts';
import { typed } from '../asked.ts';
import type { Head, Here, Params, Query } from '../page.ts';
import { Form } from '../parts/form.tsx';
import { OwnFrame } from '../parts/own-frame.tsx';
import { OwnInput, sheetOf } from '../parts/own-input.tsx';
import { ownHead, ownListingIn } from '../parts/own-listing-id.ts';
import { Shown } from '../parts/own-milestones.tsx';
import { STORY_HEADINGS } from '../wording.ts';

interface Data {
  listing: OwnListing;
  done: string | undefined;
}

export const load = async (ctx: Ctx, params: Params, query: Query): Promise<Data> => ({
  listing: await ownListingIn(ctx, params),
  done: typed(query.done),
});

export const head = ({ listing }: Data): Head => ownHead(listing, 'Story', to.ownListing(listing.id, 'story'));

const HEADINGS: Record<string, string> = { title: 'Its title', ...STORY_HEADINGS };

export const view = ({ listing, done }: Data, here: Here) => {
  const action = to.ownListing(listing.id, 'story');
  const stored = Object.fromEntries(Object.entries(listing.story ?? {}).map(([section, text]) => [section, text ?? '']));
  const sheet = sheetOf(action, here, stored);
  return (
    <OwnFrame listing={listing} place="story" done={done === 'saved' ? 'Your story is saved.' : null}>
      <section class="block block-first" aria-labelledby="story-heading">
        <h2 id="story-heading">The founder’s story</h2>
        <p>Your own words. Leave out what you do not want to tell.</p>
        <Shown listing={listing} section="story" />
        <Form action={action} here={here} class="form own-form">
          {STORY_SECTIONS.map((section) => (
            <OwnInput
              sheet={sheet}
              name={section}
              label={HEADINGS[section]!}
              most={section === 'title' ? 200 : 8000}
              rows={section === 'title' ? 1 : 6}
            />
          ))}
          <button class="button button-main" type="submit">
            Save the story
          </button>
        </Form>
      </section>
    </OwnFrame>
  );
};
