import type { ComponentChildren } from 'preact';
import { t } from '../../../kernel/language/messages.ts';
import { MAX_FAQS, SOCIAL_PLATFORMS } from '../../../modules/listings/schema.ts';
import type { SubmittedForm } from '../../server/page.ts';
import { ChoiceField, type ErrorLink, ErrorSummary, Form, InputField, type InputFieldProps } from '../form.tsx';
import { errorFor, submittedTo } from '../form-state.ts';
import { countRows, type FormValues, fieldElementId, valuesFingerprint } from '../form-values.ts';
import { fieldName, platformName } from '../format.tsx';
import { EDITOR_SECTIONS, type EditedContent, type EditorField, editorLabel, editorValues } from './values.ts';

export interface EditorFormState {
  /** The submitted form, if it comes back with errors. */
  form: SubmittedForm | undefined;
  /** Values of the fields: submitted ones if there are any, else stored ones. */
  values: FormValues;
  /** Whether an error summary above the form takes the focus. */
  has_summary?: boolean;
}

export const editorFormState = (action: string, stored: FormValues): EditorFormState => {
  const form = submittedTo(action);
  return { form, values: form?.values ?? stored };
};

interface EditorTextFieldProps extends Pick<InputFieldProps, 'name' | 'label' | 'rows' | 'hint' | 'type'> {
  form_state: EditorFormState;
  max_length: number;
}

/** One text field. Its name is the input path of the operation, so that errors are shown at the field. */
export const EditorTextField = ({ form_state: { form, values, has_summary }, max_length, ...field }: EditorTextFieldProps) => (
  <InputField
    {...field}
    takes_focus={!has_summary}
    id={fieldElementId(field.name)}
    form={form}
    value={values[field.name]}
    maxlength={max_length}
  />
);

const EditorInput = ({ form_state, field: { name, options, ...field } }: { form_state: EditorFormState; field: EditorField }) => {
  const path = `fields.${name}`;
  const label = fieldName(name);
  if (!options) return <EditorTextField {...field} form_state={form_state} name={path} label={label} />;
  return (
    <ChoiceField
      id={fieldElementId(path)}
      name={path}
      label={label}
      none={t('Not specified')}
      options={options()}
      value={form_state.values[path]}
      error={errorFor(form_state.form?.errors, path)}
      hint={field.hint}
    />
  );
};

/** Existing links, and a collapsed section for adding others. */
const EditorLinks = ({ form_state }: { form_state: EditorFormState }) => {
  const hasLink = (platform: string) => Boolean(form_state.values[`socials.${platform}`]);
  const link = (platform: string) => (
    <EditorTextField form_state={form_state} name={`socials.${platform}`} label={platformName(platform)} max_length={500} type="link" />
  );
  const existing = SOCIAL_PLATFORMS.filter(hasLink);
  return (
    <fieldset class="own-part">
      <legend>{t('Links')}</legend>
      <p class="quiet">{t('Social profiles of the product. Clear a field to remove a link.')}</p>
      {existing.length > 0 && <div class="pairs">{existing.map(link)}</div>}
      <details class="draft-add">
        <summary>{t('Add a link')}</summary>
        <div class="pairs">{SOCIAL_PLATFORMS.filter((platform) => !hasLink(platform)).map(link)}</div>
      </details>
    </fieldset>
  );
};

const EditorFaq = ({ form_state, index }: { form_state: EditorFormState; index: number }) => (
  <div class="stack">
    <EditorTextField
      form_state={form_state}
      name={`faqs[${index}].question`}
      label={t('Question {value}', { value: index + 1 })}
      max_length={300}
    />
    <EditorTextField
      form_state={form_state}
      name={`faqs[${index}].answer`}
      label={t('Answer {value}', { value: index + 1 })}
      max_length={1500}
      rows={3}
    />
  </div>
);

/** Questions and answers; emptying one deletes it. */
const EditorFaqs = ({ form_state }: { form_state: EditorFormState }) => {
  const rows = countRows(form_state.values, 'faqs');
  return (
    <fieldset class="own-part">
      <legend>{t('Questions and answers')}</legend>
      <p class="quiet">{t('At most {MAX_FAQS}. Clear both fields to remove one.', { MAX_FAQS })}</p>
      {Array.from({ length: rows }, (_, index) => (
        <EditorFaq form_state={form_state} index={index} />
      ))}
      {rows < MAX_FAQS && (
        <details class="draft-add">
          <summary>{t('Add a question')}</summary>
          <EditorFaq form_state={form_state} index={rows} />
        </details>
      )}
    </fieldset>
  );
};

/** The error summary of a submitted editor form. */
const editorErrors = ({ form }: EditorFormState): ErrorLink[] =>
  (form?.errors ?? []).map(({ path, message }) => ({
    id: fieldElementId(path.replace(/^(fields\.\w+)\[.*$/, '$1')),
    of: editorLabel(path),
    says: `${message}.`,
  }));

interface ListingEditorProps {
  action: string;
  listing: EditedContent;
  /** Whether texts can be applied to other sites, which their sections then say. */
  has_siblings?: boolean;
  /** More fields, after the texts. */
  children?: (form_state: EditorFormState) => ComponentChildren;
}

/** The form that edits what a listing says: the owner's, and the team's. */
export const ListingEditor = ({ action, listing, has_siblings = false, children }: ListingEditorProps) => {
  const stored = editorValues(listing);
  const form_state = { ...editorFormState(action, stored), has_summary: true };
  return (
    <Form
      action={action}
      class="form narrow own-editor"
      hidden={{ seen: form_state.form?.values.seen ?? (valuesFingerprint(stored) || '-') }}
    >
      {form_state.form && (
        <ErrorSummary lines={editorErrors(form_state)} message={form_state.form.errors.length > 0 ? t('Not saved yet.') : null} />
      )}
      {EDITOR_SECTIONS.map(({ heading, note, fields, pairs }) => (
        <fieldset class={pairs ? 'own-part pairs' : 'own-part'}>
          <legend>{heading}</legend>
          {note && has_siblings && <p class="quiet">{note}</p>}
          {fields.map((field) => (
            <EditorInput form_state={form_state} field={field} />
          ))}
        </fieldset>
      ))}
      {children?.(form_state)}
      <EditorLinks form_state={form_state} />
      <EditorFaqs form_state={form_state} />
      <button class="button button-main" type="submit">
        {t('Save and publish')}
      </button>
    </Form>
  );
};
