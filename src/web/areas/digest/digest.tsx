import { type Ctx, isSignedIn } from '../../../kernel/context.ts';
import { rich, t } from '../../../kernel/language/messages.ts';
import { nextDueDay } from '../../../modules/accounts/rules.ts';
import { selectCategories } from '../../../modules/catalog/queries.ts';
import { getDigestSettings } from '../../../modules/digest/digest.ts';
import { type DigestSettings, MAX_CATEGORIES } from '../../../modules/digest/rules.ts';
import { getOwnSubscription } from '../../../modules/digest/subscriptions.ts';
import { digestPaths, weekPaths } from '../../paths.ts';
import { currentPage, type PageContext, type PageHead, type Params, type Query, textParam } from '../../server/page.ts';
import { Field, Form, submittedTo } from '../../ui/form.tsx';
import { formatDay } from '../../ui/format.tsx';
import { formatHour, WEEKDAYS } from '../../ui/weeks/weekly.ts';

export const load = async (ctx: Ctx, _params: Params, query: Query) => {
  const [settings, categories, own] = await Promise.all([
    getDigestSettings(ctx),
    selectCategories(ctx),
    isSignedIn(ctx) ? getOwnSubscription(ctx) : null,
  ]);
  const asked = categories.find(({ slug }) => slug === textParam(query.category));
  const chosen_ids = [...(own?.subscription?.category_ids ?? []), ...(asked ? [asked.id] : [])];
  const offered = categories.filter(({ id, parent_id }) => parent_id === null || chosen_ids.includes(id)).slice(0, MAX_CATEGORIES);
  return { settings, categories: offered, chosen_ids, own, done: textParam(query.done) };
};

type Data = Awaited<ReturnType<typeof load>>;

export const head = (_data: Data, { site }: PageContext): PageHead => ({
  title: t('Weekly digest'),
  description: t('The launches of the week and last week’s winners on {name}, in one email a week.', { name: site.name }),
  canonical: digestPaths.home(),
});

/** The next digest comes on Monday, 16 November 2026, at 10:00 (UTC). */
export const describeNextDigest = ({ on, ...schedule }: DigestSettings): string => {
  const { now, site } = currentPage();
  return on
    ? t('The next digest comes on {value}, {day}, at {hour} ({time_zone}).', {
        value: WEEKDAYS[schedule.day - 1],
        day: formatDay(nextDueDay(now, site.time_zone, schedule)),
        hour: formatHour(schedule.hour),
        time_zone: site.time_zone,
      })
    : t('The digest is paused at the moment. You’ll get the next one.');
};

const describeDone = (done: string | undefined, settings: DigestSettings): string | null => {
  if (done === 'saved') return t('You’re subscribed. {settings}', { settings: describeNextDigest(settings) });
  return done === 'left' ? t('You’re unsubscribed. You won’t get the digest any more.') : null;
};

const CategoryBoxes = ({ categories, chosen }: { categories: Data['categories']; chosen: (id: number) => boolean }) => (
  <fieldset class="digest-categories">
    <legend>{t('Categories')}</legend>
    <p class="quiet">{t('Leave all unticked to get launches from every category.')}</p>
    <ul>
      {categories.map(({ id, name }) => (
        <li>
          <input type="checkbox" id={`category-${id}`} name={`category.${id}`} checked={chosen(id)} />
          <label for={`category-${id}`} dir="auto">
            {name}
          </label>
        </li>
      ))}
    </ul>
  </fieldset>
);

const Subscribe = ({ categories, chosen_ids, own }: Data) => {
  const form = { action: digestPaths.home() };
  const values = submittedTo(form.action)?.values;
  const chosen = (id: number): boolean => (values ? `category.${id}` in values : chosen_ids.includes(id));
  return (
    <Form {...form} class="form">
      <Field {...form} name="email" label={t('Email')} type="email" value={own?.email} required maxlength={254} autocomplete="email" />
      {categories.length > 1 && <CategoryBoxes categories={categories} chosen={chosen} />}
      <div class="actions">
        <button class="button button-main" type="submit">
          {own?.subscription ? t('Save') : t('Subscribe')}
        </button>
      </div>
    </Form>
  );
};

export const view = (data: Data, context: PageContext) => {
  const { settings, own, done } = data;
  const confirmation = describeDone(done, settings);
  return (
    <div class="digest">
      <header class="page-head">
        <h1>{t('The weekly digest')}</h1>
        <p class="lede">
          {rich('One email a week: what launched on {name}, and last week’s winners. <link>See this week’s launches</link>', {
            name: context.site.name,
            link: (text) => <a href={weekPaths.week({ week: 'this' })}>{text}</a>,
          })}
        </p>
      </header>
      {confirmation && (
        <p class="done" role="status">
          {confirmation}
        </p>
      )}
      {settings.on ? (
        <>
          {own?.subscription && (
            <p>
              {t('You get the digest on {value}s. Change your categories here, or unsubscribe.', { value: WEEKDAYS[settings.day - 1] })}
            </p>
          )}
          <Subscribe {...data} />
          {own?.subscription ? (
            <Form action={digestPaths.leave()} class="digest-leave">
              <button class="button" type="submit">
                {t('Unsubscribe')}
              </button>
            </Form>
          ) : (
            <p class="quiet">
              {t('Sent on {value}s at {hour} ({time_zone}). Every digest has a link to unsubscribe with one click.', {
                value: WEEKDAYS[settings.day - 1],
                hour: formatHour(settings.hour),
                time_zone: context.site.time_zone,
              })}
              {!own &&
                t(' We email you a link to confirm your address. Already subscribed? Enter your address again to change your categories.')}
            </p>
          )}
        </>
      ) : (
        <p class="empty">{t('The digest is paused at the moment.')}</p>
      )}
    </div>
  );
};
