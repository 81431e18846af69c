import { msg, texts } from '../../../../kernel/language/messages.ts';
import { OneOf, RequiredText, T, Text } from '../../../../kernel/schema.ts';
import { discardBrandDraft, publishBrand, saveBrandDraft } from '../../../../modules/content/brand/brand.ts';
import { BRAND_PICTURES, type BrandPictureName, MAX_FOOTER_LINKS } from '../../../../modules/content/brand/rules.ts';
import { TYPEFACES } from '../../../../modules/sites/brand/typefaces.ts';
import { adminPaths } from '../../../paths.ts';
import { teamForm } from '../../../server/confirmed-form.ts';
import { Checkbox } from '../../../server/form-action.ts';
import { parseRows, rowSchema } from '../content/row-fields.ts';

export const FOOTER_ROWS = texts({
  prefix: 'footer',
  max_rows: MAX_FOOTER_LINKS,
  columns: [
    { name: 'name', label: msg('Text'), max_length: 40 },
    { name: 'url', label: msg('Address'), max_length: 300 },
  ],
});

const Colour = T.Optional(Text(20));

export const ADMIN_BRAND_ACTIONS = [
  teamForm({
    path: adminPaths.brand,
    page: adminPaths.brand,
    bytes: 15 * 1024 * 1024,
    takes_files: true,
    fields: {
      name: RequiredText(80),
      tagline: T.Optional(Text(160)),
      accent: Colour,
      accent_dark: Colour,
      // The buttons that take the nearest colour that can be read.
      use_accent: Colour,
      use_accent_dark: Colour,
      typeface: T.Optional(OneOf(Object.keys(TYPEFACES))),
      headline: T.Optional(Text(90)),
      text: T.Optional(Text(300)),
      remove_logo: Checkbox,
      remove_logo_dark: Checkbox,
      remove_icon: Checkbox,
      ...rowSchema(FOOTER_ROWS),
    },
    run(ctx, { use_accent, use_accent_dark, ...input }, { files = {} }) {
      const values: Record<string, string | undefined> = input;
      const uploads: Partial<Record<BrandPictureName, Buffer>> = {};
      for (const name of BRAND_PICTURES) if (files[name]?.[0]?.content.length) uploads[name] = files[name][0].content;
      return saveBrandDraft(ctx, {
        name: input.name,
        tagline: input.tagline,
        accent: use_accent ?? input.accent,
        accent_dark: use_accent_dark ?? input.accent_dark,
        typeface: input.typeface,
        headline: input.headline,
        text: input.text,
        footer_links: parseRows(FOOTER_ROWS, values, ['name', 'url']).map(({ name = '', url = '' }) => ({ name, url })),
        uploads,
        removed: BRAND_PICTURES.filter((name) => values[`remove_${name}`] === 'on'),
      });
    },
    done: 'saved',
    unchanged: 'same',
  }),
  teamForm({ path: adminPaths.publishBrand, page: adminPaths.brand, run: publishBrand, done: 'published', unchanged: 'same' }),
  teamForm({ path: adminPaths.discardBrand, page: adminPaths.brand, run: discardBrandDraft, done: 'discarded' }),
];
