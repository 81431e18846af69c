import type { Here, SentForm } from '../page.ts';
import { idOf, type Values } from './draft-values.ts';
import { InputField, type InputFieldProps } from './form.tsx';
import { sentTo } from './marks.ts';

export interface Sheet {
  /** The form as it came back. */
  form: SentForm | undefined;
  /** What the fields hold: what was typed, where the form came back. */
  values: Values;
  /** True where all that is wrong is told above, and the focus goes there. */
  summed?: boolean;
}

export const sheetOf = (action: string, here: Here, stored: Values): Sheet => {
  const form = sentTo(action, here);
  return { form, values: form?.values ?? stored };
};

interface OwnInputProps extends Pick<InputFieldProps, 'name' | 'label' | 'rows' | 'hint' | 'type'> {
  sheet: Sheet;
  most: number;
}

/** One field of a form about one's own listing, called what the operation calls it, so that a refusal's path names it. */
export const OwnInput = ({ sheet: { form, values, summed }, most, ...field }: OwnInputProps) => (
  <InputField {...field} takes_focus={!summed} id={idOf(field.name)} form={form} value={values[field.name]} maxlength={most} />
);
