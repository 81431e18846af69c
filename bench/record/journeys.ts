import type { Call } from './calls.ts';

interface Journey {
  call: Call;
  /** The website of the product that is submitted. */
  website: string;
  /** A live listing without an owner, to claim. */
  claimed_slug: string;
  waitForJobs(): Promise<void>;
}

const submitDraft = async ({ call, website, waitForJobs }: Journey): Promise<void> => {
  await call('no-address', 'submit_listing', { url: 'not an address' });
  const idempotency_key = `submit-${website.slice(-5)}`;
  const { id } = (await call('made', 'submit_listing', { url: website }, { idempotency_key })) as { id: string };
  await call('repeated', 'submit_listing', { url: website }, { idempotency_key });
  await call('other-input-same-key', 'submit_listing', { url: `${website}/other` }, { idempotency_key });
  await waitForJobs();
  await call('ready', 'get_draft', { id });
  await call('one', 'list_my_drafts', { per_page: 1 });
  const fields = {
    tagline: 'Notes, found again',
    categories: ['developer-tools'],
    stage: 'growing',
    country: 'PT',
    pricing_model: 'freemium',
  };
  await call('fields', 'update_draft', { id, fields });
  await call('locked', 'update_draft', { id, lock_fields: ['tagline'] });
  await call('restored', 'update_draft', { id, restore: ['tagline'] });
  await call('lists', 'update_draft', {
    id,
    faqs: [{ question: 'Is it free?', answer: 'For three people.' }],
    founders: [{ name: 'Ines Duarte', title: 'Founder' }],
    milestones: [{ date: '2026-01-10', title: 'First paying customer' }],
    seo: { title: 'Notes that find themselves' },
    story: { title: 'Why we began' },
  });
  await call('unknown-field', 'update_draft', { id, fields: { nonsense: 'x' } });
  await call('too-long', 'update_draft', { id, fields: { tagline: 'x'.repeat(501) } });
  await call('wrong-value', 'update_draft', { id, fields: { stage: 'nonsense', categories: ['no-such-category'], country: 'Portugal' } });
  await call('again', 'update_draft', { id, fields: { tagline: 'Notes, found again' } });
  await call('regenerated', 'update_draft', { id, regenerate: ['short_description'] });
  await waitForJobs();
  await call('after-edits', 'get_draft', { id });
  await call('made', 'invite_cofounder', { id, email: `cofounder-${website.slice(-5)}@maker.example` });
  await call('no-address', 'invite_cofounder', { id, email: 'nobody' });
  await call('made', 'submit_draft', { id });
  await call('repeated', 'submit_draft', { id });
  await call('submitted', 'get_draft', { id });
};

const editListing = async ({ call }: Journey, listing_id: number): Promise<void> => {
  await call('own', 'get_my_listing', { listing_id });
  await call('fields', 'update_my_listing', { listing_id, fields: { tagline: 'Notes that turn up', features: ['Search', 'Sharing'] } });
  await call('unchanged', 'update_my_listing', { listing_id, fields: { tagline: 'Notes that turn up' } });
  await call('wrong', 'update_my_listing', { listing_id, fields: { founded_year: 1200, country: 'PORTUGAL', tagline: 'x'.repeat(201) } });
  await call('own', 'post_listing_update', { listing_id, title: 'Offline notes', body: 'Notes open without a network from today.' });
  await call('empty', 'post_listing_update', { listing_id, title: '', body: '' });
  const { id: milestone_id } = await call('own', 'add_milestone', { listing_id, date: '2026-03-02', title: 'A thousand notes' });
  await call('no-such-day', 'add_milestone', { listing_id, date: '2026-02-30', title: 'A day' });
  if (milestone_id) await call('own', 'delete_milestone', { listing_id, milestone_id });
  await call('own', 'set_founder_story', { listing_id, title: 'Why we began', problem: 'Notes got lost.' });
  const { items } = (await call('own', 'list_interview_questions', {})) as { items: { id: number }[] };
  await call('own', 'answer_interview', { answers: [{ question_id: items[0]!.id, answer: 'It keeps notes.' }] });
  await call('wrong', 'answer_interview', { answers: [{ question_id: 'one', answer: 5 }] });
  await call('edited', 'get_my_listing', { listing_id });
};

const order = async ({ call }: Journey, listing_id: number): Promise<void> => {
  const launch = { product: 'launch', listing_id, week: '2026-04-06' };
  await call('germany', 'quote_order', { items: [launch], billing_country: 'DE' });
  await call('reverse-charge', 'quote_order', { items: [launch], billing_country: 'FR', vat_number: 'FR40303265045' });
  await call('bundle', 'quote_order', { items: [{ product: 'launch_bundle', listing_id }], billing_country: 'US' });
  await call('no-such-product', 'quote_order', { items: [{ product: 'moon', listing_id }] });
  await call('no-such-week', 'quote_order', { items: [{ ...launch, week: '2026-04-07' }] });
  await call('no-items', 'quote_order', { items: [] });
  const { number } = await call('own', 'create_checkout', { items: [launch, { product: 'featured', listing_id }], billing_country: 'DE' });
  await call('wrong', 'create_checkout', { items: [{ product: 'billboard_min', listing_id, amount_cents: 1 }] });
  await call('own', 'get_order', { number });
  await call('own', 'list_my_orders', {});
};

const claim = async ({ call, claimed_slug }: Journey): Promise<void> => {
  const { id } = await call('dns', 'claim_listing', { slug: claimed_slug, method: 'dns' });
  for (const method of ['meta', 'file']) await call(method, 'claim_listing', { slug: claimed_slug, method });
  await call('email', 'claim_listing', { slug: claimed_slug, method: 'email', email: `me@${claimed_slug}.example` });
  await call('other-domain', 'claim_listing', { slug: claimed_slug, method: 'email', email: 'me@elsewhere.example' });
  await call('no-address', 'claim_listing', { slug: claimed_slug, method: 'email' });
  await call('no-such-method', 'claim_listing', { slug: claimed_slug, method: 'letter' });
  await call('own', 'list_my_claims', {});
  await call('not-found', 'verify_claim', { claim_id: id });
};

/** Everything a maker does through the API or MCP, from a URL to a slot in a launch week. Returns the listing. */
export const travel = async (journey: Journey): Promise<number> => {
  const { call, waitForJobs } = journey;
  await call('new', 'get_account', {});
  await submitDraft(journey);
  const { items } = (await call('one', 'list_my_listings', {})) as { items: { listing_id?: number; id: number }[] };
  const listing_id = items[0]!.listing_id ?? items[0]!.id;
  await editListing(journey, listing_id);
  await order(journey, listing_id);
  await call('own', 'choose_free_listing', { listing_id });
  await call('repeated', 'choose_free_listing', { listing_id });
  await claim(journey);
  await waitForJobs();
  await call('at-the-end', 'get_my_listing', { listing_id });
  await call('at-the-end', 'get_account', {});
  return listing_id;
};
