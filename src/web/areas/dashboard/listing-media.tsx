import type { Ctx } from '../../../kernel/context.ts';
import { listPictures, MAX_PICTURES } from '../../../modules/listings/media/media.ts';
import type { PictureRow } from '../../../modules/listings/media/queries.ts';
import type { OwnListing } from '../../../modules/listings/owner/schema.ts';
import { dashboardPaths, listingPaths, orderPaths } from '../../paths.ts';
import { type PageContext, type PageHead, type Query, requireSignedIn, textParam } from '../../server/page.ts';
import { Field, FieldNotes, Form } from '../../ui/form.tsx';
import { ariaProps, errorFor, submittedTo } from '../../ui/form-state.ts';
import { loadOwnListing, OwnerFrame, type OwnListingParams, ownerHead } from '../../ui/owner-frame.tsx';

interface Data {
  listing: OwnListing;
  pictures: PictureRow[];
  done: string | undefined;
}

export const load = async (ctx: Ctx, params: OwnListingParams, query: Query): Promise<Data> => {
  const listing = await loadOwnListing(ctx, params);
  return { listing, pictures: await listPictures(requireSignedIn(ctx), { listing_id: listing.id }), done: textParam(query.done) };
};

export const head = ({ listing }: Data): PageHead => ownerHead(listing, 'Pictures', dashboardPaths.media({ listing_id: listing.id }));

const DONE: Record<string, string> = { added: 'The picture is added.', gone: 'The picture is deleted.', first: 'It is shown first now.' };

const HINT = 'JPEG, PNG, WebP, AVIF or GIF, at most 8 MB. We make it anew, without what the camera wrote beside it.';

const AddPicture = ({ listing, context }: { listing: OwnListing; context: PageContext }) => {
  const action = dashboardPaths.media({ listing_id: listing.id });
  const form = submittedTo(action, context);
  const error = errorFor(form?.errors, 'picture');
  return (
    <Form action={action} context={context} class="form narrow" takes_files>
      <div class={error ? 'field field-wrong' : 'field'}>
        <label for="picture">Picture</label>
        <input
          id="picture"
          name="picture"
          type="file"
          accept="image/jpeg,image/png,image/webp,image/avif,image/gif"
          required
          {...ariaProps('picture', { error, hint: HINT, first: error !== undefined })}
        />
        <FieldNotes id="picture" label="The picture" error={error} hint={HINT} />
      </div>
      <Field
        action={action}
        context={context}
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

export const view = ({ listing, pictures, done }: Data, context: PageContext) => {
  const is_unlocked = listing.unlocked_sections.includes('media');
  return (
    <OwnerFrame listing={listing} tab="Pictures" done={done && DONE[done]}>
      <section class="block block-first" aria-labelledby="pictures-heading">
        <h2 id="pictures-heading">Pictures</h2>
        {!is_unlocked && (
          <p>
            Pictures belong to paid listings: the plan of this one does not include them.{' '}
            <a href={orderPaths.orderForm({ listing_id: listing.id })}>What would open them</a>
          </p>
        )}
        {pictures.length > 0 && (
          <ul class="tiles own-pictures">
            {pictures.map(({ id, hash, alt, width, height }, at) => (
              <li>
                <img src={listingPaths.picture({ file: `${hash}.webp` })} alt={alt} width={width} height={height} loading="lazy" />
                <div class="actions">
                  {at > 0 && (
                    <Form
                      action={dashboardPaths.showPictureFirst({ listing_id: listing.id })}
                      context={context}
                      hidden={{ id: String(id) }}
                    >
                      <button class="button" type="submit">
                        Show first
                        <span class="unseen">
                          : <bdi>{alt}</bdi>
                        </span>
                      </button>
                    </Form>
                  )}
                  <Form action={dashboardPaths.deletePicture({ listing_id: listing.id })} context={context} hidden={{ id: String(id) }}>
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
        {is_unlocked && pictures.length < MAX_PICTURES && <AddPicture listing={listing} context={context} />}
        {is_unlocked && pictures.length >= MAX_PICTURES && <p class="quiet">There are {MAX_PICTURES}, which is all there is room for.</p>}
      </section>
    </OwnerFrame>
  );
};
