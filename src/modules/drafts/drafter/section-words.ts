import { AUDIENCES } from './audience-words.ts';

/** Headings over a list of what a product can do. */
export const FEATURES =
  /(?<!\p{L})(features?|functions?|functionality|capabilit\w+|benefits?|advantages?|what (you (get|can)|it does|we (offer|deliver)|\w+ (does|can do|offers|delivers))|highlights?|included|includes|why|every ?thing (you|your|in)|all (you|your \w+) needs?|all[- ]in[- ]one|funktionen|funktionsumfang|vorteile|leistungen|merkmale|möglichkeiten|das (kann|leistet)|was \S+ (für (sie|dich|euch) )?(kann|leistet|bietet|macht)|alles,? was|warum|enthalten|caracter[ií]sticas|funciones|funcionalidades|ventajas|beneficios|por qu[eé]|incluye|todo lo que|(lo que|qué) (hace|ofrece|puedes)|fonctionnalit[eé]s|avantages|atouts|pourquoi|tout ce (dont|qu)|ce que|funzionalit[aà]|caratteristiche|vantaggi|perch[eé]|tutto (ciò|quello)|recursos|vantagens|benefícios|por que|tudo (o )?que|ominaisuudet|edut|funksjoner|fordeler|funktioner|fördelar|fordele|egenskaper|mogelijkheden|voordelen|functies|waarom|alles wat|wat (kan|doet|levert|leveren|biedt|krijg)(?!\p{L}).*|(our|unsere|nos|nuestros|i nostri|nossos|onze|nasze) (services?|dienste|servicios|servizi|serviços|diensten|usługi)|dienstleistungen|prestations|co (zyskujesz|oferujemy)|dlaczego|funkcje|zalety|možnosti|výhody|funkce|özellikler|avantajlar)(?!\p{L})|機能|特徴|特長|できること|強み|選ばれる|メリット|功能|特点|特色|亮点|优势|優勢|기능|특징|장점|возможности|функции|преимущества|можливості|переваги|δυνατότητες|χαρακτηριστικά|المميزات|الميزات|יתרונות|תכונות/iu;

/** Headings over what sets a product apart. */
export const APART =
  /^(why|warum|wieso|por qu[eé]|pourquoi|perch[eé]|por que|waarom|varför|miksi|hvorfor|dlaczego)(?!\p{L})|(?<!\p{L})(what makes (us|it|\w+) different|was uns unterscheidet|advantages|unsere vorteile|ventajas|avantages|vantaggi|vantagens|voordelen)(?!\p{L})|選ばれる理由|为什么选择|почему|왜 /iu;

/** Headings over what lawyers wrote. These tables are of small letters. */
const LEGAL =
  /\bprivacy (policy|notice|statement)|datenschutz|\bcookies?\b|\bterms\b|\bagb\b|nutzungsbedingungen|haftung|impressum|\bimprint\b|\blegal\b|conditions|confidentialit|mentions légales|aviso legal|pol[ií]tica de privac|términos|termini|termos|gegevens verzamelen|voorwaarden|gdpr|dsgvo|data protection|liability|利用規約|プライバシー/u;

