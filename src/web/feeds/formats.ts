import { type Xml, xml, xmlDocument, xmlIf } from './xml.ts';

export interface FeedEntry {
  /** Must never change: feed readers recognize entries by it. */
  id: string;
  url: string;
  title: string;
  /** Plain text. */
  text: string;
  published: Date;
  updated: Date;
  author: string | null;
  tags: string[];
  /** The address of a WebP picture. */
  image?: string;
}

export interface Feed {
  title: string;
  description: string;
  /** The page with the same content. */
  page: string;
  self: string;
  updated: Date;
  entries: FeedEntry[];
}

/** Feed formats by file extension. */
export const FEED_TYPES = {
  rss: { type: 'application/rss+xml', name: 'RSS' },
  atom: { type: 'application/atom+xml', name: 'Atom' },
  json: { type: 'application/feed+json', name: 'JSON Feed' },
} as const;
type FeedFormat = keyof typeof FEED_TYPES;
export const FEED_FORMATS = Object.keys(FEED_TYPES) as FeedFormat[];

const IMAGE_TYPE = 'image/webp';

const rssItem = ({ id, url, title, text, published, author, tags, image }: FeedEntry): Xml =>
  xml('item', [
    xml('title', title),
    xml('link', url),
    xml('guid', id, { isPermaLink: id === url ? 'true' : 'false' }),
    xml('pubDate', published.toUTCString()),
    xmlIf('dc:creator', author),
    ...tags.map((tag) => xml('category', tag)),
    xml('description', text),
    image ? xml('media:content', null, { url: image, medium: 'image', type: IMAGE_TYPE }) : null,
  ]);

const rss = ({ title, description, page, self, updated, entries }: Feed): string =>
  xmlDocument(
    xml(
      'rss',
      [
        xml('channel', [
          xml('title', title),
          xml('link', page),
          xml('description', description),
          xml('language', 'en'),
          xml('lastBuildDate', updated.toUTCString()),
          xml('atom:link', null, { rel: 'self', type: 'application/rss+xml', href: self }),
          ...entries.map(rssItem),
        ]),
      ],
      {
        version: '2.0',
        'xmlns:atom': 'http://www.w3.org/2005/Atom',
        'xmlns:dc': 'http://purl.org/dc/elements/1.1/',
        'xmlns:media': 'http://search.yahoo.com/mrss/',
      },
    ),
  );

const atomEntry = ({ id, url, title, text, published, updated, author, tags, image }: FeedEntry): Xml =>
  xml('entry', [
    xml('id', id),
    xml('title', title),
    xml('link', null, { rel: 'alternate', type: 'text/html', href: url }),
    image ? xml('link', null, { rel: 'enclosure', type: IMAGE_TYPE, href: image }) : null,
    xml('published', published.toISOString()),
    xml('updated', updated.toISOString()),
    author ? xml('author', [xml('name', author)]) : null,
    ...tags.map((tag) => xml('category', null, { term: tag })),
    xml('content', text, { type: 'text' }),
  ]);

const atom = ({ title, description, page, self, updated, entries }: Feed, publisher: string): string =>
  xmlDocument(
    xml(
      'feed',
      [
        xml('id', self),
        xml('title', title),
        xml('subtitle', description),
        xml('updated', updated.toISOString()),
        xml('author', [xml('name', publisher)]),
        xml('link', null, { rel: 'self', type: 'application/atom+xml', href: self }),
        xml('link', null, { rel: 'alternate', type: 'text/html', href: page }),
        ...entries.map(atomEntry),
      ],
      { xmlns: 'http://www.w3.org/2005/Atom', 'xml:lang': 'en' },
    ),
  );

const json = ({ title, description, page, self, entries }: Feed, publisher: string): string =>
  JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title,
    home_page_url: page,
    feed_url: self,
    description,
    language: 'en',
    authors: [{ name: publisher }],
    items: entries.map(({ id, url, title, text, published, updated, author, tags, image }) => ({
      id,
      url,
      title,
      content_text: text,
      ...(image && { image }),
      date_published: published.toISOString(),
      date_modified: updated.toISOString(),
      ...(author && { authors: [{ name: author }] }),
      ...(tags.length > 0 && { tags }),
    })),
  });

export const FEED_WRITERS: Record<FeedFormat, (feed: Feed, publisher: string) => string> = { rss, atom, json };
