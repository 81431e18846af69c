import { loadMessages } from './kernel/language/messages.ts';
import mail_accounts_de from './modules/accounts/messages.de.json' with { type: 'json' };
import mail_accounts_es from './modules/accounts/messages.es.json' with { type: 'json' };
import mail_claims_de from './modules/claims/messages.de.json' with { type: 'json' };
import mail_claims_es from './modules/claims/messages.es.json' with { type: 'json' };
import mail_comments_de from './modules/comments/messages.de.json' with { type: 'json' };
import mail_comments_es from './modules/comments/messages.es.json' with { type: 'json' };
import mail_content_de from './modules/content/messages.de.json' with { type: 'json' };
import mail_content_es from './modules/content/messages.es.json' with { type: 'json' };
import mail_digest_de from './modules/digest/messages.de.json' with { type: 'json' };
import mail_digest_es from './modules/digest/messages.es.json' with { type: 'json' };
import mail_drafts_de from './modules/drafts/messages.de.json' with { type: 'json' };
import mail_drafts_es from './modules/drafts/messages.es.json' with { type: 'json' };
import mail_imports_de from './modules/imports/messages.de.json' with { type: 'json' };
import mail_imports_es from './modules/imports/messages.es.json' with { type: 'json' };
import mail_launches_de from './modules/launches/messages.de.json' with { type: 'json' };
import mail_launches_es from './modules/launches/messages.es.json' with { type: 'json' };
import mail_listings_de from './modules/listings/messages.de.json' with { type: 'json' };
import mail_listings_es from './modules/listings/messages.es.json' with { type: 'json' };
import mail_moderation_de from './modules/moderation/messages.de.json' with { type: 'json' };
import mail_moderation_es from './modules/moderation/messages.es.json' with { type: 'json' };
import mail_orders_de from './modules/orders/messages.de.json' with { type: 'json' };
import mail_orders_es from './modules/orders/messages.es.json' with { type: 'json' };
import mail_rechecks_de from './modules/rechecks/messages.de.json' with { type: 'json' };
import mail_rechecks_es from './modules/rechecks/messages.es.json' with { type: 'json' };
import mail_setup_de from './modules/setup/messages.de.json' with { type: 'json' };
import mail_setup_es from './modules/setup/messages.es.json' with { type: 'json' };
import sites_de from './modules/sites/messages.de.json' with { type: 'json' };
import sites_es from './modules/sites/messages.es.json' with { type: 'json' };
import mail_stats_de from './modules/stats/messages.de.json' with { type: 'json' };
import mail_stats_es from './modules/stats/messages.es.json' with { type: 'json' };
import mail_votes_de from './modules/votes/messages.de.json' with { type: 'json' };
import mail_votes_es from './modules/votes/messages.es.json' with { type: 'json' };
import webhooks_de from './modules/webhooks/messages.de.json' with { type: 'json' };
import webhooks_es from './modules/webhooks/messages.es.json' with { type: 'json' };
import account_de from './web/areas/account/messages.de.json' with { type: 'json' };
import account_es from './web/areas/account/messages.es.json' with { type: 'json' };
import admin_content_de from './web/areas/admin/content/messages.de.json' with { type: 'json' };
import admin_content_es from './web/areas/admin/content/messages.es.json' with { type: 'json' };
import admin_imports_de from './web/areas/admin/imports/messages.de.json' with { type: 'json' };
import admin_imports_es from './web/areas/admin/imports/messages.es.json' with { type: 'json' };
import admin_listings_de from './web/areas/admin/listings/messages.de.json' with { type: 'json' };
import admin_listings_es from './web/areas/admin/listings/messages.es.json' with { type: 'json' };
import admin_de from './web/areas/admin/messages.de.json' with { type: 'json' };
import admin_es from './web/areas/admin/messages.es.json' with { type: 'json' };
import admin_orders_de from './web/areas/admin/orders/messages.de.json' with { type: 'json' };
import admin_orders_es from './web/areas/admin/orders/messages.es.json' with { type: 'json' };
import admin_overview_de from './web/areas/admin/overview/messages.de.json' with { type: 'json' };
import admin_overview_es from './web/areas/admin/overview/messages.es.json' with { type: 'json' };
import admin_people_de from './web/areas/admin/people/messages.de.json' with { type: 'json' };
import admin_people_es from './web/areas/admin/people/messages.es.json' with { type: 'json' };
import admin_queues_de from './web/areas/admin/queues/messages.de.json' with { type: 'json' };
import admin_queues_es from './web/areas/admin/queues/messages.es.json' with { type: 'json' };
import admin_settings_de from './web/areas/admin/settings/messages.de.json' with { type: 'json' };
import admin_settings_es from './web/areas/admin/settings/messages.es.json' with { type: 'json' };
import admin_votes_de from './web/areas/admin/votes/messages.de.json' with { type: 'json' };
import admin_votes_es from './web/areas/admin/votes/messages.es.json' with { type: 'json' };
import blog_de from './web/areas/blog/messages.de.json' with { type: 'json' };
import blog_es from './web/areas/blog/messages.es.json' with { type: 'json' };
import boards_de from './web/areas/boards/messages.de.json' with { type: 'json' };
import boards_es from './web/areas/boards/messages.es.json' with { type: 'json' };
import claims_de from './web/areas/claims/messages.de.json' with { type: 'json' };
import claims_es from './web/areas/claims/messages.es.json' with { type: 'json' };
import contact_de from './web/areas/contact/messages.de.json' with { type: 'json' };
import contact_es from './web/areas/contact/messages.es.json' with { type: 'json' };
import dashboard_de from './web/areas/dashboard/messages.de.json' with { type: 'json' };
import dashboard_es from './web/areas/dashboard/messages.es.json' with { type: 'json' };
import data_de from './web/areas/data/messages.de.json' with { type: 'json' };
import data_es from './web/areas/data/messages.es.json' with { type: 'json' };
import digest_de from './web/areas/digest/messages.de.json' with { type: 'json' };
import digest_es from './web/areas/digest/messages.es.json' with { type: 'json' };
import docs_de from './web/areas/docs/messages.de.json' with { type: 'json' };
import docs_es from './web/areas/docs/messages.es.json' with { type: 'json' };
import drafts_de from './web/areas/drafts/messages.de.json' with { type: 'json' };
import drafts_es from './web/areas/drafts/messages.es.json' with { type: 'json' };
import home_de from './web/areas/home/messages.de.json' with { type: 'json' };
import home_es from './web/areas/home/messages.es.json' with { type: 'json' };
import ledger_de from './web/areas/ledger/messages.de.json' with { type: 'json' };
import ledger_es from './web/areas/ledger/messages.es.json' with { type: 'json' };
import legal_de from './web/areas/legal/messages.de.json' with { type: 'json' };
import legal_es from './web/areas/legal/messages.es.json' with { type: 'json' };
import listing_de from './web/areas/listing/messages.de.json' with { type: 'json' };
import listing_es from './web/areas/listing/messages.es.json' with { type: 'json' };
import orders_de from './web/areas/orders/messages.de.json' with { type: 'json' };
import orders_es from './web/areas/orders/messages.es.json' with { type: 'json' };
import people_de from './web/areas/people/messages.de.json' with { type: 'json' };
import people_es from './web/areas/people/messages.es.json' with { type: 'json' };
import reports_de from './web/areas/reports/messages.de.json' with { type: 'json' };
import reports_es from './web/areas/reports/messages.es.json' with { type: 'json' };
import search_de from './web/areas/search/messages.de.json' with { type: 'json' };
import search_es from './web/areas/search/messages.es.json' with { type: 'json' };
import weeks_de from './web/areas/weeks/messages.de.json' with { type: 'json' };
import weeks_es from './web/areas/weeks/messages.es.json' with { type: 'json' };
import web_de from './web/messages.de.json' with { type: 'json' };
import web_es from './web/messages.es.json' with { type: 'json' };

