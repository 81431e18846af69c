import type { BrandPicture } from '../../../../kernel/context.ts';
import { msg, t, texts } from '../../../../kernel/language/messages.ts';
import { getBrand } from '../../../../modules/content/brand/brand.ts';
import type { BrandPictureName, SiteBrand } from '../../../../modules/content/brand/rules.ts';
import { listActsAbout } from '../../../../modules/moderation/audit-log.ts';
import { brandPicturePath } from '../../../../modules/sites/brand/icon.ts';
import { contrastOfTheme, paletteOf, type Theme } from '../../../../modules/sites/brand/palette.ts';
import { DEFAULT_TYPEFACE, TYPEFACES } from '../../../../modules/sites/brand/typefaces.ts';
import { adminPaths } from '../../../paths.ts';
import { FieldNotes, Form, submittedTo } from '../../../ui/form.tsx';
import { ariaProps, errorFor, fieldId } from '../../../ui/form-state.ts';
import { formatCount } from '../../../ui/format.tsx';
import { RecordActs } from '../audit-log.tsx';
import { AdminFields, AdminSection } from '../components.tsx';
import { rowFields } from '../content/row-fields.ts';
import { adminPage } from '../page.tsx';
import { FOOTER_ROWS } from './brand-actions.ts';
import { BRAND_PREVIEWS } from './brand-preview.tsx';

interface PictureFieldProps {
  name: BrandPictureName;
  label: string;
  hint: string;
  picture: BrandPicture | undefined;
}

/** A picture: what is there, a file to replace it with, and a checkbox to remove it. */
const PictureField = ({ name, label, hint, picture }: PictureFieldProps) => {
  const id = fieldId(adminPaths.brand(), name);
  const error = errorFor(submittedTo(adminPaths.brand())?.errors, name);
  return (
    <div class={error ? 'field field-wrong' : 'field'}>
      <label for={id}>{label}</label>
      {picture && (
        <p class={`brand-picture brand-picture-${name}`}>
          <img
            src={brandPicturePath(picture)}
            alt={t('Current picture: {label}', { label })}
            width={picture.width}
            height={picture.height}
          />
        </p>
      )}
      <input id={id} name={name} type="file" accept="image/png,image/jpeg,image/webp,image/svg+xml" {...ariaProps(id, { error, hint })} />
      <FieldNotes id={id} label={label} error={error} hint={hint} />
      {picture && (
        <label class="choice">
          <input type="checkbox" name={`remove_${name}`} /> {t('Remove: {label}', { label })}
        </label>
      )}
    </div>
  );
};

/** The Enter key presses the first button of a form, which must not be that of a suggested colour. */
const EnterButton = () => <button type="submit" hidden />;

/** A button for the nearest colour that can be read, after one that cannot was refused. */
const NearestColour = ({ name }: { name: 'accent' | 'accent_dark' }) => {
  const error = errorFor(submittedTo(adminPaths.brand())?.errors, name);
  if (error?.code !== 'low_contrast') return null;
  return (
    <button class="button" type="submit" name={`use_${name}`} value={String(error.limit)}>
      <Swatch colour={String(error.limit)} /> {t('Use {colour}', { colour: String(error.limit) })}
    </button>
  );
};

const Swatch = ({ colour }: { colour: string }) => (
  <svg class="swatch" width="18" height="18" viewBox="0 0 18 18" aria-hidden="true" focusable="false">
    <rect width="18" height="18" rx="4" fill={colour} />
  </svg>
);

const THEMES: Theme[] = ['light', 'dark'];
const COLOUR_NAMES = texts({
  accent: msg('Links and buttons'),
  accent_strong: msg('Under the pointer'),
  accent_soft: msg('Backgrounds'),
  on_accent: msg('Text on buttons'),
});

/** The colours that follow from the accent colour, with the lowest contrast of each theme. */
const Colours = ({ brand }: Pick<SiteBrand, 'brand'>) => {
  const palette = paletteOf(brand);
  return (
    <div class="tiles">
      {THEMES.map((theme) => (
        <div>
          <p class="quiet">
            {theme === 'light' ? t('Light theme') : t('Dark theme')},{' '}
            {t('lowest contrast {contrast} to 1', { contrast: formatCount(Number(contrastOfTheme(theme, brand).toFixed(1))) })}
          </p>
          <ul class="chips">
            {(Object.keys(COLOUR_NAMES) as (keyof typeof COLOUR_NAMES)[]).map((name) => (
              <li class="chip">
                <Swatch colour={palette[theme][name]} /> {COLOUR_NAMES[name]}
              </li>
            ))}
          </ul>
        </div>
      ))}
    </div>
  );
};

const Previews = () => (
  <ul class="chips">
    {Object.entries(BRAND_PREVIEWS).map(([name, title]) => (
      <li>
        <a class="chip" href={adminPaths.brandPreview({ name })}>
          {title}
        </a>
      </li>
    ))}
  </ul>
);

