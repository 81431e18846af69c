import { expect, test } from 'vitest';
import { sources } from './support/sources.ts';
import { migratedTables, sqlIn, tablesIn } from './support/sql.ts';

/**
 * Who writes each table and publishes each view. Others read a table by calling its owner's queries, or through a view. The kernel's
 * tables are for all: each module reads the rows about its own records.
 */
const OWNERS: Record<string, string> = {
  kernel: 'limits_taken moves secrets team_acts',
  db: 'pools_at_work',
  sites: 'sites site_heads',
  accounts: `accounts account_contacts account_identities account_roles address_changes api_keys banned_mailboxes bans closed_mailboxes emailed_links known_browsers legal_acceptances
    mail_switched_off mail_switched_on mailings mails notifications pending_actions provider_sign_ins sessions sign_in_providers site_members`,
  catalog: 'categories category_attributes shelves site_totals',
  people: 'founder_heads founders listing_founders listing_credits',
  listings: `category_follows companies filter_bitmaps filter_changes follows listing_follows computed_listing_parts host_readings listings listing_alternatives listing_attributes listing_categories listing_counts listing_facts listing_heads listing_logos
    listing_media listing_metrics listing_milestones listing_parts listing_ratings listing_updates listing_versions listing_words live_listings
    metric_readings public_listings review_reports reviews search_words shelf_places shelf_views stored_pictures unused_media`,
  votes: `account_activity ballots board_places board_totals identified_accounts ledger_checkpoints ledger_cosignatures ledger_keys
    ledger_nodes ledger_results ledger_witnesses vote_day_counts vote_days vote_decisions vote_origins voters votes week_counts`,
  launches: `approvals award_credentials award_status_lists badge_checks badge_watches featured_listings frozen_weeks launch_weeks relaunches week_places week_ranges week_results
    week_slots week_standings week_totals`,
  drafts: 'draft_invites draft_logos draft_pages drafts listing_drafts listing_members',
  rechecks: 'fact_changes listing_rechecks plan_prices recheck_domains recheck_pages',
  claims: 'claims objections verified_claimants',
  orders: `ai_reviews billboard_contributions billing_details exchange_rates invoice_numbers invoices order_lines orders payment_notices
    payments product_prices products promo_codes refunds team_tasks trophy_cabinets vat_checks`,
  comments: 'comment_mentions comment_reports comment_votes comments',
  content:
    'blog_posts brand_pictures contact_messages current_legal_versions interview_answers interview_questions legal_drafts legal_versions sitemap_files',
  stats: 'listing_days listing_sources search_misses site_days',
  digest: 'digest_subscribers',
  setup: 'setup_results',
  moderation: 'reports saved_replies',
  imports: 'import_chunks import_rows imports',
  changes: 'change_feeds change_touches changed_rows changes',
  purges: 'purge_touches',
  datasets: 'dataset_chunks dataset_files dataset_objects datasets',
  webhooks: 'webhook_deliveries webhooks',
  http: 'idempotency_keys oauth_records',
};

/** Folders that work on tables of all modules. */
const EXEMPT: Record<string, string> = {
  demo: 'loads rows as they would be after years of use, which no operation can make',
  monitoring: 'counts rows of several tables in one statement, once per scrape',
  retention: 'deletes by a rule for each table',
};

const WORKLOAD = 'the team’s overview counts what waits in one statement, on every page of the team';
const NUMBERS = 'the site’s numbers count the rows of a period in one statement';
const CHECKS = 'only asks whether it works';
const ONE_PERSON = 'the page of a person counts what they did in one statement';
const IN_USE = 'the catalog comes before listings, and only asks whether a category is in use';

/** Reads of tables of another module, as `reader table`, and why they are no view. */
const READ_ANYWAY: Record<string, string> = {
  'listings categories': 'every column of a category is public, and a view would repeat the table',
  'launches categories': 'the same',
  'listings category_attributes': 'the same',
  'catalog listing_attributes': IN_USE,
  'catalog listing_categories': IN_USE,
  'stats account_roles': NUMBERS,
  'stats accounts': NUMBERS,
  'stats comments': NUMBERS,
  'stats drafts': NUMBERS,
  'stats imports': NUMBERS,
  'stats order_lines': NUMBERS,
  'stats orders': NUMBERS,
  'stats refunds': NUMBERS,
  'stats site_members': NUMBERS,
  'moderation approvals': WORKLOAD,
  'moderation comments': ONE_PERSON,
  'moderation drafts': ONE_PERSON,
  'moderation mails': WORKLOAD,
  'moderation metric_readings': WORKLOAD,
  'moderation objections': WORKLOAD,
  'moderation order_lines': WORKLOAD,
  'moderation orders': ONE_PERSON,
  'moderation refunds': WORKLOAD,
  'setup mails': CHECKS,
  'setup orders': CHECKS,
  'setup payment_notices': CHECKS,
  'moderation reviews': ONE_PERSON,
  'moderation voters': ONE_PERSON,
};

const { tables, views } = migratedTables();
const all = new Set([...tables, ...views]);
const owners = new Map(Object.entries(OWNERS).flatMap(([owner, names]) => names.split(/\s+/).map((name) => [name, owner] as const)));
const ownerOf = (path: string): string => path.split('/')[path.startsWith('src/modules/') ? 2 : 1]!;
const accesses = sources()
  .map(({ path, text }) => ({ path, module: ownerOf(path), ...tablesIn(text, all) }))
  .filter(({ module }) => !(module in EXEMPT));
const written = new Set(accesses.flatMap(({ writes }) => [...writes]));

test('SQL is found in templates, and tables in SQL', () => {
  const source = [
    '// from votes',
    "const a = 'from votes';",
    `sql<Row[]>\`update listings l set x = \${b ? sql\`(select 1 from votes)\` : c} from claims\``,
  ];
  expect(sqlIn(source.join('\n'))).toEqual(['(select 1 from votes)', 'update listings l set x = $ from claims']);
  expect(tablesIn('tx`delete from votes using claims c; select from orders o, drafts d for update`', all)).toEqual({
    writes: new Set(['votes']),
    reads: new Set(['claims', 'orders', 'drafts']),
  });
  expect(accesses.flatMap(({ reads }) => [...reads]).length).toBeGreaterThan(200);
});

test('every table and view has an owner, who writes it unless triggers do', () => {
  expect([...all].filter((name) => !owners.has(name))).toEqual([]);
  expect([...owners.keys()].filter((name) => !all.has(name) && name !== 'migrations')).toEqual([]);
});

test('a table is written by its owner only, and a view by nobody', () => {
  const wrong = accesses.flatMap(({ path, module, writes }) =>
    [...writes].filter((name) => views.has(name) || owners.get(name) !== module).map((name) => `${path} writes ${name}`),
  );
  expect(wrong).toEqual([]);
});

test('a table is read by its owner, and by others through views', () => {
  const used = new Set<string>();
  // A table that only triggers write is a view that is kept up to date.
  const isPublished = (name: string) => views.has(name) || owners.get(name) === 'kernel' || !written.has(name);
  const wrong = accesses.flatMap(({ path, module, reads }) =>
    [...reads]
      .filter((name) => owners.get(name) !== module && !isPublished(name))
      .filter((name) => {
        used.add(`${module} ${name}`);
        return !(`${module} ${name}` in READ_ANYWAY);
      })
      .map((name) => `${path} reads ${name}`),
  );
  expect(wrong).toEqual([]);
  expect(Object.keys(READ_ANYWAY).filter((exception) => !used.has(exception))).toEqual([]);
});
