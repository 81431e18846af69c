import type { Ctx } from '../../kernel/context.ts';
import { listElsewhere } from '../../modules/listings/own-listing.ts';
import type { Elsewhere } from '../../modules/listings/own-queries.ts';
import type { OwnListing } from '../../modules/listings/own-schema.ts';
import { to } from '../addresses.ts';
import { typed } from '../asked.ts';
import type { Head, Here, Params, Query } from '../page.ts';
import { seenOf } from '../parts/draft-values.ts';
import { Form } from '../parts/form.tsx';
import { EditorInput, Faqs, Links, troublesOf } from '../parts/own-editor.tsx';
import { OwnFrame } from '../parts/own-frame.tsx';
import { type Sheet, sheetOf } from '../parts/own-input.tsx';
import { ownHead, ownListingIn } from '../parts/own-listing-id.ts';
import { EDITOR, editorValues } from '../parts/own-values.ts';
import { Troubles } from '../parts/troubles.tsx';

interface Data {
  listing: OwnListing;
  elsewhere: Elsewhere[];
  done: string | undefined;
}

export const load = async (ctx: Ctx, params: Params, query: Query): Promise<Data> => {
  const listing = await ownListingIn(ctx, params);
  return { listing, elsewhere: await listElsewhere(ctx, { listing_id: listing.id }), done: typed(query.done) };
};

export const head = ({ listing }: Data): Head => ownHead(listing, 'Edit', to.ownListing(listing.id, 'edit'));

const DONE: Record<string, string> = {
  saved: 'Saved, and published. The version before is in the history.',
  unchanged: 'Nothing was changed.',
};

const Elsewheres = ({ sheet, elsewhere }: { sheet: Sheet; elsewhere: Elsewhere[] }) =>
  elsewhere.length > 0 ? (
    <fieldset class="choices">
      <legend>Write headline, summary and search engine texts also to</legend>
      {elsewhere.map(({ site_key, site_name }) => (
        <div class="choice">
          <input
            type="checkbox"
            id={`apply-${site_key}`}
            name={`apply_to.${site_key}`}
            value="on"
            checked={sheet.form?.values[`apply_to.${site_key}`] === 'on'}
          />
          <label for={`apply-${site_key}`} dir="auto">
            {site_name}
          </label>
        </div>
      ))}
    </fieldset>
  ) : null;

export const view = ({ listing, elsewhere, done }: Data, here: Here) => {
  const action = to.ownListing(listing.id, 'edit');
  const stored = editorValues(listing);
  const sheet = { ...sheetOf(action, here, stored), summed: true };
  return (
    <OwnFrame listing={listing} place="edit" done={done && DONE[done]}>
      <Form
        action={action}
        here={here}
        class="form own-form own-editor"
        hidden={{ seen: sheet.form?.values.seen ?? (seenOf(stored) || '-') }}
      >
        {sheet.form && <Troubles lines={troublesOf(sheet)} message={sheet.form.errors.length > 0 ? 'Nothing is saved yet.' : null} />}
        {EDITOR.map(({ heading, says, fields, pairs }) => (
          <fieldset class={pairs ? 'own-part own-pairs' : 'own-part'}>
            <legend>{heading}</legend>
            {says && elsewhere.length > 0 && <p class="quiet">{says}</p>}
            {fields.map((field) => (
              <EditorInput sheet={sheet} field={field} />
            ))}
          </fieldset>
        ))}
        <Elsewheres sheet={sheet} elsewhere={elsewhere} />
        <Links sheet={sheet} />
        <Faqs sheet={sheet} />
        <button class="button button-main" type="submit">
          Save and publish
        </button>
      </Form>
    </OwnFrame>
  );
};
