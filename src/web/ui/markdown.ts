import MarkdownIt, { type Token } from 'markdown-it';
import { t } from '../../kernel/language/messages.ts';

/** HTML in the text is escaped, and only http(s), mail and local addresses become links. */
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

const renderImage = rules.image!;
rules.image = (tokens, at, options, env, self) => {
  const token = tokens[at]!;
  if (!SHOWABLE.test(String(token.attrGet('src')))) return markdown.utils.escapeHtml(token.content);
  token.attrSet('loading', 'lazy');
  token.attrSet('referrerpolicy', 'no-referrer');
  return renderImage(tokens, at, options, env, self);
};

// Wide blocks scroll on their own, and need a tabindex to be scrolled by keyboard.
const renderFence = rules.fence!;
rules.fence = (...args) => renderFence(...args).replace('<pre>', '<pre tabindex="0">');
const renderCode = rules.code_block!;
rules.code_block = (...args) => renderCode(...args).replace('<pre>', '<pre tabindex="0">');
// Numbered, because regions of a page need different names.
rules.table_open = (tokens, at) => {
  const number = tokens.slice(0, at + 1).filter(({ type }) => type === 'table_open').length;
  return `<section class="scroll" tabindex="0" aria-label="${t('Table {number}', { number })}"><table>\n`;
};
rules.table_close = () => '</table></section>\n';

const HAS_DIRECTION = new Set(['paragraph_open', 'heading_open']);

/** Shifts headings so that the highest becomes h2 (the page's title is the only h1), and sets the text direction of each block. */
const adjustTokens = (tokens: Token[]): Token[] => {
  const levels = tokens.filter(({ type }) => type === 'heading_open').map(({ tag }) => Number(tag.slice(1)));
  const shift = 2 - Math.min(...levels);
  for (const token of tokens) {
    if (token.type.startsWith('heading_')) token.tag = `h${Math.min(6, Number(token.tag.slice(1)) + shift)}`;
    if (HAS_DIRECTION.has(token.type)) token.attrSet('dir', 'auto');
  }
  return tokens;
};

/** Markdown as HTML without scripts, safe for untrusted text. */
export const markdownToHtml = (text: string): string => {
  const env = {};
  return markdown.renderer.render(adjustTokens(markdown.parse(text, env)), markdown.options, env);
};
