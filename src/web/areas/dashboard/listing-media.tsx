import { msg, rich, t, texts } from '../../../kernel/language/messages.ts';
import { listPictures, MAX_PICTURES } from '../../../modules/listings/media/media.ts';
import type { PictureRow } from '../../../modules/listings/media/queries.ts';
import type { OwnListing } from '../../../modules/listings/owner/schema.ts';
import { dashboardPaths, listingPaths, orderPaths } from '../../paths.ts';
import { Form, InputField } from '../../ui/form.tsx';
import { ariaProps, fieldId, submittedTo, submittedWith } from '../../ui/form-state.ts';
import { ownerPage } from './owner-page.tsx';

const describeHint = () => t('JPEG, PNG, WebP, AVIF or GIF, up to 8 MB each and 15 MB together. We resize them and remove their metadata.');

/** The files of an upload that were refused, each with the reason. The others were added. */
const UploadErrors = ({ messages }: { messages: string[] }) => (
  <ul class="upload-errors" id="picture-error">
    {messages.map((message) => (
      <li class="field-error" dir="auto">
        {message}.
      </li>
    ))}
  </ul>
);

const AddPictures = ({ listing, room }: { listing: OwnListing; room: number }) => {
  const form = { action: dashboardPaths.media({ listing_id: listing.id }) };
  const messages = (submittedTo(form.action)?.errors ?? []).map(({ message }) => message);
  const error = messages.length > 0;
  return (
    <Form {...form} class="form narrow upload" takes_files>
      <div class={error ? 'field field-wrong' : 'field'}>
        <label for="picture">{t('Add pictures')}</label>
        <input
          id="picture"
          name="picture"
          type="file"
          accept="image/jpeg,image/png,image/webp,image/avif,image/gif"
          multiple
          required
          {...ariaProps('picture', { error, hint: true, first: error })}
        />
        {error && <UploadErrors messages={messages} />}
        <p class="quiet" id="picture-hint">
          {t('{hint} You can add {n, plural, one {# more picture} other {# more pictures}}.', { hint: describeHint(), n: room })}
        </p>
      </div>
      <button class="button button-main" type="submit">
        {t('Upload')}
      </button>
    </Form>
  );
};

interface PictureProps {
  listing: OwnListing;
  picture: PictureRow;
  at: number;
  count: number;
}

const Picture = ({ listing, picture: { id, hash, alt, width, height }, at, count }: PictureProps) => {
  const params = { listing_id: listing.id };
  const hidden = { id: String(id) };
  const about = (
    <span class="unseen">
      : <bdi>{alt || t('picture {value}', { value: at + 1 })}</bdi>
    </span>
  );
  const move = (text: string, to: number) =>
    to >= 0 &&
    to < count && (
      <Form action={dashboardPaths.movePicture(params)} hidden={{ ...hidden, to: String(to) }}>
        <button class="button button-small" type="submit">
          {text}
          {about}
        </button>
      </Form>
    );
  const alt_action = dashboardPaths.setAltText(params);
  return (
    <li data-picture={id}>
      <img
        src={listingPaths.picture({ file: `${hash}.webp` })}
        alt={alt || t('Picture {value}', { value: at + 1 })}
        width={width}
        height={height}
        loading="lazy"
      />
      <Form action={alt_action} hidden={hidden} class="form alt-text">
        <InputField
          id={`${fieldId(alt_action, 'alt')}-${id}`}
          form={submittedWith(alt_action, hidden)}
          name="alt"
          label={t('Alt text')}
          value={alt}
          hint={alt ? undefined : t('Say what it shows, for people who can’t see it.')}
          required
          maxlength={300}
        />
        <button class="button button-small" type="submit">
          {t('Save alt text')}
          {about}
        </button>
      </Form>
      <div class="actions">
        {move(t('Move earlier'), at - 1)}
        {move(t('Move later'), at + 1)}
        <Form action={dashboardPaths.deletePicture(params)} hidden={hidden}>
          <button class="button button-small" type="submit">
            {t('Delete')}
            {about}
          </button>
        </Form>
      </div>
    </li>
  );
};

export const mediaPage = ownerPage({
  path: dashboardPaths.media,
  tab: 'Pictures',
  load: async (ctx, { id }) => ({ pictures: await listPictures(ctx, { listing_id: id }) }),
  done: texts({ added: msg('Added.'), gone: msg('Deleted.'), moved: msg('Moved.'), described: msg('Alt text saved.') }),
  island: 'media.js',
  view({ listing, pictures }) {
    const is_unlocked = listing.unlocked_sections.includes('media');
    const room = MAX_PICTURES - pictures.length;
    return (
      <section class="block block-first" id="pictures" aria-labelledby="pictures-heading">
        <h2 id="pictures-heading">{t('Pictures')}</h2>
        {!is_unlocked && (
          <p>
            {rich('Pictures are included in paid launches. This listing’s plan doesn’t include them. <link>See your options</link>', {
              link: (text) => <a href={orderPaths.orderForm({ listing_id: listing.id })}>{text}</a>,
            })}
          </p>
        )}
        {is_unlocked && room > 0 && <AddPictures listing={listing} room={room} />}
        {is_unlocked && room <= 0 && (
          <p class="quiet">{t('You have {MAX_PICTURES} pictures, the most a listing can have.', { MAX_PICTURES })}</p>
        )}
        {pictures.length > 0 && (
          <ol class="tiles own-pictures" data-move={dashboardPaths.movePicture({ listing_id: listing.id })}>
            {pictures.map((picture, at) => (
              <Picture listing={listing} picture={picture} at={at} count={pictures.length} />
            ))}
          </ol>
        )}
      </section>
    );
  },
});
