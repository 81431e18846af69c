import type { Refusal } from '../../kernel/errors.ts';
import { REFUSALS, type RefusalCode } from '../../kernel/refusals.ts';
import { to } from '../addresses.ts';
import type { OpenPage } from '../page.ts';
import { SearchBox } from '../parts/search-box.tsx';

/** What is said to people; the codes' own details speak to programs. */
const TROUBLES: Record<number, { title: string; advice: string }> = {
  400: { title: 'We could not read that address', advice: 'Part of it is not something this page understands.' },
  404: { title: 'Nothing is here', advice: 'The address may be mistyped, or what stood here has been taken down. Search for it:' },
  503: { title: 'Back in a moment', advice: 'The site is starting or resting. Please try again shortly.' },
};

/** Refusals that people meet on pages and forms, which need their own words. */
const SAID: Partial<Record<RefusalCode, { title: string; advice: string }>> = {
  link_not_valid: {
    title: 'This link no longer works',
    advice: 'It has been used, is too old, or was replaced by a newer one. Ask for another where you asked for this one.',
  },
  consent_expired: {
    title: 'There is nothing to allow here',
    advice: 'The application’s request is over, or was begun in another browser. Begin again in the application.',
  },
  cross_site_request: {
    title: 'That did not come from here',
    advice: 'The form was not sent from a page of this site, so nothing was done. Open the page here and try again.',
  },
};

export const refusalPage = (refusal: Refusal): OpenPage => {
  const { title, advice } = SAID[refusal.code] ??
    TROUBLES[refusal.status] ?? { title: REFUSALS[refusal.code].title, advice: refusal.detail ?? 'Please go back and try again.' };
  return {
    head: { title, description: advice, canonical: '/', index: false, has_search: true, status: refusal.status },
    body: (
      <div class="trouble">
        <p class="eyebrow">{refusal.status}</p>
        <h1>{title}</h1>
        <p class="lede">{advice}</p>
        {refusal.errors.length > 0 && (
          <ul>
            {refusal.errors.map(({ path, message }) => (
              <li dir="auto">
                {path}: {message}
              </li>
            ))}
          </ul>
        )}
        <SearchBox id="find" label="Search all products" action={to.listings()} placeholder="Name or what it does" big />
        <p>
          Or begin at <a href={to.home()}>the home page</a> or <a href={to.categories()}>the categories</a>.
        </p>
      </div>
    ),
  };
};

export const faultPage = (request_id: string): OpenPage => ({
  head: { title: 'Something broke on our side', description: 'A fault of ours.', canonical: '/', index: false, status: 500 },
  body: (
    <div class="trouble">
      <p class="eyebrow">500</p>
      <h1>Something broke on our side</h1>
      <p class="lede">It is not your doing, and it has been written down. Trying again may help.</p>
      <p>
        If you write to us about it, name this request: <code>{request_id}</code>
      </p>
      <p>
        <a href={to.home()}>Back to the home page</a>
      </p>
    </div>
  ),
});
