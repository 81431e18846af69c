import { SOCIAL_PLATFORMS } from '../../modules/listings/schema.ts';
import { fieldName, platformName } from '../wording.ts';
import { ChoiceField } from './choice-field.tsx';
import { idOf, rowsIn } from './draft-values.ts';
import { faultAt } from './marks.ts';
import { OwnInput, type Sheet } from './own-input.tsx';
import { type EditorField, editorLabel, MOST_FAQS } from './own-values.ts';
import type { TroubleLine } from './troubles.tsx';

/** One field of the editor. */
export const EditorInput = ({ sheet, field: { name, most, rows, hint, type, offered } }: { sheet: Sheet; field: EditorField }) => {
  const path = `fields.${name}`;
  if (!offered) return <OwnInput sheet={sheet} name={path} label={fieldName(name)} most={most} rows={rows} hint={hint} type={type} />;
  const error = faultAt(sheet.form?.errors, path);
  return (
    <ChoiceField
      id={idOf(path)}
      name={path}
      label={fieldName(name)}
      none="Not said"
      offered={offered}
      value={sheet.values[path]}
      error={error}
      hint={hint}
    />
  );
};

/** What is there, and folded away, room for what is not. */
export const Links = ({ sheet }: { sheet: Sheet }) => {
  const isThere = (platform: string) => Boolean(sheet.values[`socials.${platform}`]);
  const link = (platform: string) => (
    <OwnInput sheet={sheet} name={`socials.${platform}`} label={platformName(platform)} most={500} type="link" />
  );
  const there = SOCIAL_PLATFORMS.filter(isThere);
  return (
    <fieldset class="own-part">
      <legend>Links elsewhere</legend>
      <p class="quiet">Profiles of the product. Empty a box to take a link away.</p>
      {there.length > 0 && <div class="own-pairs">{there.map(link)}</div>}
      <details class="draft-add">
        <summary>Add a link</summary>
        <div class="own-pairs">{SOCIAL_PLATFORMS.filter((platform) => !isThere(platform)).map(link)}</div>
      </details>
    </fieldset>
  );
};

const Faq = ({ sheet, at }: { sheet: Sheet; at: number }) => (
  <div class="own-row">
    <OwnInput sheet={sheet} name={`faqs[${at}].question`} label={`Question ${at + 1}`} most={300} />
    <OwnInput sheet={sheet} name={`faqs[${at}].answer`} label={`Answer ${at + 1}`} most={1500} rows={3} />
  </div>
);

/** Questions and their answers; one is taken away by emptying it. */
export const Faqs = ({ sheet }: { sheet: Sheet }) => {
  const rows = rowsIn(sheet.values, 'faqs');
  return (
    <fieldset class="own-part">
      <legend>Questions and answers</legend>
      <p class="quiet">At most {MOST_FAQS}. Empty both boxes to take one away.</p>
      {Array.from({ length: rows }, (_, at) => (
        <Faq sheet={sheet} at={at} />
      ))}
      {rows < MOST_FAQS && (
        <details class="draft-add">
          <summary>Add a question</summary>
          <Faq sheet={sheet} at={rows} />
        </details>
      )}
    </fieldset>
  );
};

/** All that is wrong with an editor that came back. */
export const troublesOf = ({ form }: Sheet): TroubleLine[] =>
  (form?.errors ?? []).map(({ path, message }) => ({
    id: idOf(path.replace(/^(fields\.\w+)\[.*$/, '$1')),
    of: editorLabel(path),
    says: `${message}.`,
  }));
