import type { Operation } from '../../kernel/operation.ts';
import { RequiredText, Slug, Strict, T } from '../../kernel/schema.ts';
import { approveAlternative, dropAlternative, setAttributes } from '../../modules/listings/comparison.ts';
import { addPicture, deletePicture, showFirst } from '../../modules/listings/media.ts';
import { update_my_listing } from '../../modules/listings/own-operations.ts';
import { PICTURE_BYTES } from '../../modules/listings/picture.ts';
import { countCall } from '../../surfaces/invoke.ts';
import { to } from '../addresses.ts';
import { ID } from './account.ts';
import { memberAction } from './action.ts';

const PICTURE = Strict({ listing_id: ID, id: ID });
const ATTRIBUTE = /^attribute\.(\d{1,9})$/;
/** What a form has around its file. */
const AROUND_BYTES = 16 * 1024;

export const OWN_MORE_ACTIONS = [
  memberAction({
    path: '/dashboard/listings/:listing_id/media',
    page: 'own_media',
    bytes: PICTURE_BYTES + AROUND_BYTES,
    takes_files: true,
    input: Strict({ listing_id: ID, alt: RequiredText(300) }),
    async run(ctx, { listing_id, alt }, { files, address }) {
      await countCall(update_my_listing as unknown as Operation, ctx, address);
      await addPicture(ctx, { listing_id: Number(listing_id), alt, sent: files?.picture ?? Buffer.alloc(0) });
      return { go_to: to.ownListing(Number(listing_id), 'media', 'added') };
    },
  }),
  memberAction({
    path: '/dashboard/listings/:listing_id/media/first',
    page: 'own_media',
    input: PICTURE,
    async run(ctx, { listing_id, id }) {
      await showFirst(ctx, { listing_id: Number(listing_id), id: Number(id) });
      return { go_to: to.ownListing(Number(listing_id), 'media', 'first') };
    },
  }),
  memberAction({
    path: '/dashboard/listings/:listing_id/media/delete',
    page: 'own_media',
    input: PICTURE,
    async run(ctx, { listing_id, id }) {
      await deletePicture(ctx, { listing_id: Number(listing_id), id: Number(id) });
      return { go_to: to.ownListing(Number(listing_id), 'media', 'gone') };
    },
  }),
  memberAction({
    path: '/dashboard/listings/:listing_id/alternatives/approve',
    page: 'own_compare',
    input: Strict({ listing_id: ID, slug: Slug('The alternative.') }),
    async run(ctx, { listing_id, slug }) {
      await approveAlternative(ctx, { listing_id: Number(listing_id), slug });
      return { go_to: to.ownListing(Number(listing_id), 'compare', 'approved') };
    },
  }),
  memberAction({
    path: '/dashboard/listings/:listing_id/alternatives/drop',
    page: 'own_compare',
    input: Strict({ listing_id: ID, alternative_id: ID }),
    async run(ctx, { listing_id, alternative_id }) {
      await dropAlternative(ctx, { listing_id: Number(listing_id), alternative_id: Number(alternative_id) });
      return { go_to: to.ownListing(Number(listing_id), 'compare', 'dropped') };
    },
  }),
  memberAction({
    path: '/dashboard/listings/:listing_id/attributes',
    page: 'own_compare',
    input: T.Object(
      { listing_id: ID, shown: T.String({ pattern: '^\\d{1,9}( \\d{1,9}){0,99}$' }) },
      { additionalProperties: false, patternProperties: { [ATTRIBUTE.source]: T.String({ maxLength: 300 }) } },
    ),
    async run(ctx, input) {
      const { listing_id, shown, ...sent } = input as Record<string, string>;
      // A field that was emptied is not sent; that it was shown is.
      const values = new Map(shown!.split(' ').map((id) => [Number(id), sent[`attribute.${id}`] ?? '']));
      const changed = await setAttributes(ctx, { listing_id: Number(listing_id), values });
      return { go_to: to.ownListing(Number(listing_id), 'compare', changed ? 'saved' : 'unchanged') };
    },
  }),
];
