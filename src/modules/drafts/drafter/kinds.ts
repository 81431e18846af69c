/** What a page of a product's site is for. */
export type PageKind =
  | 'home'
  | 'about'
  | 'pricing'
  | 'features'
  | 'contact'
  | 'faq'
  | 'press'
  | 'imprint'
  | 'privacy'
  | 'terms'
  | 'blog'
  | 'docs'
  | 'other';

/** Words in an address that say what the page is for, in the languages sites are written in. The first row that fits wins. */
const BY_PATH: [PageKind, RegExp][] = [
  [
    'privacy',
    /priva|datenschutz|cookie|gdpr|dsgvo|confidentialit|riservatezza|protection-des-donnees|protecao-de-dados|personvern|integritet|tietosuoja|polityka|プライバシー|隐私/,
  ],
  [
    'imprint',
    /imprint|impressum|legal-?notice|mentions-legales|aviso-legal|note-legali|tokushoho|tokutei|特定商取引|company-?info|anbieterkennzeichnung|colophon/,
  ],
  [
    'terms',
    /terms|\btos\b|agb|conditions|cgu|cgv|eula|condiciones|terminos|termos|termini|licen[cs]e|licencia|widerruf|refund|disclaimer|利用規約|nutzungsbedingungen|\blegal\b/,
  ],
  ['faq', /faq|questions|hilfe|\bhelp\b|support|preguntas|ayuda|\baide\b|domande|perguntas|ajuda|よくある|常见问题/],
  [
    'pricing',
    /pric|plans?\b|preise?\b|tarif|precio|planes|prix|prezz|pre[cç]os|planos|purchase|\bbuy\b|\bkaufen|comprar|acheter|subscri|abos?\b|cennik|hinnasto|priser|料金|价格|shop|store|license/,
  ],
  [
    'about',
    /about|ueber-?uns|über-?uns|uber-uns|team|company|unternehmen|nosotros|quienes|empresa|equipo|a-propos|qui-sommes|equipe|chi-siamo|azienda|sobre|story|mission|philosoph|history|founder|people|o-nas|om-oss|tietoa|会社|关于/,
  ],
  ['contact', /contact|kontakt|contacto|contatt|contato|reach|お問い合わせ|联系|yhteys/],
  ['press', /press|presse|prensa|stampa|imprensa|media-?kit|media-assets|newsroom/],
  [
    'features',
    /feature|funktion|how-it-works|so-funktioniert|caracteristic|funcional|fonctionnalit|funzionalit|product|produkt|producto|produit|prodotto|platform|tour|機能|功能|ominaisuudet|funksjoner/,
  ],
  ['blog', /blog|news|post|article|changelog|release|journal|\d{4}\/\d{2}|neuigkeiten|aktuell|noticias|actualites/],
  ['docs', /docs?\b|documentation|guide|manual|reference|api|tutorial|getting-started|wiki|dokumentation/],
];

/** Whether two addresses are the same page but for its name in a folder. */
const bare = (path: string) => path.replace(/(index|home|default)\.(html?|php)$/i, '').replace(/\/+$/, '') || '/';

/** Tells what a page is for by its address; the page that was asked for is home. */
export const kindOf = (url: string, home: string): PageKind => {
  const { pathname } = new URL(url);
  if (bare(pathname) === bare(new URL(home).pathname)) return 'home';
  let path = pathname.toLowerCase();
  try {
    path = decodeURIComponent(path);
  } catch {
    // A path that cannot be decoded is taken as it is.
  }
  return BY_PATH.find(([, words]) => words.test(path))?.[0] ?? 'other';
};
