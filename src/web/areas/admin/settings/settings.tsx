import { LANGUAGES } from '../../../../kernel/language/languages.ts';
import { msg, rich, t } from '../../../../kernel/language/messages.ts';
import { getSiteSettings } from '../../../../modules/moderation/administration.ts';
import { listActsAbout } from '../../../../modules/moderation/audit-log.ts';
import { LIMIT_NUMBERS, SETTING_CHOICES, WEBSITE_NUMBERS, WEEK_NUMBERS } from '../../../../modules/moderation/settings-rules.ts';
import { adminPaths } from '../../../paths.ts';
import { formatCount } from '../../../ui/format.tsx';
import { RecordActs } from '../audit-log.tsx';
import { type AdminFieldRow, AdminFields, AdminForm } from '../components.tsx';
import { adminPage } from '../page.tsx';

const numberFields = (rows: Record<string, { label: string; usual: number }>, settings: object): AdminFieldRow[] =>
  Object.entries(rows).map(([name, { label, usual }]) => ({
    name,
    label,
    value: (settings as Record<string, number | null>)[name],
    type: 'whole',
    hint: t('Default: {value}', { value: formatCount(usual) }),
  }));

const choicesOf = (name: keyof typeof SETTING_CHOICES) => Object.entries(SETTING_CHOICES[name]).map(([value, name]) => ({ value, name }));

export const settingsPage = adminPage({
  name: 'admin_settings',
  path: adminPaths.settings,
  async load(ctx) {
    const [settings, acts] = await Promise.all([getSiteSettings(ctx), listActsAbout(ctx, 'site', ctx.site.id)]);
    return { settings, acts };
  },
  title: msg('Settings'),
  description: msg('Weeks, limits and contacts of the site.'),
  lede: () => (
    <>{rich('The name and the tagline are on the page <link>Brand</link>.', { link: (text) => <a href={adminPaths.brand()}>{text}</a> })}</>
  ),
  done: { saved: msg('Settings saved.'), same: msg('No changes to save.') },
  view({ settings, acts }) {
    const form = { action: adminPaths.settings() };
    return (
      <>
        <AdminForm
          {...form}
          submit={t('Save')}
          fields={[
            { name: 'purpose', label: t('Purpose'), value: settings.purpose, rows: 3, max_length: 500 },
            {
              name: 'time_zone',
              label: t('Time zone'),
              value: settings.time_zone,
              max_length: 60,
              required: true,
              hint: t('Weeks start on Monday at 00:00 in this time zone. Changing it also moves the end of the current week.'),
            },
          ]}
        >
          <fieldset class="pairs">
            <legend>{t('Languages')}</legend>
            <AdminFields
              {...form}
              fields={[
                {
                  name: 'language',
                  label: t('The site’s own language'),
                  value: settings.language,
                  options: Object.entries(LANGUAGES).map(([value, { name }]) => ({ value, name })),
                  hint: t('Its addresses stay as they are. Other languages begin with their code, such as /de/launches.'),
                },
                {
                  name: 'languages',
                  label: t('Other languages'),
                  value: settings.languages.join(', '),
                  max_length: 100,
                  hint: t('Codes with commas, such as de, es. Leave empty for none. Listings and posts stay in their own words.'),
                },
              ]}
            />
          </fieldset>
          <fieldset class="pairs">
            <legend>{t('Weeks')}</legend>
            <AdminFields {...form} fields={numberFields(WEEK_NUMBERS, settings)} />
          </fieldset>
          <fieldset class="pairs">
            <legend>{t('Limits')}</legend>
            <AdminFields {...form} fields={numberFields(LIMIT_NUMBERS, settings)} />
          </fieldset>
          <AdminFields
            {...form}
            fields={[
              {
                name: 'new_listings',
                label: t('New listings'),
                value: settings.new_listings,
                options: choicesOf('new_listings'),
                hint: t('While the team decides, their launch week is reserved. Listings that already wait stay in the queue.'),
              },
              {
                name: 'product_links',
                label: t('Links to products’ websites'),
                value: settings.product_links,
                options: choicesOf('product_links'),
                hint: t('Paid listings are always marked as sponsored, as search engines require.'),
              },
            ]}
          />
          <fieldset class="stack">
            <legend>{t('Websites of listings')}</legend>
            <AdminFields
              {...form}
              fields={[
                ...numberFields(WEBSITE_NUMBERS, settings),
                {
                  name: 'price_changes',
                  label: t('When the price of a plan changes on a product’s website'),
                  value: settings.price_changes,
                  options: choicesOf('price_changes'),
                  hint: t('Owners are asked about every other change. The listing shows both quotes.'),
                },
              ]}
            />
          </fieldset>
          <fieldset class="stack">
            <legend>{t('Discussion')}</legend>
            <AdminFields
              {...form}
              fields={[
                {
                  name: 'discussion',
                  label: t('Comments on listings'),
                  value: settings.discussion,
                  options: choicesOf('discussion'),
                  hint: t('While closed, comments can be read, but nobody can write, edit or vote.'),
                },
              ]}
            />
          </fieldset>
          <fieldset class="stack">
            <legend>{t('Contacts and launch sites')}</legend>
            <AdminFields
              {...form}
              fields={[
                {
                  name: 'security_contact',
                  label: t('Security contact'),
                  value: settings.security_contact,
                  max_length: 300,
                  hint: t('An email address or an https:// page, published in security.txt. Leave empty for none.'),
                },
                {
                  name: 'done_for_you_sites',
                  label: t('Launch sites for “Done for you”'),
                  value: settings.done_for_you_sites.map(({ name, url }) => (url ? `${name} ${url}` : name)).join('\n'),
                  rows: 5,
                  max_length: 10_000,
                  hint: t('One per line: name, then address. Each becomes a step in “Done for you” orders.'),
                },
              ]}
            />
          </fieldset>
        </AdminForm>
        <RecordActs acts={acts} />
      </>
    );
  },
});
