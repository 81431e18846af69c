import type { Tag } from './parse.ts';

/** What part of a page an element belongs to, told by its tag, role and the names its maker gave it. Inherited by all within. */
export type Region =
  | 'nav'
  | 'header'
  | 'footer'
  | 'aside'
  | 'form'
  | 'testimonial'
  | 'cookie'
  | 'mock'
  | 'code'
  | 'modal'
  | 'tab'
  | 'article'
  | 'hero'
  | 'pricing'
  | 'faq'
  | 'feature'
  | 'team'
  | 'customer'
  | 'compare'
  | 'step'
  | 'audience'
  | 'work'
  | 'community'
  | 'legal'
  | 'svg';

const BY_TAG: Record<string, Region> = {
  nav: 'nav',
  header: 'header',
  footer: 'footer',
  aside: 'aside',
  form: 'form',
  select: 'form',
  textarea: 'form',
  blockquote: 'testimonial',
  pre: 'code',
  code: 'code',
  kbd: 'code',
  samp: 'code',
  dialog: 'modal',
  svg: 'svg',
};

const BY_ROLE: Record<string, Region> = {
  navigation: 'nav',
  menu: 'nav',
  menubar: 'nav',
  banner: 'header',
  contentinfo: 'footer',
  complementary: 'aside',
  dialog: 'modal',
  alertdialog: 'modal',
  // Drawn with elements, but a picture to whoever listens.
  img: 'mock',
};

/** Names in class and id, whole words or with a dash, underscore or camel hump beside them. */
const BY_NAME: [Region, RegExp][] = [
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
  // One logo is the site's own; several, or a row of them, are others'.
  [
    'customer',
    /\b(customers?|clients?|kunden|partners?|logos|logo (bar|wall|grid|cloud|strip|row|list|carousel|slider|marquee|ticker|track|garden|item|box|card)|trusted( by)?|sponsors?|backers?|investors?|press logos|as seen|case stud(y|ies)|contributors?)\b/,
  ],
  ['legal', /\b(privacy|datenschutz|privacidad|confidentialite|terms|agb|legal|impressum|imprint|disclaimer)\b/],
  ['article', /\b(blog|posts|post (card|item|preview|list|grid|title|excerpt)|news|changelog)\b/],
  ['step', /\b(steps?|how it works|timeline|process|schritte|pasos|etapes|passos|workflow steps?|roadmap)\b/],
  ['audience', /\b(use cases?|usecases?|audiences?|personas?|who for|for whom|for who|target groups?|zielgruppen?|industries)\b/],
  ['work', /\b(portfolio|projects|our work|showcase|case stud(y|ies)|our products|other (apps|products|games))\b/],
  ['community', /\b(community|social links|socials?|donat(e|ions?)|contact|newsletter|cta)\b/],
  ['compare', /\b(compar(e|ison|isons)|versus|vs|alternatives?|competitors?|vergleich)\b/],
];

/** Class names and id as plain words: `heroMock`, `hero-mock` and `hero_mock` are all "hero mock". */
export const namesOf = ({ attribs }: Tag): string => {
  if (!attribs.class && !attribs.id) return '';
  const written = `${attribs.class ?? ''} | ${attribs.id ?? ''}`.slice(0, 600);
  return written
    .split(/\s+/)
    .filter((word) => !/[:[\]/]/.test(word))
    .join(' | ')
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replace(/[-_]+/g, ' ')
    .toLowerCase();
};

const ROOTS = new Set(['html', 'body', 'root', 'main']);

/** What the names of an element say; most elements of a page share theirs with others, so each is looked at once. */
export const regionReader = () => {
  const known = new Map<string, { names: string; regions: Region[] }>();
  const named = (tag: Tag): { names: string; regions: Region[] } => {
    const key = `${tag.attribs.class ?? ''}\n${tag.attribs.id ?? ''}`;
    const before = known.get(key);
    if (before) return before;
    const names = namesOf(tag);
    const found = { names, regions: names ? BY_NAME.flatMap(([region, words]) => (words.test(names) ? [region] : [])) : [] };
    known.set(key, found);
    return found;
  };
  return (tag: Tag): { names: string; regions: Region[] } => {
    const { names, regions } = named(tag);
    const byTag = BY_TAG[tag.name];
    const byRole = tag.attribs.role === undefined ? undefined : BY_ROLE[tag.attribs.role.trim()];
    const own = ROOTS.has(tag.name) ? [] : regions;
    return { names, regions: byTag || byRole ? [...[byTag, byRole].filter((region) => region !== undefined), ...own] : own };
  };
};

/** A tab that is not the one shown: hidden until chosen, and often left over from a template. */
export const isOtherTab = (tag: Tag, names: string): boolean =>
  (/\btab (pane|panel|content item)\b/.test(names) && !/\b(active|show|current|selected)\b/.test(names)) ||
  ((tag.attribs.role ?? '').trim() === 'tabpanel' && tag.attribs['aria-hidden']?.trim() === 'true');
