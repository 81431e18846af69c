import MarkdownIt, { type Token } from 'markdown-it';

/** Markup in the text stays text, and only addresses of the web, mail and this site become links. */
const markdown = new MarkdownIt({ html: false, linkify: true, typographer: true });

const FOLLOWABLE = /^(https?:|mailto:|\/(?!\/)|#)/i;
const SHOWABLE = /^(https:|\/(?!\/))/i;

markdown.validateLink = (address) => FOLLOWABLE.test(address.trim());

const { rules } = markdown.renderer;

rules.link_open = (tokens, at, options, _env, self) => {
  const token = tokens[at]!;
  if (/^https?:/i.test(String(token.attrGet('href')))) token.attrSet('rel', 'nofollow ugc noopener');
  return self.renderToken(tokens, at, options);
};

const drawImage = rules.image!;
rules.image = (tokens, at, options, env, self) => {
  const token = tokens[at]!;
  if (!SHOWABLE.test(String(token.attrGet('src')))) return markdown.utils.escapeHtml(token.content);
  token.attrSet('loading', 'lazy');
  token.attrSet('referrerpolicy', 'no-referrer');
  return drawImage(tokens, at, options, env, self);
};

// What may be wider than the page scrolls by itself, and can be reached by keyboard to do so.
const drawFence = rules.fence!;
rules.fence = (...of) => drawFence(...of).replace('<pre>', '<pre tabindex="0">');
const drawCode = rules.code_block!;
rules.code_block = (...of) => drawCode(...of).replace('<pre>', '<pre tabindex="0">');
rules.table_open = () => '<div class="scroll" tabindex="0" role="region" aria-label="Table"><table>\n';
rules.table_close = () => '</table></div>\n';

const HAS_DIRECTION = new Set(['paragraph_open', 'heading_open']);

/** The page's title is its only h1: the text's highest heading becomes h2, whatever the writer began with, and the rest follow. */
const settle = (tokens: Token[]): Token[] => {
  const levels = tokens.filter(({ type }) => type === 'heading_open').map(({ tag }) => Number(tag.slice(1)));
  const shift = 2 - Math.min(...levels);
  for (const token of tokens) {
    if (token.type.startsWith('heading_')) token.tag = `h${Math.min(6, Number(token.tag.slice(1)) + shift)}`;
    if (HAS_DIRECTION.has(token.type)) token.attrSet('dir', 'auto');
  }
  return tokens;
};

/** A text in Markdown as HTML that cannot bring script, whoever wrote it. */
export const markdownToHtml = (text: string): string => {
  const env = {};
  return markdown.renderer.render(settle(markdown.parse(text, env)), markdown.options, env);
};
