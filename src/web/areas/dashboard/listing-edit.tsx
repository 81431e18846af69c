import { msg, t, texts } from '../../../kernel/language/messages.ts';
import { listSiblingListings } from '../../../modules/listings/owner/listings.ts';
import type { SiblingListing } from '../../../modules/listings/owner/queries.ts';
import { dashboardPaths } from '../../paths.ts';
import { type EditorFormState, ListingEditor } from '../../ui/listing-editor/editor.tsx';
import { ownerPage } from './owner-page.tsx';

/** Checkboxes for the company's listings on other sites that should get the same texts. */
const ApplyToSites = ({ form_state, siblings }: { form_state: EditorFormState; siblings: SiblingListing[] }) =>
  siblings.length > 0 ? (
    <fieldset class="choices">
      <legend>{t('Also update headline, summary and search texts on')}</legend>
      {siblings.map(({ site_key, site_name }) => (
        <div class="choice">
          <input
            type="checkbox"
            id={`apply-${site_key}`}
            name={`apply_to.${site_key}`}
            value="on"
            checked={form_state.form?.values[`apply_to.${site_key}`] === 'on'}
          />
          <label for={`apply-${site_key}`} dir="auto">
            {site_name}
          </label>
        </div>
      ))}
    </fieldset>
  ) : null;

export const editPage = ownerPage({
  path: dashboardPaths.edit,
  tab: 'Edit',
  load: async (ctx, { id }) => ({ siblings: await listSiblingListings(ctx, { listing_id: id }) }),
  done: texts({
    saved: msg('Saved and published. You can find the previous version in the history.'),
    unchanged: msg('No changes to save.'),
  }),
  view({ listing, siblings }) {
    const action = dashboardPaths.edit({ listing_id: listing.id });
    return (
      <ListingEditor action={action} listing={listing} has_siblings={siblings.length > 0}>
        {(form_state) => <ApplyToSites form_state={form_state} siblings={siblings} />}
      </ListingEditor>
    );
  },
});