/** Headings over people and those who praise them. */
const PEOPLE =
  /^(our |the |meet (the |our )?|unser |das |l['’]|notre |nuestro |el |il nostro |nossa |a nossa |ons |het |about the )?(team|équipe|equipo|squadra|equipe|mitarbeiter|people|founders?|gründer|fundadores|fondateurs|makers?|creators?|developers?)[^\p{L}\p{N}]*$|(?<!\p{L})(the|our) (team|people) behind(?!\p{L})|(?<!\p{L})(customers?|users|clients|people|they|teams|kunden|clientes|clienti|klanten) (say|love|think|sagen|dicen|dicono|dizem|zeggen|vertellen)|(?<!\p{L})(ce que (disent|pensent)|lo que dicen|(cosa|che cosa) dicono|o que dizem|wat \p{L}+ (zeggen|vinden)|what .{0,24}(?<!\p{L})say(ing)?(?!\p{L}))|(?<!\p{L})sagen (unsere )?kunden|(?<!\p{L})testimonials?(?!\p{L})|(?<!\p{L})(reviews?|ratings?|testimonios|opiniones|avis|recensioni|depoimentos|bewertungen|kundenstimmen|loved by|trusted by|used by|join (over|thousands))(?!\p{L})|お客様の声|利用者の声|チーム|团队|评价|후기/u;

/** Who it is for, and where it is used. */
const AUDIENCE = new RegExp(
  `\\bwho\\b.{0,24}\\bfor\\b|\\bwho (uses|benefits|needs|should)\\b|\\bfor whom\\b|\\buse[- ]cases?\\b|\\bindustries\\b|\\bsectors?\\b|\\bsolutions (for|by)\\b|\\baudiences?\\b|\\bpersonas?\\b|\\bfor (every|any|all) (kind|type|sort|team|business|role)|\\bfür (wen|jeden|alle)\\b|\\bzielgruppen?\\b|\\bbranchen\\b|\\banwendungsfälle\\b|\\beinsatz(bereiche|gebiete)\\b|\\bwer (nutzt|profitiert)\\b|\\bpara qui[eé]n(es)?\\b|\\bcasos de uso\\b|\\bsectores\\b|\\bindustrias\\b|\\bpour qui\\b|\\bcas d['’](usage|utilisation)\\b|\\bsecteurs\\b|\\bper chi\\b|\\ba chi\\b|\\bcasi d['’]uso\\b|\\bsettori\\b|\\bpara quem\\b|\\bsetores\\b|\\bvoor (wie|iedereen)\\b|\\btoepassingen\\b|\\bdla kogo\\b|\\bpro koho\\b|\\bkenelle\\b|\\b(för|for) (vem|hvem)\\b|\\bhvem er\\b|\\bkimler için\\b|для кого|кому (подойд|нужн)|こんな(方|人|とき)|おすすめの方|導入業種|利用シーン|活用シーン|ユースケース|适合|适用|场景|场合|用例|누구를 위한|이런 분|활용|사용 사례|` +
    `\\b(built|made|designed|perfect|ideal|great|crafted|tailored|gemacht|gebaut|entwickelt|perfekt|diseñado|pensado|hecho|conçu|fait|pensé|pensato|fatto|feito|gemaakt)\\s(for|für|para|pour|per|voor)\\s(?:\\p{L}+\\s){0,2}(?:${AUDIENCES.source})`,
  'u',
);

/** What its maker made besides, or others made with it. */
const WORK =
  /(?<!\p{L})(portfolio|popular|trending|browse|(product|service)? ?categories|top (rated|picks)|beliebte?|kategorien|categorías|catégories|case stud(y|ies)|showcase|success stor(y|ies)|(our|my|recent|selected|latest) (work|works|projects|products|apps|games|clients|customers|brands|partners)|what (we|i)('ve| have)? (did|done|built|made)|(more|other) (from|apps|products|projects|games|tools)|(made|built|created) (with|using) \w+|erfolgsgeschichten|kundenprojekte|(unsere|weitere|andere) (arbeiten|produkte|projekte|kunden|apps|spiele|partner)|casos de éxito|(nuestros|otros) (trabajos|productos|proyectos|clientes)|réalisations|(nos|autres) (projets|produits|clients|réalisations)|(i nostri|altri) (lavori|prodotti|progetti|clienti)|casos de sucesso|(nossos|outros) (trabalhos|produtos|projetos|clientes)|(onze|andere) (klanten|producten|projecten))(?!\p{L})|^(projects?|work|works|products|examples?|gallery|templates?|references|clients|customers|partners|projekte|referenzen|beispiele|produkte|galerie|proyectos|ejemplos|productos|projets|exemples|produits|progetti|esempi|prodotti|projetos|exemplos|produtos|projecten|voorbeelden)[^\p{L}\p{N}]*$|導入事例|事例|制作実績|作品|案例|客户|포트폴리오|고객사|портфолио|наши (работы|клиенты|проекты)/u;

/** Where to meet, help and pay for those who make it. */
const COMMUNITY =
  /(?<!\p{L})(community|get involved|contribut\w+|donat\w+|sponsors?(hip)?|backers|support (us|me|the|our|development|this)|follow (us|me|along)|stay (in touch|connected|tuned|up to date)|connect with us|help us|find us|contact( us)?|get in touch|newsletter|spread the word|(on|our|via|follow) social media|^social media$|join (us|our|the)|mitmachen|unterstütz\w+|spenden|kontakt|folge? uns|comunidad|contacto|colabora|dona|síguenos|communauté|contactez|suivez|soutenez|comunità|contatt\w+|seguici|comunidade|contato|siga|doe|volg ons|steun)(?!\p{L})|コミュニティ|お問い合わせ|社区|社群|联系|커뮤니티|сообщество|контакты|поддержать/u;

/** What it costs and how it is paid. */
const PLANS =
  /(?<!\p{L})(pricing|prices|plans|(choose|pick|find) (a|your|the) plan|packages|payment (methods|options)|ways to pay|preise?|tarife?|pakete|zahlungs(arten|methoden)|precios|planes|(formas|m[eé]todos) de pago|paga de|tarifs?|forfaits|moyens de paiement|prezzi|piani|metodi di pagamento|preços|planos|formas de pagamento|prijzen|abonnementen|betaalmethoden|cennik|priser|hinnat|цены|тарифы)(?!\p{L})|料金|プラン|支払い?方法|价格|套餐|付款|요금|가격/u;

/** What is to be done, and in which order. */
const STEPS =
  /(?<!\p{L})(how (it|this|\w+) works?|how (to|do i|does|you)|getting started|get started|steps?|level \d|phase \d|in (\d+|two|three|four|five) (easy |simple |quick )?(steps|clicks|minutes)|so (einfach )?(funktioniert|geht)|schritte?|ablauf|in \w+ schritten|c[oó]mo (funciona|empezar|se usa)|pasos|proceso|comment (ça|[cç]a|\w+) (marche|fonctionne)|étapes|déroulement|come funziona|passaggi|como funciona|passos|passo a passo|hoe (het|\w+) werkt|zo werkt|stappen|aan de slag|jak to działa|kroki?|jak to funguje|så (fungerar|funkar)|slik (fungerer|virker)|sådan|näin)(?!\p{L})|使い方|ご利用の流れ|はじめ方|始め方|ステップ|仕組み|流れ|使用方法|如何使用|步骤|이용 방법|사용 방법|как (это )?работает|шаг/u;

/** What is not there yet, what is new, what is said in the papers. */
const TIMES =
  /(?<!\p{L})(roadmap|coming (soon|next)|what['’]s (next|coming|planned|new)|in the works|demnächst|ausblick|próximamente|bientôt|à venir|feuille de route|hoja de ruta|prossimamente|em breve|binnenkort|latest (news|posts|articles|updates)|changelog|what['’]s changed|(was ist|wat is er) (neu|nieuw)|neuerungen|quoi de neuf|novedades|nouveautés|novità|novidades|(release|version|software|latest|recent) (notes?|updates?|history|changes)|history of (changes|versions)|change (log|history)|bug ?fixes|änderungen|änderungsprotokoll|versions(hinweise|geschichte|verlauf)|neu in (version|v)|(notas|historial) de (la )?(versión|versiones|cambios)|registro de cambios|notes? de (version|mise à jour)|journal des modifications|historique des versions|note di rilascio|registro delle modifiche|cronologia versioni|notas da versão|registro de alterações|histórico de versões|wijzigingen|versiegeschiedenis|historia zmian|lista zmian|in the (media|news)|as seen (in|on)|featured (in|on)|in de media|open positions|stellenangebote|system(voraussetzungen| requirements)|configuration requise|supported (devices|platforms|systems)|available (on|for|in)|get the app|(by the|in) numbers|in zahlen|en cifras|en chiffres|in cijfers|(our|the) (values|mission|vision|principles|story|philosophy)|unsere (werte|mission)|nuestr[oa]s (valores|misi[oó]n)|nos valeurs|i nostri valori|nossos valores|onze (waarden|missie))(?!\p{L})|^(\S+ )?(version|release|v|ver\.?) ?\d+(\.\d+)*[^\p{L}]*$|更新履歴|更新内容|変更点|変更履歴|リリースノート|更新日志|更新记录|업데이트 내역|история (версий|изменений)|что нового|今後|開発予定|お知らせ|ニュース|受賞|動作環境|会社概要|即将|新闻|博客|路线图|获奖|系统要求|로드맵|소식|블로그|수상|новости|блог|скачать/u;

/** Words that name a section by themselves, but may stand in any sentence too. */
const BY_ITSELF =
  /^(?:(?:our|the|my|latest|recent|upcoming|unsere?|die|nuestr[oa]s|nos|les|i nostri|nossos|onze|de)\s)?(?:awards?|auszeichnungen|premios|récompenses|prêmios|recognition|events?|webinars?|careers?|jobs|karriere|locations?|offices|standorte|requirements|requisitos|requisiti|prérequis|voraussetzungen|vereisten|wymagania|compatibility|downloads?|install(?:ation)?|history|timeline|milestones|geschichte|historia|histoire|storia|blog|news|articles|press|neuigkeiten|aktuelles|presse|noticias|prensa|actualités|notizie|stampa|notícias|imprensa|nieuws|process|prozess|ablauf|proceso|levels|stages|phases|platforms?|technolog(?:y|ies)|values|mission|vision|story|about(?: us)?|über uns|credits|legal|questions|fragen|preguntas|integrations?|partners?|community|examples|demo|screenshots?|videos?|trailers?|images|gallery)(?:\s(?:&|and|und|y|et|e|en)\s\p{L}+)?[^\p{L}\p{N}]*$/u;

/** What is wrong without it. */
const PROBLEMS =
  /(?<!\p{L})(the|your|our|das|el|le|il|o|de|het) (problem|challenge|pain|problema|problème|uitdaging|reto|défi|desafio)s?(?!\p{L})|(?<!\p{L})sound(s)? familiar(?!\p{L})|(?<!\p{L})struggl\w+|(?<!\p{L})tired of(?!\p{L})|(?<!\p{L})frustrat\w+|(?<!\p{L})herausforderung\w*|(?<!\p{L})kennst du(?!\p{L})|(?<!\p{L})kennen sie das(?!\p{L})|(?<!\p{L})te suena(?!\p{L})|(?<!\p{L})cansad[oa] de(?!\p{L})|(?<!\p{L})marre de(?!\p{L})|(?<!\p{L})stanco di(?!\p{L})|(?<!\p{L})cansado de(?!\p{L})|(?<!\p{L})without \w+[^\p{L}\p{N}]*$|(?<!\p{L})old way(?!\p{L})|(?<!\p{L})(is|are) broken(?!\p{L})|(?<!\p{L})what['’]s wrong(?!\p{L})|(?<!\p{L})trouble with(?!\p{L})|課題|お悩み|痛点|烦恼|고민/u;

/** Others' names: what it works with and is made of. */
const OTHERS =
  /(?<!\p{L})(integrations?|integrates? with|works? (great |well |seamlessly )?with|connects? (to|with)|tech(nology)? stack|powered by|built (on|with)|integrationen|integraciones|intégrations|integrazioni|integrações|koppelingen|faqs?|(frequently|commonly) asked|häufige fragen|preguntas frecuentes|questions fréquentes|domande frequenti|perguntas frequentes|veelgestelde vragen)(?!\p{L})|連携|よくある|集成|常见问题|연동|자주 묻는/u;

const LONGEST = 160;

/** What a section may be about that is no feature of the product, by its heading. */
const ELSEWHERE = [PEOPLE, AUDIENCE, WORK, COMMUNITY, PLANS, STEPS, TIMES, BY_ITSELF, PROBLEMS, OTHERS, LEGAL];

export const isPlans = (title: string): boolean => PLANS.test(title.toLowerCase());
export const isElsewhere = (title: string): boolean => {
  // Looking through small letters alone is much the faster.
  const small = title.slice(0, LONGEST).toLowerCase();
  return ELSEWHERE.some((words) => words.test(small));
};