export const brandPage = adminPage({
  name: 'admin_brand',
  path: adminPaths.brand,
  async load(ctx) {
    const [{ draft, published }, acts] = await Promise.all([getBrand(ctx), listActsAbout(ctx, 'brand', ctx.site.id)]);
    return { has_draft: draft !== null, current: draft ?? published, acts };
  },
  title: msg('Brand'),
  description: msg('Name, logo, colours and texts of the site.'),
  lede: msg('Save changes, preview them, then publish. Visitors see only what is published.'),
  done: {
    saved: msg('Draft saved. Preview it, then publish it.'),
    same: msg('No changes to save.'),
    published: msg('Brand published.'),
    discarded: msg('Draft deleted. The published brand is unchanged.'),
  },
  view({ has_draft, current: { name, tagline, brand }, acts }) {
    const form = { action: adminPaths.brand() };
    return (
      <>
        {has_draft && (
          <section class="notice stack" aria-labelledby="unpublished">
            <h2 id="unpublished">{t('Unpublished changes')}</h2>
            <p>{t('Preview the draft:')}</p>
            <Previews />
            <div class="actions">
              <Form action={adminPaths.publishBrand()}>
                <button class="button button-main" type="submit">
                  {t('Publish')}
                </button>
              </Form>
              <Form action={adminPaths.discardBrand()}>
                <button class="button" type="submit">
                  {t('Delete draft')}
                </button>
              </Form>
            </div>
          </section>
        )}
        <Form {...form} takes_files class="form narrow">
          <EnterButton />
          <AdminFields
            {...form}
            fields={[
              { name: 'name', label: t('Site name'), value: name, max_length: 80, required: true },
              { name: 'tagline', label: t('Tagline'), value: tagline, max_length: 160 },
            ]}
          />
          <fieldset class="stack">
            <legend>{t('Logo and icon')}</legend>
            <PictureField
              name="logo"
              label={t('Logo')}
              hint={t('PNG, JPEG, WebP or SVG. A logo at least twice as wide as high is shown instead of the name.')}
              picture={brand.logo}
            />
            <PictureField
              name="logo_dark"
              label={t('Logo for the dark theme')}
              hint={t('Optional, for a logo that’s hard to see on a dark background.')}
              picture={brand.logo_dark}
            />
            <PictureField
              name="icon"
              label={t('Icon')}
              hint={t('Square, for browser tabs and home screens. Best 512 × 512 pixels.')}
              picture={brand.icon}
            />
          </fieldset>
          <fieldset class="stack">
            <legend>{t('Colours and typeface')}</legend>
            <AdminFields
              {...form}
              fields={[
                {
                  name: 'accent',
                  label: t('Accent colour'),
                  value: brand.accent,
                  max_length: 20,
                  type: 'code',
                  hint: t('Such as #0b6a4a. Leave empty for the default green. We check that text in it can be read.'),
                },
              ]}
            />
            <NearestColour name="accent" />
            <AdminFields
              {...form}
              fields={[
                {
                  name: 'accent_dark',
                  label: t('Accent colour of the dark theme'),
                  value: brand.accent_dark,
                  max_length: 20,
                  type: 'code',
                  hint: t('Optional. Leave empty to use a lighter tone of the accent colour.'),
                },
              ]}
            />
            <NearestColour name="accent_dark" />
            <Colours brand={brand} />
            <AdminFields
              {...form}
              fields={[
                {
                  name: 'typeface',
                  label: t('Typeface'),
                  value: brand.typeface ?? DEFAULT_TYPEFACE,
                  options: Object.entries(TYPEFACES).map(([value, { name }]) => ({ value, name })),
                  hint: t('Fonts that your visitors already have, so pages stay fast.'),
                },
              ]}
            />
          </fieldset>
          <AdminFields
            {...form}
            fields={[
              {
                name: 'headline',
                label: t('Headline of the home page'),
                value: brand.headline,
                max_length: 90,
                hint: t('Leave empty for “New products launch here every Monday”.'),
              },
              { name: 'text', label: t('Text of the home page'), value: brand.text, rows: 3, max_length: 300 },
            ]}
          />
          <fieldset class="pairs">
            <legend>{t('Links in the footer')}</legend>
            <AdminFields {...form} fields={rowFields(FOOTER_ROWS, brand.footer_links ?? [])} />
          </fieldset>
          <div class="actions">
            <button class="button button-main" type="submit">
              {t('Save draft')}
            </button>
          </div>
        </Form>
        {!has_draft && (
          <AdminSection id="previews" title={t('See it')}>
            <Previews />
          </AdminSection>
        )}
        <RecordActs acts={acts} />
      </>
    );
  },
});
