import { Default, Instant, Named, Nullable, OneOf, RequiredText, T, Text } from '../../kernel/schema.ts';
import { changeBrand, getBrand } from '../content/brand/brand.ts';
import { MAX_FOOTER_LINKS } from '../content/brand/rules.ts';
import { LEGAL_KINDS } from '../content/legal/kinds.ts';
import { getLegalEditor, listLegalPages, publishLegalPage } from '../content/legal/legal.ts';
import { DEFAULT_TYPEFACE, TYPEFACES } from '../sites/brand/typefaces.ts';
import { AllOf, May, teamRead, teamWrite } from './team-operation.ts';

const FooterLinks = T.Array(Named('FooterLink', { name: RequiredText(40, 'Its text.'), url: RequiredText(300, 'Where it leads.') }), {
  maxItems: MAX_FOOTER_LINKS,
});
const Typeface = OneOf(Object.keys(TYPEFACES));

export const get_brand = teamRead({
  path: '/brand',
  summary: 'The brand of the site',
  description: 'Name, colours and texts that visitors see. Null stands for the default.',
  output: Named('PublishedBrand', {
    name: T.String({ description: 'Name of the site.' }),
    tagline: T.String({ description: 'One line about it.' }),
    accent: Nullable(T.String(), { description: 'Accent colour; null for green.' }),
    accent_dark: Nullable(T.String(), { description: 'The same for the dark theme; null for a lighter tone.' }),
    typeface: { ...Typeface, description: 'Its typeface.' },
    headline: Nullable(T.String(), { description: 'Headline of the home page; null for the default.' }),
    text: Nullable(T.String(), { description: 'Text of the home page; null for the default.' }),
    footer_links: { ...FooterLinks, description: 'Links in the footer.' },
    has_draft: T.Boolean({ description: 'Whether the team has changes that are not published.' }),
  }),
  async read(ctx) {
    const { published, draft } = await getBrand(ctx);
    const { name, tagline, brand } = published;
    const { accent = null, accent_dark = null, typeface = DEFAULT_TYPEFACE, headline = null, text = null, footer_links = [] } = brand;
    return { name, tagline, accent, accent_dark, typeface, headline, text, footer_links, has_draft: draft !== null };
  },
});

export const update_brand = teamWrite({
  method: 'PATCH',
  path: '/brand',
  summary: 'Change and publish the brand',
  description: 'Publishes changes; an empty text brings the default back. People upload logos on the website.',
  refusals: ['act_stands'],
  input: {
    name: May(RequiredText(80)),
    tagline: May(Text(160)),
    accent: May(Text(20), 'Such as #0b6a4a. Must be readable.'),
    accent_dark: May(Text(20)),
    typeface: May(Typeface),
    headline: May(Text(90), 'Of the home page.'),
    text: May(Text(300), 'Of the home page.'),
    footer_links: May(FooterLinks, 'Replaces all.'),
  },
  example: { headline: 'New tools for gardeners, every Monday' },
  change: changeBrand,
});

const Kind = OneOf(Object.keys(LEGAL_KINDS));

export const list_legal_pages = teamRead({
  path: '/legal',
  summary: 'Legal pages',
  description: 'The legal pages and which version is in force.',
  output: AllOf(
    'LegalPageList',
    Named('LegalPageState', {
      kind: { ...Kind, description: 'For other operations.' },
      version: Nullable(T.Integer(), { description: 'The version in force; null without one.' }),
      published_at: Nullable(Instant(), { description: 'Since when; null without a version.' }),
      has_draft: T.Boolean({ description: 'Whether the team has a draft.' }),
    }),
  ),
  read: async (ctx) => ({
    items: (await listLegalPages(ctx)).map(({ kind, current, has_draft }) => ({
      kind,
      version: current?.number ?? null,
      published_at: current?.published_at ?? null,
      has_draft,
    })),
  }),
});

export const get_legal_text = teamRead({
  path: '/legal/{kind}',
  summary: 'Text of a legal page',
  description: 'The draft, else the version in force, else the template, whose [[gaps]] are to be filled in.',
  refusals: ['legal_page_not_found'],
  input: { kind: Kind, template: Default(T.Boolean({ description: 'The template in any case.' }), false) },
  output: Named('LegalText', {
    kind: { ...Kind, description: 'Which page.' },
    title: T.String({ description: 'Its title.' }),
    body_markdown: T.String({ description: 'Its text, as Markdown.' }),
  }),
  example: { kind: 'imprint' },
  async read(ctx, { kind, template: wants_template }) {
    const { text, template } = await getLegalEditor(ctx, { kind });
    return { kind, ...(wants_template ? template : text) };
  },
});

export const publish_legal_page = teamWrite({
  method: 'PUT',
  path: '/legal/{kind}',
  summary: 'Publish a legal page',
  description: 'Publishes the next version of a legal page. Earlier ones stay readable.',
  refusals: ['legal_page_not_found'],
  input: { kind: Kind, title: RequiredText(120, 'Its title.'), body_markdown: RequiredText(100_000, 'Its text, without gaps.') },
  example: { kind: 'imprint', title: 'Imprint', body_markdown: 'Bright Tools GmbH, Berlin' },
  change: publishLegalPage,
});
