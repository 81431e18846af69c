import { REFUSALS, type Refusal } from '../../kernel/errors.ts';
import { to } from '../addresses.ts';
import type { OpenPage } from '../page.ts';
import { SearchBox } from '../parts/search-box.tsx';

/** What is said to people; the codes' own details speak to programs. */
const TROUBLES: Record<number, { title: string; advice: string }> = {
  400: { title: 'We could not read that address', advice: 'Part of it is not something this page understands.' },
  404: { title: 'Nothing is here', advice: 'The address may be mistyped, or what stood here has been taken down. Search for it:' },
  503: { title: 'Back in a moment', advice: 'The site is starting or resting. Please try again shortly.' },
};

export const refusalPage = (refusal: Refusal): OpenPage => {
  const { title, advice } = TROUBLES[refusal.status] ?? { title: REFUSALS[refusal.code].title, advice: 'Please go back and try again.' };
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
