/** Something that happened, as a feed tells it. */
export interface Entry {
  /** Stays the same for good: readers know it by this. */
  id: string;
  url: string;
  title: string;
  /** Plain text. */
  text: string;
  published: Date;
  updated: Date;
  author: string | null;
  tags: string[];
}

/** What a feed is, whichever way it is written. */
export interface Feed {
  title: string;
  description: string;
  /** The page that shows the same. */
  page: string;
  /** Where it is itself. */
  self: string;
  updated: Date;
  entries: Entry[];
}

/** The ways a feed is written, by the end of its address. */
export const FEED_TYPES = {
  rss: { type: 'application/rss+xml', name: 'RSS' },
  atom: { type: 'application/atom+xml', name: 'Atom' },
  json: { type: 'application/feed+json', name: 'JSON Feed' },
} as const;
export type FeedFormat = keyof typeof FEED_TYPES;
export const FEED_FORMATS = Object.keys(FEED_TYPES) as FeedFormat[];
