import type { InputError } from '../../src/kernel/errors.ts';
import { to } from '../../src/web/addresses.ts';
import type { SentForm } from '../../src/web/page.ts';
import * as accountKeys from '../../src/web/pages/account-keys.tsx';
import * as checkout from '../../src/web/pages/checkout.tsx';
import * as claim from '../../src/web/pages/claim.tsx';
import * as draft from '../../src/web/pages/draft.tsx';
import * as ownEdit from '../../src/web/pages/own-edit.tsx';
import * as ownListing from '../../src/web/pages/own-listing.tsx';
import * as ownMedia from '../../src/web/pages/own-media.tsx';
import * as signIn from '../../src/web/pages/sign-in.tsx';
import * as submit from '../../src/web/pages/submit.tsx';
import { aClaiming } from './claim-samples.ts';
import { aDraft } from './draft-samples.ts';
import { aPendingOrder, aQuote } from './order-samples.ts';
import { anOwnListing } from './own-samples.ts';
import { type Drawable, type Drawing, drawing, ownDrawing } from './page-drawing.ts';
import { aKey } from './people-samples.ts';
import { aTree } from './samples.ts';

const wrong = (path: string, message: string): InputError => ({ path, code: 'wrong', message });

/** A page whose form came back. */
const refused = <D>(page: Drawable<D>, form: Partial<SentForm> & { action: string }): Drawable<D> => ({
  head: page.head,
  view: (data, here) => page.view(data, { ...here, form: { values: {}, errors: [], message: null, status: 400, told: {}, ...form } }),
});

/** Forms that came back, with something wrong in every kind of place. */
export const REFUSED_DRAWINGS: Record<string, Drawing> = {
  'sign in, refused': drawing(
    refused(signIn, {
      action: '/sign-in/password',
      values: { email: 'ada@example.com' },
      message: 'The address or the password is not right. Try again, or sign in by link.',
    }),
    { go_to: null },
  ),
  'submit, refused': ownDrawing(
    refused(submit, { action: to.submit(), values: { url: 'not a website' }, errors: [wrong('url', 'must be the address of a website')] }),
    { url: undefined, drafts: [] },
  ),
  'draft, refused': ownDrawing(
    refused(draft, {
      action: to.draft(aDraft().id),
      values: { seen: '-', 'fields.name': 'Tidewater', 'fields.contact_email': 'nobody', 'milestones[0].url': 'http://x' },
      errors: [wrong('fields.contact_email', 'must be an email address'), wrong('milestones[0].url', 'must begin with https://')],
    }),
    { draft: aDraft(), reading: null, categories: aTree, done: undefined },
  ),
  'own edit, refused': ownDrawing(
    refused(ownEdit, {
      action: to.ownListing(anOwnListing().id, 'edit'),
      values: { seen: '-', 'fields.tagline': 'A tagline', 'fields.founded_year': 'long ago', 'socials.x': 'x', 'faqs[0].question': 'Why?' },
      errors: [
        wrong('fields.founded_year', 'must be a whole number'),
        wrong('socials.x', 'must begin with https://'),
        wrong('faqs[0].answer', 'is required'),
      ],
    }),
    { listing: anOwnListing(), elsewhere: [], done: undefined },
  ),
  'own listing, refused': ownDrawing(
    refused(ownListing, {
      action: to.addMilestone(anOwnListing().id),
      values: { title: 'A first' },
      errors: [wrong('date', 'is required')],
    }),
    { listing: anOwnListing(), happenings: [], done: undefined },
  ),
  'own media, refused': ownDrawing(
    refused(ownMedia, {
      action: to.ownListing(anOwnListing().id, 'media'),
      values: { alt: 'The quay' },
      errors: [wrong('picture', 'is not a picture we can read')],
    }),
    { listing: anOwnListing({ unlocked_sections: ['media'] }), pictures: [], done: undefined },
  ),
  'account keys, refused': ownDrawing(
    refused(accountKeys, { action: '/account/keys', values: { name: 'Robot' }, errors: [wrong('scopes', 'needs at least 1 items')] }),
    { keys: [aKey()] },
  ),
  'claim, refused': ownDrawing(
    refused(claim, {
      action: to.claim('tidewater'),
      values: { method: 'email', email: 'ines@elsewhere.example' },
      errors: [wrong('email', 'must be at tidewater.example')],
    }),
    { claiming: aClaiming(), done: undefined },
  ),
  'checkout, refused': ownDrawing(
    refused(checkout, {
      action: to.checkoutBilling(aPendingOrder().number),
      values: { name: 'Ines', vat_number: 'PT1' },
      errors: [wrong('email', 'is needed'), wrong('country', 'is needed'), wrong('vat_number', 'is no VAT number of Portugal')],
    }),
    { order: aPendingOrder(), billing: {}, sum: aQuote(), country: null, pays_by: 'test' as const, done: undefined },
  ),
};
