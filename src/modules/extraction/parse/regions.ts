import type { HtmlTag } from './dom.ts';
import regions from './regions.json' with { type: 'json' };

/** Words in class and id, separated by dash, underscore or camel case. */
const BY_NAME = [
  ['nav', /\b(nav|navbar|navigation|menu|breadcrumbs?|topbar|pagination|toc|sidebar)\b/],
  ['footer', /\bfooter\b/],
  [
    'testimonial',
    /\b(testimonials?|testimonios?|testimonianze|temoignages?|depoimentos?|reviews?|kundenstimmen|bewertung(en)?|quotes?|blockquote|endorsements?|praise|social proof|referenzen|opiniones|recensioni|tweets?|twitter tweet)\b/,
  ],
  ['cookie', /\b(cookies?|cookiebanner|cookieconsent|consent|gdpr|cmp|onetrust|cc (window|banner))\b/],
  [
    'mock',
    /(^|\| )(phone|device|browser|laptop|tablet|iphone|macbook|screen|window)s?( \||$)|\b(mock(up|ups)?|(phone|device|browser|laptop|tablet|iphone|macbook) (frame|screen|mockup|body|shell|ui|content)|app (screen|preview|window|ui)|fake|simulator|chat (bubble|message|window|preview)|bubble|demo (dashboard|card|screen|window|ui|row|preview)|dashboard (preview|mock|mockup|card|demo|visual|ui)|preview (card|window|panel)|hero (visual|mock|mockup|demo|screen|preview|dashboard|card|panel|figure|graphic|art|widget)|ui (card|window|panel|mock|preview|row)|(sample|example) (card|row|output|screen)|mini (app|ui|dashboard|card)|terminal|console|toast|placeholder|skeleton|illustration|map pin)\b/,
  ],
  ['code', /\b(code ?block|code snippet|snippet|prism|hljs|syntax)\b/],
  ['modal', /\b(modal|popup|dialog|lightbox|overlay|drawer|offcanvas)\b/],
  ['pricing', /\b(pricing|prices?|plans?|tarif(e|s)?|preise?|precios?|prix|prezzi|precos|abos?|subscriptions?)\b/],
  ['faq', /\b(faqs?|accordion|questions?|fragen|preguntas|domande|perguntas)\b/],
  ['hero', /\b(hero|jumbotron|masthead|banner|intro|above the fold|landing)\b/],
  [
    'feature',
    /\b(features?|funktionen|funktion|benefits?|vorteile|caracteristicas|funcionalidades|fonctionnalites|services?|capabilit(y|ies)|advantages?|ventajas)\b/,
  ],
  ['team', /\b(team|members?|founders?|people|staff|about us|equipe|equipo|mitarbeiter|ueber uns|nosotros|squadra)\b/],
  // A single logo is the site's own; several are usually customers'.
  [
    'customer',
    /\b(customers?|clients?|kunden|partners?|logos|logo (bar|wall|grid|cloud|strip|row|list|carousel|slider|marquee|ticker|track|garden|item|box|card)|trusted( by)?|sponsors?|backers?|investors?|press logos|as seen|case stud(y|ies)|contributors?)\b/,
  ],
  ['legal', /\b(privacy|datenschutz|privacidad|confidentialite|terms|agb|legal|impressum|imprint|disclaimer)\b/],
  ['article', /\b(blog|posts|post (card|item|preview|list|grid|title|excerpt)|news|changelog)\b/],
  [
    'step',
    /\b(steps?|how (it works|num|number|card|item|grid|list|section)|timeline|process|schritte|pasos|etapes|passos|workflow steps?|roadmap)\b/,
  ],
  ['audience', /\b(use cases?|usecases?|audiences?|personas?|who for|for whom|for who|target groups?|zielgruppen?|industries)\b/],
  [
    'work',
    /\b(portfolio|projects|our work|(customer|user|client|community|site|work)s? showcase|case stud(y|ies)|our products|other (apps|products|games))\b/,
  ],
  ['community', /\b(community|social links|socials?|donat(e|ions?)|contact|newsletter|cta)\b/],
  ['compare', /\b(compar(e|ison|isons)|versus|vs|alternatives?|competitors?|vergleich)\b/],
] as const satisfies [string, RegExp][];

/** The part of a page an element belongs to, by its tag, role and class names. Inherited by descendants. */
export type PageRegion = (typeof BY_NAME)[number][0] | 'header' | 'aside' | 'form' | 'tab' | 'svg';

const BY_TAG = regions.by_tag as Record<string, PageRegion>;

/** An element with the role of an image is drawn with elements, but an image for assistive technology. */
const BY_ROLE = regions.by_role as Record<string, PageRegion>;

const LONGEST_NAMES = 600;
/** Class names and id as plain words: `heroMock`, `hero-mock` and `hero_mock` all become "hero mock". */
export const getClassNames = ({ attribs }: HtmlTag): string => {
  if (!attribs.class && !attribs.id) return '';
  return (
    `${attribs.class ?? ''} | ${attribs.id ?? ''}`
      .slice(0, LONGEST_NAMES)
      .split(/\s+/)
      // A page "has-sidebar" is not one.
      .filter((word) => !/[:[\]/]|^(?:has|with|no)-/.test(word))
      .join(' | ')
      .replace(/([a-z])([A-Z])/g, '$1 $2')
      .replace(/[-_]+/g, ' ')
      .toLowerCase()
  );
};

const ROOTS = new Set(['html', 'body', 'root', 'main']);

/** Reads the regions of an element; cached, since many elements share their class names. */
export const createRegionReader = () => {
  const known = new Map<string, { names: string; regions: PageRegion[] }>();
  const readNames = (tag: HtmlTag) => {
    const key = `${tag.attribs.class ?? ''}\n${tag.attribs.id ?? ''}`;
    const before = known.get(key);
    if (before) return before;
    const names = getClassNames(tag);
    const found = { names, regions: BY_NAME.flatMap(([region, words]) => (names && words.test(names) ? [region] : [])) };
    known.set(key, found);
    return found;
  };
  return (tag: HtmlTag): { names: string; regions: PageRegion[] } => {
    const { names, regions } = readNames(tag);
    const declared = [BY_TAG[tag.name], BY_ROLE[(tag.attribs.role ?? '').trim()]].filter((region) => region !== undefined);
    return { names, regions: [...declared, ...(ROOTS.has(tag.name) ? [] : regions)] };
  };
};

/** A tab panel that is not selected: hidden until chosen, and often left over from a template. */
export const isInactiveTab = (tag: HtmlTag, names: string): boolean =>
  (/\btab (pane|panel|content item)\b/.test(names) && !/\b(active|show|current|selected)\b/.test(names)) ||
  ((tag.attribs.role ?? '').trim() === 'tabpanel' && tag.attribs['aria-hidden']?.trim() === 'true');