/** The translations of all texts, by language. Each part of the product keeps its own beside its code. */
export const TRANSLATIONS = {
  de: [
    mail_accounts_de,
    mail_claims_de,
    mail_comments_de,
    mail_content_de,
    mail_digest_de,
    mail_drafts_de,
    mail_imports_de,
    mail_launches_de,
    mail_listings_de,
    mail_moderation_de,
    mail_orders_de,
    mail_rechecks_de,
    mail_setup_de,
    mail_stats_de,
    mail_votes_de,
    webhooks_de,
    sites_de,
    account_de,
    admin_content_de,
    admin_listings_de,
    admin_queues_de,
    admin_de,
    admin_orders_de,
    admin_people_de,
    admin_settings_de,
    admin_imports_de,
    admin_overview_de,
    admin_votes_de,
    blog_de,
    boards_de,
    claims_de,
    dashboard_de,
    digest_de,
    docs_de,
    drafts_de,
    home_de,
    listing_de,
    orders_de,
    people_de,
    search_de,
    contact_de,
    data_de,
    ledger_de,
    legal_de,
    reports_de,
    weeks_de,
    web_de,
  ],
  es: [
    mail_accounts_es,
    mail_claims_es,
    mail_comments_es,
    mail_content_es,
    mail_digest_es,
    mail_drafts_es,
    mail_imports_es,
    mail_launches_es,
    mail_listings_es,
    mail_moderation_es,
    mail_orders_es,
    mail_rechecks_es,
    mail_setup_es,
    mail_stats_es,
    mail_votes_es,
    webhooks_es,
    sites_es,
    account_es,
    admin_content_es,
    admin_listings_es,
    admin_queues_es,
    admin_es,
    admin_orders_es,
    admin_people_es,
    admin_settings_es,
    admin_imports_es,
    admin_overview_es,
    admin_votes_es,
    blog_es,
    boards_es,
    claims_es,
    dashboard_es,
    digest_es,
    docs_es,
    drafts_es,
    home_es,
    listing_es,
    orders_es,
    people_es,
    search_es,
    contact_es,
    data_es,
    ledger_es,
    legal_es,
    reports_es,
    weeks_es,
    web_es,
  ],
};

for (const language of ['de', 'es'] as const) loadMessages(language, TRANSLATIONS[language]);
