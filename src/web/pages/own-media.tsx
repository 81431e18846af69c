import type { Ctx } from '../../kernel/context.ts';
import { listPictures, MOST_PICTURES } from '../../modules/listings/media.ts';
import type { PictureRow } from '../../modules/listings/media-queries.ts';
import type { OwnListing } from '../../modules/listings/own-schema.ts';
import { to } from '../addresses.ts';
import { typed } from '../asked.ts';
import type { Head, Here, Params, Query } from '../page.ts';
import { Field, FieldNotes, Form } from '../parts/form.tsx';
import { faultAt, marksOf, sentTo } from '../parts/marks.ts';
import { OwnFrame } from '../parts/own-frame.tsx';
import { ownHead, ownListingIn } from '../parts/own-listing-id.ts';

interface Data {
  listing: OwnListing;
  pictures: PictureRow[];
  done: string | undefined;
}

export const load = async (ctx: Ctx, params: Params, query: Query): Promise<Data> => {
  const listing = await ownListingIn(ctx, params);
  return { listing, pictures: await listPictures(ctx, { listing_id: listing.id }), done: typed(query.done) };
};

export const head = ({ listing }: Data): Head => ownHead(listing, 'Pictures', to.ownListing(listing.id, 'media'));

const DONE: Record<string, string> = { added: 'The picture is added.', gone: 'The picture is deleted.', first: 'It is shown first now.' };

const HINT = 'JPEG, PNG, WebP, AVIF or GIF, at most 8 MB. We make it anew, without what the camera wrote beside it.';

const Add = ({ listing, here }: { listing: OwnListing; here: Here }) => {
  const action = to.ownListing(listing.id, 'media');
  const form = sentTo(action, here);
  const error = faultAt(form?.errors, 'picture');
  return (
    <Form action={action} here={here} class="form own-form" takes_files>
      <div class={error ? 'field field-wrong' : 'field'}>
        <label for="picture">Picture</label>
        <input
          id="picture"
          name="picture"
          type="file"
          accept="image/jpeg,image/png,image/webp,image/avif,image/gif"
          required
          {...marksOf('picture', { error, hint: HINT, first: error !== undefined })}
        />
        <FieldNotes id="picture" label="The picture" error={error} hint={HINT} />
      </div>
      <Field
        action={action}
        here={here}
        name="alt"
        label="What it shows"
        hint="For who cannot see it."
        autocomplete="off"
        required
        maxlength={300}
      />
      <button class="button button-main" type="submit">
        Add the picture
      </button>
    </Form>
  );
};

export const view = ({ listing, pictures, done }: Data, here: Here) => {
  const unlocked = listing.unlocked_sections.includes('media');
  return (
    <OwnFrame listing={listing} place="media" done={done && DONE[done]}>
      <section class="block block-first" aria-labelledby="pictures-heading">
        <h2 id="pictures-heading">Pictures</h2>
        {!unlocked && (
          <p>
            Pictures belong to paid listings: the plan of this one does not include them.{' '}
            <a href={to.orderForm(listing.id)}>What would open them</a>
          </p>
        )}
        {pictures.length > 0 && (
          <ul class="own-pictures">
            {pictures.map(({ id, hash, alt, width, height }, at) => (
              <li>
                <img src={to.picture(hash)} alt={alt} width={width} height={height} loading="lazy" />
                <div class="own-picture-acts">
                  {at > 0 && (
                    <Form action={to.ownPicture(listing.id, 'first')} here={here} hidden={{ id: String(id) }}>
                      <button class="button" type="submit">
                        Show first
                        <span class="unseen">
                          : <bdi>{alt}</bdi>
                        </span>
                      </button>
                    </Form>
                  )}
                  <Form action={to.ownPicture(listing.id, 'delete')} here={here} hidden={{ id: String(id) }}>
                    <button class="button" type="submit">
                      Delete
                      <span class="unseen">
                        : <bdi>{alt}</bdi>
                      </span>
                    </button>
                  </Form>
                </div>
              </li>
            ))}
          </ul>
        )}
        {unlocked && pictures.length < MOST_PICTURES && <Add listing={listing} here={here} />}
        {unlocked && pictures.length >= MOST_PICTURES && <p class="quiet">There are {MOST_PICTURES}, which is all there is room for.</p>}
      </section>
    </OwnFrame>
  );
};
