import type { ComponentChildren } from 'preact';
import { rich, t } from '../../kernel/language/messages.ts';
import { isShownPicture } from '../../modules/listings/addresses.ts';
import type { Faq } from '../../modules/listings/schema.ts';
import { DayText, memoizeText, shortUrl } from './format.tsx';
import { quoteUrl, webUrl } from './urls.ts';

/** Paths on a 24×24 grid, drawn in the text colour. */
const ICON_PATHS = {
  search: 'M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13ZM15.4 15.4 20 20',
  theme: 'M19.8 14.2A8.2 8.2 0 1 1 9.8 4.2a6.6 6.6 0 0 0 10 10Z',
  outward: 'M8 16 17 7M9.5 7H17v7.5',
  up: 'M12 5.5 19.5 18h-15Z',
  play: 'M8 5.5v13l10.5-6.5Z',
  next: 'm9.5 5.5 6.5 6.5-6.5 6.5',
  back: 'M14.5 5.5 8 12l6.5 6.5',
  close: 'm6.5 6.5 11 11m0-11-11 11',
  check: 'm5 12.5 4.5 4.5L19 7.5',
  lock: 'M7 11V8a5 5 0 0 1 10 0v3M5.5 11h13v9h-13Z',
  blank: 'M5 12h3m2.5 0h3m2.5 0h3',
} as const;

export const Icon = ({ name, size = 20 }: { name: keyof typeof ICON_PATHS; size?: number }) => (
  <svg class={`icon icon-${name}`} width={size} height={size} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
    <path d={ICON_PATHS[name]} />
  </svg>
);

/** The logo: the days of a week, with Monday highlighted. */
export const Mark = () => (
  <svg class="mark" width="29" height="22" viewBox="0 0 29 22" aria-hidden="true" focusable="false">
    <path class="mark-monday" d="M0 0h4v22H0z" />
    <path class="mark-days" d="M7 8h2v14H7zM11 8h2v14h-2zM15 8h2v14h-2zM19 8h2v14h-2zM23 13h2v9h-2zM27 13h2v9h-2z" />
  </svg>
);

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
const PICTOGRAPH = /\p{Extended_Pictographic}/u;

/** Up to two characters that stand for a name: the initials of its first two words; one if the first is an emoji or the second not Latin. */
export const initialsOf = memoizeText((name) => {
  const initials = name
    .split(/\s+/)
    .map((word) => graphemes.segment(word).containing(0)?.segment)
    .filter((initial) => initial !== undefined);
  const [one = '?', two = ''] = initials;
  return /^\p{L}|^\p{N}/u.test(one) && /^\p{Script=Latin}|^\p{N}/u.test(two) && !PICTOGRAPH.test(one)
    ? (one + two).toUpperCase()
    : one.toUpperCase();
});

/** Dark enough for white text in both themes. */
const COLOURS = '#1d5f86 #7b3b63 #8a472b #2c6850 #4b4a8c #8b3a3e #5c5a24 #0f6470 #684a8e #765417 #37566b #99405a'.split(' ');

/** A stable colour for each name. */
export const colourOf = (name: string): string => {
  let hash = 2166136261;
  for (const char of name) hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 16777619) >>> 0;
  return COLOURS[hash % COLOURS.length]!;
};

const Initials = ({ name, size }: { name: string; size: number }) => {
  const initials = initialsOf(name);
  return (
    <svg width={size} height={size} viewBox="0 0 64 64" aria-hidden="true" focusable="false">
      {/* Attributes instead of CSS, because the content security policy forbids inline styles. */}
      <rect width="64" height="64" fill={colourOf(name)} />
      <text x="32" y="33" text-anchor="middle" dominant-baseline="central" font-size={initials.length > 1 ? 25 : 31} fill="#fff">
        {initials}
      </text>
    </svg>
  );
};

/** A product's logo or a person's photo. Decorative: the name is always next to it as text. */
export const Logo = ({ name, src, size, round }: { name: string; src: string | null; size: number; round?: boolean }) => (
  <span class={`logo logo-${size}${round ? ' logo-round' : ''}`}>
    <Initials name={name} size={size} />
    {src && isShownPicture(src) && (
      <img src={src} alt="" width={size} height={size} loading="lazy" decoding="async" referrerpolicy="no-referrer" />
    )}
  </span>
);

/** User-written plain text: blank lines separate paragraphs, each with its own text direction. Never markup. */
export const Prose = ({ text, dir = 'auto' }: { text: string; dir?: 'auto' | 'ltr' }) => (
  <div class="prose">
    {text
      .split(/\n\s*\n/)
      .filter((paragraph) => paragraph.trim())
      .map((paragraph) => (
        <p dir={dir} class="keep-lines">
          {paragraph.trim()}
        </p>
      ))}
  </div>
);

/** The `rel` of an external link: the website of a listed product, or a link inside user content. */
const REL = { product: 'nofollow noopener', person: 'nofollow ugc noopener' } as const;

interface ExternalLinkProps {
  href: string;
  by?: keyof typeof REL;
  /** Instead of the `rel` of `by`. */
  rel?: string;
  class?: string;
  /** Attributes for scripts. */
  data?: Record<`data-${string}`, string>;
  children: ComponentChildren;
}

