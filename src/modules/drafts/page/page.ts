/** A page as it was fetched: what the reader hands on and what is kept. */
export interface ReadPage {
  /** Where it was read, after redirects. Evidence names it. */
  url: string;
  status: number;
  read_at: Date;
  /** Decoded to text, as sent. */
  html: string;
}

/**
 * Where a piece of text stands on a page. `visible` is what a reader sees; `meta`, `json_ld` and `attribute` (link targets,
 * sources and descriptions of pictures) are what the page says to machines. `hidden` and `template` text is never evidence.
 */
export type Source = 'visible' | 'meta' | 'json_ld' | 'attribute' | 'hidden' | 'template';

/** One piece of a page's text, verbatim but for folded white space. A visible piece is one block: a paragraph, a heading, an item. */
export interface Piece {
  source: Source;
  text: string;
}

/** The text of a page, in its order. */
export interface PageText {
  url: string;
  /** What relative addresses are relative to, where it is not the page itself. */
  base?: string;
  pieces: Piece[];
}
