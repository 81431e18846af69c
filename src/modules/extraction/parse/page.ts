import { promisify } from 'node:util';
import { zstdCompressSync, zstdDecompress, zstdDecompressSync } from 'node:zlib';

export interface PageContent {
  /** The address after redirects, which evidence refers to. */
  url: string;
  status: number;
  read_at: Date;
  /** Decoded and reduced. */
  html: string;
}

export interface PackedPage extends Omit<PageContent, 'html'> {
  packed: Uint8Array;
}

/** A reader sees `visible` text; `meta`, `json_ld` and `attribute` are machine-readable; `hidden` and `template` are never evidence. */
export type TextSource = 'visible' | 'meta' | 'json_ld' | 'attribute' | 'hidden' | 'template';

/** A piece of a page's text, verbatim except for collapsed white space. A visible piece is one block: a paragraph, heading or item. */
export interface TextPiece {
  source: TextSource;
  text: string;
}

export interface PageText {
  url: string;
  /** The base of relative addresses, if it is not the page itself. */
  base?: string;
  pieces: TextPiece[];
}

const MAX_HTML_BYTES = 4 * 1024 * 1024;

/** Compresses HTML to about a tenth of its size. */
export const packHtml = (html: string): Uint8Array => {
  const packed = zstdCompressSync(html);
  // A buffer of its own, so that it can be transferred between threads without copying.
  return new Uint8Array(packed);
};

const unpack = promisify(zstdDecompress);

/** For the main thread: decompresses off-thread. */
export const unpackHtml = async ({ packed }: Pick<PackedPage, 'packed'>): Promise<string> =>
  (await unpack(packed, { maxOutputLength: MAX_HTML_BYTES })).toString();

/** For worker threads. */
export const unpackPage = ({ packed, ...page }: PackedPage): PageContent => ({
  ...page,
  html: zstdDecompressSync(packed, { maxOutputLength: MAX_HTML_BYTES }).toString(),
});
