import { listPictures, MAX_PICTURES } from '../../../modules/listings/media/media.ts';
import type { OwnListing } from '../../../modules/listings/owner/schema.ts';
import { dashboardPaths, listingPaths, orderPaths } from '../../paths.ts';
import type { PageContext } from '../../server/page.ts';
import { Field, FieldNotes, Form } from '../../ui/form.tsx';
import { ariaProps, errorFor, submittedTo } from '../../ui/form-state.ts';
import { ownerPage } from './owner-page.tsx';

const HINT = 'JPEG, PNG, WebP, AVIF or GIF, at most 8 MB. We make it anew, without what the camera wrote beside it.';

const AddPicture = ({ listing, context }: { listing: OwnListing; context: PageContext }) => {
  const form = { action: dashboardPaths.media({ listing_id: listing.id }), context };
  const error = errorFor(submittedTo(form.action, context)?.errors, 'picture');
  return (
    <Form {...form} class="form narrow" takes_files>
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
      <Field {...form} name="alt" label="What it shows" hint="For who cannot see it." required maxlength={300} />
      <button class="button button-main" type="submit">
        Add the picture
      </button>
    </Form>
  );
};

export const mediaPage = ownerPage({
  path: dashboardPaths.media,
  tab: 'Pictures',
  load: async (ctx, { id }) => ({ pictures: await listPictures(ctx, { listing_id: id }) }),
  done: { added: 'The picture is added.', gone: 'The picture is deleted.', first: 'It is shown first now.' },
  view({ listing, pictures }, context) {
    const is_unlocked = listing.unlocked_sections.includes('media');
    return (
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
    );
  },
});
