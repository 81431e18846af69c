import { msg, t, texts } from '../../kernel/language/messages.ts';
import { SOCIAL_PLATFORMS } from '../listings/schema.ts';
import {
  type ReadValue,
  readAny,
  readCountry,
  readDay,
  readEmail,
  readFaqs,
  readFounders,
  readLinesCell,
  readList,
  readPricing,
  readTextCell,
  readYear,
} from './values.ts';

export interface ImportField {
  /** As the mapping screen names it. */
  label: string;
  read: ReadValue;
  /** Names of columns that mean it, the best first, in lower case without signs. */
  names: string[];
  /** Whether a value looks like it, for columns whose name says nothing. */
  looksLike?: (text: string) => boolean;
  /** Whether a value is not what the column's name promises: a “price” can be a model or an amount. */
  isUnlike?: (text: string) => boolean;
  /** Values of several columns are joined. */
  is_list?: true;
}

const URL_TEXT = /^(?:https?:\/\/)?(?:[a-z0-9-]{1,63}\.){1,5}[a-z]{2,20}(?:[/?#]\S{0,2000})?$/i;
const IMAGE = /^https?:\/\/\S{1,2000}\.(?:png|jpe?g|webp|svg|gif|avif)(?:\?\S{0,500})?$/i;
const EMAIL = /^[^@\s]{1,64}@[^@\s]{1,190}\.[a-z]{2,20}$/i;
const ISO_DAY = /^\d{4}-\d{2}-\d{2}(?:[T ].{0,40})?$/;

/** Fields of a listing that a column can be mapped to. What looks like a value is asked in this order. */
export const IMPORT_FIELDS: Record<string, ImportField> = texts({
  name: {
    label: msg('Name'),
    read: readTextCell,
    names: [
      'name',
      'product name',
      'product',
      'company name',
      'company',
      'tool',
      'startup',
      'app',
      'title',
      'server title',
      'server name',
      'produktname',
      'produkt',
      'paket',
      'package',
      'project',
      'projekt',
      'proyecto',
      'bezeichnung',
      'titel',
      'nombre',
      'producto',
    ],
  },
  logo_url: {
    label: msg('Logo (address of a picture)'),
    read: readTextCell,
    names: ['logo url', 'logo', 'icon', 'image', 'thumbnail url', 'main image', 'server icons'],
    looksLike: (text) => IMAGE.test(text),
  },
  website: {
    label: msg('Website'),
    read: readTextCell,
    names: [
      'website',
      'website url',
      'homepage',
      'home page',
      'site',
      'url',
      'link',
      'web',
      'domain',
      'product url',
      'address',
      'websites',
      'server websiteurl',
      'server repository url',
      'webseite',
      'internetseite',
      'adresse',
      'sitio web',
      'página web',
    ],
    looksLike: (text) => URL_TEXT.test(text) && !EMAIL.test(text),
  },
  tagline: {
    label: msg('Tagline'),
    read: readTextCell,
    names: ['tagline', 'tag line', 'slogan', 'one liner', 'subtitle', 'pitch', 'untertitel', 'eslogan', 'lema'],
  },
  short_description: {
    label: msg('Short description'),
    read: readTextCell,
    names: ['short description', 'summary short', 'excerpt', 'kurzbeschreibung', 'descripción corta', 'descripción breve'],
  },
  description: {
    label: msg('Description'),
    read: readTextCell,
    names: [
      'description',
      'long description',
      'about',
      'details',
      'what it is',
      'what it does',
      'text',
      'product description',
      'beschreibung',
      'descripción',
      'server description',
    ],
    looksLike: (text) => text.length > 160,
  },
  categories: {
    label: msg('Categories'),
    read: readList,
    names: [
      'categories',
      'category',
      'section',
      'topics',
      'topics edges',
      'category tags',
      'industry',
      'type',
      'kategorie',
      'kategorien',
      'rubrik',
      'categoría',
      'categorías',
    ],
    is_list: true,
  },
  tags: { label: msg('Tags'), read: readList, names: ['tags', 'tag', 'labels', 'schlagworte', 'schlagwörter', 'etiquetas'], is_list: true },
  keywords: { label: msg('Keywords'), read: readList, names: ['keywords', 'keyword'], is_list: true },
  features: { label: msg('Features'), read: readLinesCell, names: ['features', 'feature', 'key features'], is_list: true },
  usps: { label: msg('What makes it special'), read: readLinesCell, names: ['usps', 'usp', 'benefits', 'highlights'], is_list: true },
  faqs: { label: msg('Questions and answers'), read: readFaqs, names: ['faqs', 'faq', 'questions'] },
  pricing_model: {
    label: msg('Pricing model'),
    read: readPricing,
    names: ['pricing model', 'pricing', 'price model', 'price', 'plan', 'preismodell', 'preis', 'modelo de precios', 'precio'],
    isUnlike: (text) => /\d/.test(text),
  },
  pricing_summary: {
    label: msg('Pricing in words'),
    read: readTextCell,
    names: ['pricing summary', 'price from', 'prices', 'price', 'pricing', 'preise', 'preis', 'precios', 'precio'],
  },
  country: {
    label: msg('Country'),
    read: readCountry,
    names: ['country', 'country code', 'nation', 'land', 'país'],
    looksLike: (text) => /^[A-Z]{2}$/.test(text),
  },
  city: { label: msg('City'), read: readTextCell, names: ['city', 'town', 'hq', 'headquarters', 'stadt', 'ort', 'ciudad'] },
  founded_year: {
    label: msg('Year founded'),
    read: readYear,
    names: ['founded year', 'year founded', 'founded', 'year', 'founding year', 'since', 'gründungsjahr', 'gegründet', 'año de fundación'],
    looksLike: (text) => /^(?:19|20)\d\d$/.test(text),
  },
  launched_on: {
    label: msg('Launch date'),
    read: readDay,
    names: ['launched on', 'launch date', 'launched', 'launched at', 'release date', 'date', 'featuredat', 'createdat', 'created at'],
    looksLike: (text) => ISO_DAY.test(text),
  },
  founders: {
    label: msg('Founders'),
    read: readFounders,
    names: ['founders', 'founder', 'makers', 'maker', 'founder name', 'ceo', 'author', 'gründer', 'fundadores'],
  },
  stage: { label: msg('Stage'), read: readTextCell, names: ['stage', 'status'] },
  headline: { label: msg('Headline'), read: readTextCell, names: ['headline'] },
  summary: { label: msg('Summary'), read: readTextCell, names: ['summary'] },
  contact_email: { label: msg('Public contact email'), read: readEmail, names: ['contact email', 'support email', 'public email'] },
  owner_email: {
    label: msg('Owner’s email (not public)'),
    read: readEmail,
    names: ['owner email', 'owners email', 'owner s email', 'owner', 'maker email', 'founder email', 'email', 'e mail', 'email address'],
  },
  demo_video_url: { label: msg('Demo video'), read: readTextCell, names: ['demo video url', 'video', 'demo', 'youtube video'] },
  seo_title: { label: msg('Title for search engines'), read: readTextCell, names: ['seo title', 'meta title'] },
  seo_description: { label: msg('Description for search engines'), read: readTextCell, names: ['seo description', 'meta description'] },
  ...Object.fromEntries(
    SOCIAL_PLATFORMS.map((platform): [string, ImportField] => [
      `socials.${platform}`,
      {
        get label() {
          return t('Link: {platform}', { platform });
        },
        read: readTextCell,
        names: [
          `socials ${platform}`,
          ...(platform === 'website' || platform === 'custom' ? [] : [platform, `${platform} url`]),
          ...(platform === 'x' ? ['twitter', 'twitter url'] : []),
          ...(platform === 'github' ? ['repository', 'repo'] : []),
        ],
      },
    ]),
  ),
  attributes: { label: msg('Attributes (as JSON)'), read: readAny, names: ['attributes'] },
});

/** A field of the site's own attributes. */
export const attributeField = ({ key, name }: { key: string; name: string }): [string, ImportField] => [
  `attributes.${key}`,
  {
    label: t('Attribute: {name}', { name }),
    read: readAny,
    names: [`attributes ${key}`.replaceAll('_', ' '), name.toLowerCase(), key.replaceAll('_', ' ')],
  },
];

export type ImportFields = Record<string, ImportField>;
