import { describeRetention, KNOWN_BROWSER_DAYS, type LegalFacts, type LegalTemplates, list, operatorOf, SESSION_DAYS } from './facts.ts';

const RETENTION = {
  mails: 'Copies of emails we sent',
  notifications: 'Notifications on the site',
  vote_origins: 'The hashed network address of a vote',
  contact_messages: 'Messages you sent with the contact form, after we answered or closed them',
  drafts: 'Drafts of products that were never submitted',
  api_keys: 'API keys, after they were revoked or expired',
};

const BLANK_OPERATOR = ['Your name or company', 'Street and number', 'Postal code and city', 'Country'];

const mailOf = ({ seller }: LegalFacts): string => seller?.email ?? '[[Your email address]]';

const imprint = (facts: LegalFacts): string => `## Operator

${operatorOf(facts, BLANK_OPERATOR)}

## Contact

Email: ${mailOf(facts)}  
Contact form: [${facts.site.root}/contact](/contact)  
Phone: [[Your phone number, or delete this line]]

## Registration

[[Register and number, or delete this section]]

VAT number: ${facts.seller?.vat_number ?? '[[Your VAT number, or delete this line]]'}

## Responsible for the content

[[Name and address of the person responsible]]
`;

const terms = ({
  site,
  seller,
}: LegalFacts): string => `These terms apply to ${site.name} (${site.root}), run by ${seller?.name ?? '[[Your name or company]]'}. The [imprint](/legal/imprint) says how to reach us.

## What this site is

${site.name} lists products. Products launch in weeks; people vote, review and comment. Facts about products are quoted from their own websites.

## Your account

You need an account to vote, write or submit a product. You sign in with your email address. Keep access to your mailbox and your password to yourself. You can export your data and delete your account at any time in [your account](/account).

## What you may not do

${list([
  'Vote with more than one account, or buy or sell votes.',
  'Post what is unlawful, misleading, insulting or advertising.',
  'Submit a product in somebody else’s name.',
  'Disturb the service, or use it beyond its published limits.',
])}

We can hide content and remove listings that break these rules. The [moderation log](/moderation-log) shows what we removed and why.

## Your content

You keep the rights to what you write and upload. You allow us to show it on this site, in its feeds, emails and API for as long as it is published here.

## What we sell

Prices and what they include are on the page [Prices](/products). Paid placements are marked, and never buy votes, ranks or search positions. Cancellation and refunds are described in the [refund policy](/legal/refunds).

## Liability

[[What you are liable for under the law of your country]]

## Changes

When these terms change, we publish a new version. You accept it with your next sign-in or order. All versions stay readable on this page.

## Law

[[Governing law and place of jurisdiction]]
`;

const refunds = (facts: LegalFacts): string => `## When you get your money back

${list([
  'If we can’t deliver what you ordered, you get the full amount back.',
  'Before your launch week begins, you can cancel a paid launch: [[full refund, or your rule]].',
  'After your launch week has begun: [[your rule]].',
])}

## Your right of withdrawal

[[If you sell to consumers in the EU or UK: their right to withdraw within 14 days, and how]]

## How to ask

Write to ${mailOf(facts)} or use the [contact form](/contact) with your order number. We refund to the payment method you used, within [[14]] days. You get a credit note for every refund.
`;

const processorsOf = ({ providers, pays_by, has_model, checks_vat }: LegalFacts): string[] => [
  'Hosting: [[Name and country of your hosting provider]]',
  'Email delivery: [[Name and country of your email provider]]',
  ...(pays_by === 'stripe' ? ['Payments: Stripe. You pay on Stripe’s own page; we never see your card number.'] : []),
  ...(providers.length > 0
    ? [`Sign-in, only if you choose it: ${providers.join(', ')}. We get your name, your email address and an id.`]
    : []),
  ...(has_model
    ? [
        'Drafts of products: a language model of [[Name of your model provider]] reads public pages of the product’s website. It gets no data about you.',
      ]
    : []),
  ...(checks_vat ? ['VAT numbers: the European Commission’s VIES service checks the number you enter.'] : []),
];

const privacy = (facts: LegalFacts): string => `## Who is responsible

${operatorOf(facts, BLANK_OPERATOR)}

Email: ${mailOf(facts)}

## What we store, and why

${list([
  'Your account: email address, display name if you enter one, and a hash of your password if you set one. To let you sign in.',
  'Your sign-ins: device and network address, until you sign out or the sign-in expires. So that you see where you are signed in.',
  'What you do here: votes, reviews, comments, follows, drafts and listings. To show them and to count each vote once.',
  'With a vote, a hash of your network address. To find votes cast many times by one person.',
  ...(facts.pays_by ? ['Orders: your billing details, what you bought, and invoices. To deliver it and because tax law requires it.'] : []),
  'Messages you send with the contact form. To answer them.',
  'Your network address for at most a day, with how often it was used. To limit abuse.',
  ...(facts.site.has_digest ? ['Your email address for the weekly digest, if you subscribe, until you unsubscribe.'] : []),
  'Which versions of these terms you accepted, and when.',
])}

We don’t use advertising or analytics services, and our pages load nothing from other companies, except pictures that makers link from their own websites and videos that you start. Views of listings are counted without cookies and without storing who looked.

## Cookies

We use only cookies that the site needs, so there is nothing to consent to:

${list([
  `\`lw_session\` keeps you signed in, for ${SESSION_DAYS} days after your last visit.`,
  `\`lw_known\` recognizes a browser you signed in with, for ${KNOWN_BROWSER_DAYS} days. It protects your account from guessed passwords.`,
  '`lw_language` remembers the language you chose, for a year.',
  '`lw_browser` connects what you began before signing in with your sign-in.',
  '`lw_position` lets you see at once what you sent with a form, and expires within minutes.',
  'If you switch between light and dark, your browser stores that choice. It is not sent to us.',
])}

On encrypted connections their names begin with \`__Host-\`. Connecting another application to your account sets further cookies while you decide.

## Who else gets data

${list(processorsOf(facts))}

## How long we keep it

${list([
  'Your account and what belongs to it: until you delete it in [your account](/account).',
  'Orders and invoices: as long as tax law requires, [[10]] years.',
  ...describeRetention(RETENTION, 'days'),
])}

## Your rights

You can download everything we store about you, correct it and delete it in [your account](/account). You can object to processing, ask us to restrict it, and complain to a data protection authority: [[Name of the authority]]. Write to ${mailOf(facts)} about any of this.
`;

export const ENGLISH: LegalTemplates = {
  terms: { title: 'Terms of service', write: terms },
  privacy: { title: 'Privacy policy', write: privacy },
  refunds: { title: 'Refund policy', write: refunds },
  imprint: { title: 'Imprint', write: imprint },
};
