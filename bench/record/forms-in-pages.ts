import { load } from 'cheerio';

export interface Form {
  path: string;
  fields: Record<string, string>;
  /** Names of text fields, with their maximum length. */
  typed: { name: string; max_length: number | null }[];
}

const TYPED = 'input:not([type=hidden],[type=checkbox],[type=radio],[type=file],[type=submit]), textarea';

/** The POST forms of a page, with what a browser would send. */
export const findForms = (html: string): Form[] => {
  const $ = load(html);
  return $('form')
    .toArray()
    .filter((form) => $(form).attr('method') === 'post' || $(form).find('[formmethod=post]').length > 0)
    .map((form) => {
      const button = $(form).find('button[name]').last();
      const fields = Object.fromEntries(
        $(form)
          .serializeArray()
          .map(({ name, value }) => [name, value]),
      );
      if (button.length > 0) fields[button.attr('name')!] = button.attr('value') ?? '';
      const typed = $(form)
        .find(TYPED)
        .toArray()
        .map((field) => ({ name: $(field).attr('name')!, max_length: Number($(field).attr('maxlength')) || null }));
      return { path: $(form).attr('action')!, fields, typed };
    });
};
