import type { ComponentChildren } from 'preact';
import type { Draft, Failure } from '../../modules/drafts/schema.ts';
import { to } from '../addresses.ts';
import type { Here } from '../page.ts';
import { shortAddress } from '../wording.ts';
import { Input } from './draft-field.tsx';
import { PagesRead, RobotsSaid } from './draft-progress.tsx';
import { FORM, sheetOf } from './draft-sheet.ts';
import { seenOf } from './draft-values.ts';
import { Trouble } from './form.tsx';

/** Why a site could not be read, in words, and what can be done about it. */
const FAILURES: Record<Failure['code'], { title: string; advice: ComponentChildren }> = {
  robots_disallowed: {
    title: 'The site asks not to be read',
    advice: 'Its robots.txt keeps programs out, and we keep to it. Allow our reader there and try again, or write the profile by hand.',
  },
  unreachable: {
    title: 'We could not reach the site',
    advice: 'Open the address in your browser. If it shows there, try again in a few minutes.',
  },
  not_a_website: {
    title: 'There is no web page at this address',
    advice: 'Give the address of the product’s homepage: one that shows text in a browser.',
  },
  address_not_allowed: {
    title: 'This address is not on the public web',
    advice: 'Give the public address of the product: one that everybody can open.',
  },
  too_large: {
    title: 'The page is too large to read',
    advice: 'Give the address of a lighter page, such as the homepage or one about the product.',
  },
  timed_out: { title: 'The site took too long to answer', advice: 'It may be busy. Try again in a few minutes.' },
};

const SHOWN = ['fields.name', 'fields.tagline'];

/** A site that could not be read: why, what to do, and the way on by hand. */
export const DraftFailure = ({ draft, here }: { draft: Draft; here: Here }) => {
  const failure = draft.failure ?? { code: 'unreachable' as const, detail: '' };
  const { title, advice } = FAILURES[failure.code];
  const sheet = sheetOf(draft, [], here);
  // Of what this form does not show nothing is changed.
  const shown = Object.fromEntries(SHOWN.map((name) => [name, sheet.values[name] ?? '']));
  const seen = sheet.values.seen ?? seenOf(shown);
  return (
    <div class="draft-failure">
      <header class="page-head">
        <p class="eyebrow" dir="auto">
          {shortAddress(draft.url)}
        </p>
        <h1>{title}</h1>
        {failure.detail && (
          <p class="lede" dir="auto">
            {failure.detail}
          </p>
        )}
        <p>{advice}</p>
        <form method="post" action={to.draft(draft.id)} class="failure-ways">
          <button class="button" type="submit" name="act" value="regenerate name">
            Try again
          </button>
          <a href={to.submit(draft.url)}>Give another address</a>
        </form>
      </header>
      {draft.robots?.found && (
        <section class="block" aria-labelledby="robots">
          <h2 id="robots">robots.txt</h2>
          <RobotsSaid robots={draft.robots} />
        </section>
      )}
      {draft.pages_read.length > 0 && (
        <section class="block" aria-labelledby="pages">
          <h2 id="pages">What we asked for</h2>
          <PagesRead pages={draft.pages_read} />
        </section>
      )}
      <section class="block" aria-labelledby="by-hand">
        <h2 id="by-hand">Write it by hand</h2>
        <p>Begin with these two; the rest of the profile opens after.</p>
        <form id={FORM} method="post" action={to.draft(draft.id)} class="form">
          <input type="hidden" name="seen" value={seen || '-'} />
          {sheet.message && <Trouble>{sheet.message}</Trouble>}
          <Input sheet={sheet} name="fields.name" title="Name" most={500} hint="What the product is called." />
          <Input sheet={sheet} name="fields.tagline" title="Tagline" most={500} hint="One line that says what it does." />
          <button class="button button-main" type="submit">
            Write it by hand
          </button>
        </form>
      </section>
    </div>
  );
};
