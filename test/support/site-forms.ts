import type { Operation } from '../../src/kernel/operation.ts';
import type { Action } from '../../src/web/server/form-action.ts';
import type { Content } from './site-content.ts';

type Values = Record<string, string>;

/** What `id` means in a form, by its path. */
const IDS: [path: RegExp, name: keyof Content][] = [
  [/\/media\//, 'picture_id'],
  [/^\/admin\/listings\//, 'listing_id'],
  [/^\/admin\/categories\//, 'category_id'],
  [/^\/admin\/attributes\//, 'attribute_id'],
  [/^\/admin\/founders\//, 'founder_id'],
  [/^\/admin\/blog\//, 'post_id'],
  [/^\/admin\/questions\//, 'question_id'],
  [/^\/admin\/messages\//, 'message_id'],
  [/^\/admin\/promo-codes\//, 'promo_code_id'],
  [/^\/admin\/import\//, 'import_id'],
  [/^\/admin\/claims\/objections\//, 'objection_id'],
  [/^\/admin\/claims\//, 'claim_id'],
  [/^\/admin\/log\//, 'act_id'],
  [/^\/admin\/edits\//, 'version_id'],
  [/^\/admin\/users\//, 'user_id'],
  [/^\/admin\/approvals\//, 'waiting_id'],
  [/^\/admin\/replies\//, 'reply_id'],
  [/^\/account\/webhooks\//, 'webhook_id'],
  [/^\/admin\/webhooks\//, 'team_webhook_id'],
];

/** Records that forms refer to, by field name. */
const thingsFor = ({ path }: Action, content: Content): Values => {
  const id = IDS.find(([pattern]) => pattern.test(path));
  return {
    ...content,
    ...(id && { id: content[id[1]] }),
    ...(path.startsWith('/categories/') && { slug: content.category_slug }),
    ...(path.startsWith('/founders/') && { slug: content.founder_slug }),
    reported_id: content.listing_id,
    listing_id: /\/(free|order)$/.test(path) ? content.saved_id : /free\/look$/.test(path) ? content.queued_id : content.listing_id,
    number: path.startsWith('/checkout') ? content.pending_number : content.number,
    uuid: content.ready_draft_id,
    provider: 'acme',
    line_id: content.team_line_id,
    line: content.line_id,
    alternative_id: content.queued_id,
    token: path.startsWith('/invites') ? content.invite_token : content.claim_token,
    into: path.includes('founders') ? content.founder_slug : content.other_slug,
    shown: content.question_id,
    newest_id: content.notification_id,
    delivery_id: path.startsWith('/admin') ? content.team_delivery_id : content.delivery_id,
  };
};

/** A value accepted by all other fields. */
const FIELDS: Values = {
  account_id: '1',
  active: 'no',
  address: '1 Example Street',
  alt: 'A picture',
  answer: 'No.',
  author_name: 'Mara',
  body: 'Text',
  cluster: 'network 1 ab',
  body_markdown: 'Text',
  compromised: 'no',
  cause: 'spam',
  choice: 'keep',
  city: 'Lisbon',
  code: 'launch',
  country: 'PT',
  counts: 'yes',
  day: '3',
  hour: '11',
  on: 'yes',
  wanted: 'yes',
  date: '2026-01-01',
  existing: 'skip',
  review: 'publish',
  text: 'a.example',
  decision: 'remove',
  email: 'somebody@else.example',
  excerpt: 'Short',
  'fields.tagline': 'A tagline',
  key: 'domain',
  kind: 'boolean',
  language: 'de',
  licence: 'CC0-1.0',
  kind_listing: 'on',
  mail: 'off',
  message: 'Mine',
  method: 'dns',
  name: 'A name',
  note: 'Because',
  of: 'listing',
  outcome: 'paid',
  percent: '10',
  price: '49.00',
  question: 'Why?',
  rating: '4',
  reason: 'Because',
  role: 'site_admin',
  room: '70',
  status: 'doing',
  subject: 'A subject',
  tagline: 'A tagline',
  time_zone: 'UTC',
  to: '1',
  title: 'A title',
  server: 'mastodon.example',
  url: 'https://another.example',
  vote: 'on',
  way: 'up',
  week: '2026-12-14',
  until: '2026-12-14',
};

/** Decisions of forms that have others than most. */
const DECISIONS: Values = { '/admin/inbox/decide': 'accept', '/admin/reports/decide': 'accepted' };

/** Whether something is to be published, where a form must say so. */
const PUBLISH: Values = { '/admin/dataset/settings': 'yes' };

/** Submit values of forms with several buttons. */
const ACTS: Values = { '/drafts/:uuid': 'save', '/checkout/:number/billing': 'pay' };

/** Form fields that refer to records, in path order. */
export const namedBy = ({ path, input }: Action): string[] => {
  const in_path = [...path.matchAll(/:(\w+)/g)].map(([, name]) => name!);
  const more = Object.keys(input.properties).filter(
    (name) => /(^|_)(id|uuid|token|slug|session|seq|into|line|shown|witness|dataset)$/.test(name) && name !== 'account_id',
  );
  return [...new Set([...in_path.filter((name) => !['week', 'name', 'kind', 'key'].includes(name)), ...more])];
};

/** A complete form with records of a site: its path and fields. */
export const formFor = (action: Action, contentOf: (name: string) => Content): { path: string; params: Values; form: Values } => {
  const named = namedBy(action);
  const valueFor = (name: string): string | undefined =>
    named.includes(name)
      ? thingsFor(action, contentOf(name))[name]
      : name === 'act'
        ? ACTS[action.path]
        : name === 'decision'
          ? (DECISIONS[action.path] ?? FIELDS[name])
          : name === 'publish'
            ? PUBLISH[action.path]
            : FIELDS[name];
  const params: Values = {};
  const path = action.path.replace(/:(\w+)/g, (_, name: string) => {
    params[name] = name === 'name' ? 'revenue' : name === 'kind' ? 'terms' : valueFor(name)!;
    return params[name];
  });
  const form: Values = {};
  for (const name of Object.keys(action.input.properties)) {
    const value = name in params ? undefined : valueFor(name);
    if (value !== undefined) form[name] = value;
  }
  return { path, params, form };
};

/** Input of an operation that refers to a record of a site. */
const INPUTS: Record<string, (content: Content, mark: string) => object> = {
  search_listings: (_content, q) => ({ q }),
  get_listing: ({ slug }) => ({ slug }),
  list_alternatives: ({ slug }) => ({ slug }),
  compare_listings: ({ slug, other_slug }) => ({ a: slug, b: other_slug }),
  get_category: ({ category_slug: slug }) => ({ slug }),
  list_founders: (_content, q) => ({ q }),
  get_founder: ({ founder_slug: slug }) => ({ slug }),
  list_blog_posts: (_content, q) => ({ q }),
  get_blog_post: ({ post_slug: slug }) => ({ slug }),
  list_awards: () => ({}),
  get_badges: ({ slug }) => ({ slug }),
  submit_listing: ({ listing_id }) => ({ url: `https://new-${listing_id}.test` }),
  get_draft: ({ draft_id: id }) => ({ id }),
  update_draft: ({ draft_id: id }) => ({ id }),
  invite_cofounder: ({ draft_id: id }) => ({ id }),
  submit_draft: ({ ready_draft_id: id }) => ({ id }),
  get_my_listing: ({ listing_id }) => ({ listing_id: Number(listing_id) }),
  update_my_listing: ({ listing_id }) => ({ listing_id: Number(listing_id) }),
  post_listing_update: ({ listing_id }) => ({ listing_id: Number(listing_id) }),
  add_milestone: ({ listing_id }) => ({ listing_id: Number(listing_id) }),
  delete_milestone: ({ listing_id, milestone_id }) => ({ listing_id: Number(listing_id), milestone_id: Number(milestone_id) }),
  set_founder_story: ({ listing_id }) => ({ listing_id: Number(listing_id) }),
  answer_interview: ({ question_id }) => ({ answers: [{ question_id: Number(question_id), answer: 'So.' }] }),
  choose_free_listing: ({ saved_id }) => ({ listing_id: Number(saved_id) }),
  claim_listing: ({ slug }) => ({ slug }),
  verify_claim: ({ claim_id }) => ({ claim_id: Number(claim_id) }),
  quote_order: ({ listing_id }) => ({ items: [{ product: 'featured', listing_id: Number(listing_id) }] }),
  create_checkout: ({ listing_id }) => ({ items: [{ product: 'featured', listing_id: Number(listing_id) }] }),
  get_order: ({ number }) => ({ number }),
};

export const inputFor = (row: Operation, content: Content, mark: string): Record<string, unknown> => ({
  ...(row.example as object),
  ...INPUTS[row.id]?.(content, mark),
});
