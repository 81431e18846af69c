import type { Bought, Scene } from './member-forms.ts';
import type { Person } from './recorder.ts';

type Step = [name: string, page: string, action: RegExp, fields?: Record<string, string>];

const POST = { title: 'On ebbs', slug: 'ebbs', author_name: 'Mara', excerpt: 'Short.', body_markdown: 'Some *text*.' };

/** Forms of the team, in order. Listing 1 is a demo listing. */
const stepsFor = ({ listing_id, order_number }: Bought, waiting_id: number): Step[] => {
  const demo = '/admin/listings/1';
  const waiting = `/admin/listings/${waiting_id}`;
  const order = `/admin/orders/${order_number}`;
  return [
    ['listing-remove', demo, /\/remove$/, { cause: 'spam', note: 'Because' }],
    ['listing-bring-back', demo, /\/bring-back$/],
    ['listing-owner', demo, /\/owner$/, { email: 'rita@people.example', reason: 'She asked' }],
    ['listing-owner-none', demo, /\/owner$/, { email: '' }],
    ['listing-merge', '/admin/listings/2', /\/merge$/, { into: 'ledgerly' }],
    ['listing-week', waiting, /\/week$/, { week: '2026-05-11' }],
    ['listing-waive-badge', waiting, /\/waive-badge$/],
    ['listing-send-back', waiting, /\/send-back$/, { reason: 'No price.' }],
    ['listing-launch', waiting, /\/launch$/],
    ['edit-take-back', '/admin/edits', /\/take-back$/, { reason: 'Says nothing.' }],
    ['claim-grant', '/admin/claims', /\/grant$/],
    ['objection-dismiss', '/admin/claims', /\/dismiss$/, { answer: 'No.' }],
    ['review-decide', '/admin/reviews', /\/reviews\/decide$/, { decision: 'remove', reason: 'Rude' }],
    ['review-undo', '/admin/reviews', /\/reviews\/undo$/],
    ['vote-decide', '/admin/votes', /\/votes\/decide$/, { counts: 'yes', note: 'Known' }],
    ['category-new', '/admin/categories', /\/categories\/new$/, { name: 'Harbours' }],
    ['category-edit', '/admin/categories/1', /\/edit$/, { description: 'Another description.' }],
    ['category-delete-used', '/admin/categories/1', /\/delete$/],
    ['founder-edit', '/admin/founders/1', /\/edit$/, { bio: 'Another life.' }],
    ['founder-socials-wrong', '/admin/founders/1', /\/edit$/, { socials: 'nonsense' }],
    ['founder-hide', '/admin/founders/1', /\/hide$/, { reason: 'Asked' }],
    ['founder-show', '/admin/founders/1', /\/show$/],
    ['founder-merge', '/admin/founders/2', /\/merge$/, { into: 'dorothea-quill' }],
    ['post-preview', '/admin/blog/new', /\/blog\/new$/, { ...POST, preview: 'on' }],
    ['post-edit', '/admin/blog/1', /\/edit$/, { excerpt: 'Another excerpt.', preview: '' }],
    ['post-edit-again', '/admin/blog/1', /\/edit$/, { excerpt: 'A third excerpt.', preview: '' }],
    ['post-restore', '/admin/blog/1', /\/restore$/],
    ['post-withdraw', '/admin/blog/1', /\/withdraw$/],
    ['post-publish', '/admin/blog/1', /\/publish$/],
    ['question-new', '/admin/questions', /\/questions\/new$/, { question: 'Again?' }],
    ['question-edit', '/admin/questions', /\/questions\/\d+\/edit$/, { question: 'Why, again?' }],
    ['question-move', '/admin/questions', /\/move$/, { way: 'down' }],
    ['question-retire', '/admin/questions', /\/retire$/],
    ['question-ask-again', '/admin/questions', /\/ask-again$/],
    ['week-room', '/admin/weeks', /\/room$/, { room: '9' }],
    ['settings', '/admin/settings', /\/settings$/, { purpose: 'Products launch here.' }],
    ['brand', '/admin/brand', /\/brand$/, { tagline: 'Products launch here.' }],
    ['brand-publish', '/admin/brand', /\/publish$/],
    ['settings-wrong', '/admin/settings', /\/settings$/, { time_zone: 'Moon/Base' }],
    ['metric', '/admin/metrics', /\/metrics\//, { url_template: 'https://r.example/{domain}', json_path: 'a', unit: 'USD', source: 'R' }],
    ['team-add', '/admin/team', /\/team\/add$/, { email: 'rita@people.example' }],
    ['team-add-unknown', '/admin/team', /\/team\/add$/, { email: 'unknown@people.example' }],
    ['team-add-second', '/admin/team', /\/team\/add$/, { email: 'fay@people.example' }],
    ['team-remove', '/admin/team', /\/team\/remove$/],
    ['site', '/admin/sites', /\/sites$/, { key: 'garden', name: 'Garden', root: 'https://garden.example', time_zone: 'UTC' }],
    ['product', '/admin/products', /\/products$/, { price: '77.00' }],
    ['product-wrong', '/admin/products', /\/products$/, { price: 'much' }],
    ['seller', '/admin/products', /\/seller$/, { name: 'Two', address: 'Rua 2', country: 'PT' }],
    ['order-task', order, /\/task$/, { status: 'done', note: 'Ready.' }],
    ['order-finish-too-early', order, /\/finish$/, { note: 'Done.' }],
    ['order-refund', order, /\/refund$/, { amount: '5.00', reason: 'Late' }],
    ['order-refund-too-much', order, /\/refund$/, { amount: '9999.00', reason: 'Late' }],
    ['order-give-up', order, /\/give-up$/, { reason: 'Gone.' }],
    ['undo', '/admin/log', /\/log\/undo$/],
    ['own-listing-remove', `/admin/listings/${listing_id}`, /\/remove$/, { cause: 'asked' }],
    ['own-listing-bring-back', `/admin/listings/${listing_id}`, /\/bring-back$/],
  ];
};

/** Team pages whose forms are sent with an error in each field. */
const WRONG = ['listings/1', 'categories', 'categories/1', 'founders/1', 'blog/new', 'blog/1', 'questions', 'weeks', 'settings', 'metrics'];
const MORE_WRONG = ['team', 'sites', 'products', 'claims', 'edits', 'reviews', 'comments', 'votes'];

export const runSite = async (
  { forms, service }: Scene,
  admin: Person,
  member: Person,
  bought: Bought,
  waiting_id: number,
): Promise<void> => {
  for (const page of [...WRONG, ...MORE_WRONG, `orders/${bought.order_number}`]) await forms.sendWrong(admin, `/admin/${page}`);
  await forms.sendRaw('admin/not-for-members', member, '/admin/settings', { name: 'Mine' });
  for (const [name, page, action, fields] of stepsFor(bought, waiting_id)) await forms.send(`admin/${name}`, admin, page, action, fields);
  await service.waitForJobs();
};
