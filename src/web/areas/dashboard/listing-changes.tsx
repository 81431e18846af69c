import { msg, rich, t, texts } from '../../../kernel/language/messages.ts';
import { translateStored } from '../../../kernel/language/stored.ts';
import type { OwnListing } from '../../../modules/listings/owner/schema.ts';
import { getWebsiteCheck, listOpenChanges } from '../../../modules/rechecks/changes/decisions.ts';
import type { FactChange } from '../../../modules/rechecks/changes/queries.ts';
import type { WebsiteCheck } from '../../../modules/rechecks/queries.ts';
import { dashboardPaths, listingPaths } from '../../paths.ts';
import { Block } from '../../ui/elements.tsx';
import { FactChangeItem, factName } from '../../ui/fact-changes.tsx';
import { Form } from '../../ui/form.tsx';
import { fieldElementId } from '../../ui/form-values.ts';
import { DayText } from '../../ui/format.tsx';
import { Empty } from '../../ui/list.tsx';
import { ownerPage } from './owner-page.tsx';

interface ChangesProps {
  listing: OwnListing;
}

/** Where the owner edits a fact. */
const fieldAddress = (listing_id: number, path: string): string => {
  if (path.startsWith('attributes.')) return `${dashboardPaths.compare({ listing_id })}#${fieldElementId(path)}`;
  return `${dashboardPaths.edit({ listing_id })}#${fieldElementId(path.includes('.') ? path : `fields.${path}`)}`;
};

const Decide = ({ change, listing }: ChangesProps & { change: FactChange }) => {
  const action = dashboardPaths.decideChange({ listing_id: listing.id });
  const button = (choice: 'accept' | 'keep', text: string, main = false) => (
    <Form action={action} hidden={{ change_id: String(change.id), choice }} class="form-inline">
      <button class={main ? 'button button-main' : 'button'} type="submit">
        {text}
        <span class="unseen">: {factName(change)}</span>
      </button>
    </Form>
  );
  return (
    <div class="actions">
      {button('accept', t('Accept'), true)}
      {button('keep', t('Keep mine'))}
      <a class="button" href={fieldAddress(listing.id, change.path)}>
        {t('Correct it')}
        <span class="unseen">: {factName(change)}</span>
      </a>
    </div>
  );
};

const Day = ({ at }: { at: Date }) => <DayText on={at.toISOString()} />;

/** When the website was read, what came of it, and when it is read next. */
const WebsiteStatus = ({ check, listing }: ChangesProps & { check: WebsiteCheck | undefined }) => (
  <section class="aside-block" aria-labelledby="website-status">
    <h2 id="website-status">{t('Your website')}</h2>
    {check?.failing_since ? (
      <p class="notice">
        {rich('It hasn’t answered since {day}.', { day: <Day at={check.failing_since} /> })}{' '}
        {check.hidden_at
          ? t('Your listing is hidden. It comes back by itself when the website answers again.')
          : t('Visitors of your listing can see that.')}
      </p>
    ) : check?.checked_at ? (
      <p>
        {rich('Last read on {day}', { day: <Day at={check.checked_at} /> })}
        {check.failure ? t(', without success: {failure}.', { failure: translateStored(check.failure) }) : '.'}
      </p>
    ) : (
      <p>{t('We read your website again from time to time, and tell you when it says something else than your listing.')}</p>
    )}
    {check && check.hidden_at === null && <p class="quiet">{rich('Next reading: {day}', { day: <Day at={check.next_check_at} /> })}</p>}
    {check && (
      <Form action={dashboardPaths.recheckWebsite({ listing_id: listing.id })}>
        <button class="button" type="submit">
          {t('Read it now')}
        </button>
      </Form>
    )}
  </section>
);

export const changesPage = ownerPage({
  path: dashboardPaths.changes,
  tab: 'Website',
  load: async (ctx, { id }) => ({
    changes: await listOpenChanges(ctx, { listing_id: id }),
    check: await getWebsiteCheck(ctx, { listing_id: id }),
  }),
  done: texts({
    decided: msg('Saved.'),
    read: msg('We’ve read your website.'),
    failed: msg('We couldn’t read your website. The reason is below.'),
  }),
  view: ({ listing, changes, check }) => (
    <div class="profile">
      <div>
        {changes.length > 0 ? (
          <Block id="changes" heading={t('Your website changed')} class="block block-first">
            <p>
              {t(
                'Your website says something else than your listing. Nothing changes until you decide. What you keep counts as your own words from then on, without a quote.',
              )}
            </p>
            <ol class="rows rows-ruled">
              {changes.map((change) => (
                <FactChangeItem change={change} open>
                  <Decide change={change} listing={listing} />
                </FactChangeItem>
              ))}
            </ol>
          </Block>
        ) : (
          <Empty title={t('Nothing to decide')}>
            <p>
              {rich('Your website says what <link>your listing</link> says, as far as we read it.', {
                link: (text) => <a href={listingPaths.listing({ slug: listing.slug })}>{text}</a>,
              })}
            </p>
          </Empty>
        )}
      </div>
      <aside aria-label={t('Your website')}>
        <WebsiteStatus check={check} listing={listing} />
      </aside>
    </div>
  ),
});