/** A link to another site, in the same tab. An address that is not http(s) is shown as text. */
export const ExternalLink = ({ href, by = 'person', rel = REL[by], class: className, data, children }: ExternalLinkProps) => {
  const address = webUrl(href);
  return address ? (
    <a class={className} href={address} rel={rel} {...data}>
      {children}
    </a>
  ) : (
    <span dir="auto">{children}</span>
  );
};

/** Text to copy verbatim. The script copy.js adds a button; without it a click selects the whole text. */
export const Copyable = ({ text, name }: { text: string; name: string }) => (
  <p class="copyable">
    <code data-copy={name}>{text}</code>
  </p>
);

interface BlockProps {
  id: string;
  heading: ComponentChildren;
  class?: string;
  children: ComponentChildren;
}

/** A section named by its heading. */
export const Block = ({ id, heading, class: name = 'block', children }: BlockProps) => (
  <section class={name} aria-labelledby={id}>
    <h2 id={id}>{heading}</h2>
    {children}
  </section>
);

/** Tells screen readers what a button refers to, where sighted users see it from the context. */
export const HiddenName = ({ name }: { name: string }) => (
  <span class="unseen">
    {' '}
    <bdi>{name}</bdi>
  </span>
);

export const FaqList = ({ faqs, heading = t('Questions and answers') }: { faqs: Faq[]; heading?: string }) =>
  faqs.length > 0 ? (
    <section class="block" aria-labelledby="faqs">
      <h2 id="faqs">{heading}</h2>
      <div class="faqs">
        {faqs.map(({ question, answer }) => (
          <details>
            <summary dir="auto">{question}</summary>
            <Prose text={answer} />
          </details>
        ))}
      </div>
    </section>
  ) : null;

export const Chip = ({ href, children }: { href?: string; children: ComponentChildren }) =>
  href ? (
    <a class="chip" href={href} dir="auto">
      {children}
    </a>
  ) : (
    <span class="chip" dir="auto">
      {children}
    </span>
  );

/** An active filter; clicking removes it. */
export const RemovableChip = ({ href, name, value }: { href: string; name: string; value: string }) => (
  <a class="chip chip-removable" href={href}>
    <span>
      <span class="unseen">{t('Remove')} </span>
      {name}: <bdi>{value}</bdi>
    </span>
    <Icon name="close" size={14} />
  </a>
);

export interface QuotedEvidence {
  quote: string;
  url: string;
  /** When the page was crawled, if known. */
  read_at?: string | null;
  /** The newest reading that found it again, and the first that did not. */
  confirmed_at?: string | null;
  missing_since?: string | null;
}

/** Quotes that are not part of another: a sentence often speaks for several facts. */
const withoutParts = (quotes: QuotedEvidence[]): QuotedEvidence[] =>
  quotes.filter(
    ({ quote }, at) => !quotes.some((other, n) => n !== at && other.quote.includes(quote) && (other.quote !== quote || n < at)),
  );

/** When a reading last found the quotes of a page, or since when it does not find them. */
const LastReading = ({ quotes }: { quotes: QuotedEvidence[] }) => {
  const missing = quotes.flatMap((one) => one.missing_since ?? []).sort();
  const confirmed_at = quotes.map((one) => one.confirmed_at ?? '').sort()[0];
  if (missing.length > 0)
    return (
      <span class="confirmed">
        <Icon name="blank" size={16} /> {missing.length === quotes.length ? t('Not there since') : t('Not all there since')}{' '}
        <DayText on={missing[0]!} />
      </span>
    );
  return confirmed_at ? (
    <span class="confirmed">
      <Icon name="check" size={16} /> {rich('Confirmed on {day}', { day: <DayText on={confirmed_at} /> })}
    </span>
  ) : null;
};

/** The quotes behind a fact, grouped by page, each with a link to the passage and the crawl date. */
export const QuoteList = ({ evidence }: { evidence: QuotedEvidence[] }) => (
  <>
    {[...Map.groupBy(evidence, ({ url }) => url)].map(([url, quotes]) => {
      const [{ read_at }] = quotes as [QuotedEvidence];
      return (
        <figure class="quoted">
          <blockquote>
            {withoutParts(quotes).map(({ quote }) => (
              <p dir="auto">
                <mark>{quote}</mark>
              </p>
            ))}
          </blockquote>
          <figcaption>
            {rich('From {url}', { url: <ExternalLink href={quoteUrl(quotes[0]!)}>{shortUrl(url)}</ExternalLink> })}
            {read_at && (
              <>
                , <DayText on={read_at} />
              </>
            )}
            <LastReading quotes={quotes} />
          </figcaption>
        </figure>
      );
    })}
  </>
);

/** The quotes behind a fact, folded; or a note that there are none. */
export const Evidence = ({ of, evidence }: { of: string; evidence: QuotedEvidence[] }) =>
  evidence.length > 0 ? (
    <details class="evidence">
      <summary>
        {t('Source')}
        <span class="unseen">: {of}</span>
      </summary>
      <QuoteList evidence={evidence} />
    </details>
  ) : (
    <p class="evidence-typed">{t('No quote')}</p>
  );
