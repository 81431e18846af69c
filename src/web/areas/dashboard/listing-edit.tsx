import { msg, t, texts } from '../../../kernel/language/messages.ts';
import { listSiblingListings } from '../../../modules/listings/owner/listings.ts';
import type { SiblingListing } from '../../../modules/listings/owner/queries.ts';
import { dashboardPaths } from '../../paths.ts';
import { ErrorSummary, Form } from '../../ui/form.tsx';
import { valuesFingerprint } from '../../ui/form-values.ts';
import { EditorFaqs, type EditorFormState, EditorInput, EditorLinks, editorErrors, editorFormState } from './listing-editor.tsx';
import { EDITOR_SECTIONS, editorValues } from './listing-editor-values.ts';
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
  view({ listing, siblings }, context) {
    const action = dashboardPaths.edit({ listing_id: listing.id });
    const stored = editorValues(listing);
    const form_state = { ...editorFormState(action, context, stored), has_summary: true };
    return (
      <Form
        action={action}
        context={context}
        class="form narrow own-editor"
        hidden={{ seen: form_state.form?.values.seen ?? (valuesFingerprint(stored) || '-') }}
      >
        {form_state.form && (
          <ErrorSummary lines={editorErrors(form_state)} message={form_state.form.errors.length > 0 ? t('Not saved yet.') : null} />
        )}
        {EDITOR_SECTIONS.map(({ heading, note, fields, pairs }) => (
          <fieldset class={pairs ? 'own-part pairs' : 'own-part'}>
            <legend>{heading}</legend>
            {note && siblings.length > 0 && <p class="quiet">{note}</p>}
            {fields.map((field) => (
              <EditorInput form_state={form_state} field={field} />
            ))}
          </fieldset>
        ))}
        <ApplyToSites form_state={form_state} siblings={siblings} />
        <EditorLinks form_state={form_state} />
        <EditorFaqs form_state={form_state} />
        <button class="button button-main" type="submit">
          {t('Save and publish')}
        </button>
      </Form>
    );
  },
});
