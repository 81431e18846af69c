import { fold } from '../../../kernel/words.ts';
import { termsOf } from './terms.ts';

/**
 * The pages of a site that matter, the most informative first, and their usual names in links and addresses: in English, then German,
 * French, Spanish, Portuguese, Italian, Dutch, Polish, Swedish, Danish, Norwegian, Finnish, Czech, Turkish, Japanese, Chinese, Korean,
 * Russian and others. A word marked = counts only alone, since it is also part of others.
 */
const KIND_NAMES = {
  about: `about; about us; about me; about the company; who we are; company; our company; the company; =mission; our mission; =corporate
    ueber uns; über uns; ueber mich; über mich; wir über uns; wer wir sind; unternehmen; das unternehmen; =firma
    à propos; a propos de nous; qui sommes nous; notre entreprise; =entreprise; =société; notre société
    sobre nosotros; quiénes somos; acerca de; =acerca; =nosotros; =empresa; la empresa; nuestra empresa; conócenos; =sobre
    sobre nós; quem somos; sobre a empresa; a empresa; chi siamo; =azienda; l'azienda; su di noi
    over ons; =over; wie zijn wij; wie we zijn; =bedrijf; ons bedrijf; o nas; o firmie; kim jesteśmy
    om oss; om företaget; =företaget; om os; om virksomheden; =om; om selskapet; meistä; tietoa meistä; =yritys
    o nás; o společnosti; kdo jsme; hakkımızda; biz kimiz; =kurumsal
    会社概要; 会社案内; 企業情報; 会社情報; 私たちについて; 運営会社; 当社について
    关于我们; 關於我們; =关于; =關於; 公司简介; 公司介绍; 公司簡介; 회사소개; 회사 소개; =소개
    о нас; о компании; =компания; кто мы; про нас; про компанію; rólunk; =despre; despre noi; tentang kami; về chúng tôi; qui som; за нас; o nama; من نحن; אודות; σχετικά με εμάς`,
  pricing: `pricing; prices; =price; plans; plans and pricing; pricing and plans; =subscription; =subscriptions; =buy; buy now; purchase; =cost; =costs; =fees; =rates
    preise; =preis; tarife; preise und tarife; =kosten; =pakete; preisliste; =kaufen; tarifs; =tarif; nos tarifs; =prix; nos prix; =abonnements; nos offres
    precios; =precio; =planes; planes y precios; tarifas; preços; =preço; =planos; planos e preços; prezzi; =prezzo; tariffe; =piani; listino prezzi; =abbonamenti
    prijzen; =prijs; tarieven; =abonnementen; cennik; =ceny; =plany; priser; =pris; prislista; hinnasto; =hinnat; hinnoittelu; ceník; =cena
    =order; order now; how to order; licensing; =licenses; =bestellen; =bestellung; lizenzen; =acheter; =commander; =comprar; =pedidos; =acquista; =ordina; =kopen; =kup; =köp; =køb; =kjøp; =osta; =koupit; 購入; 购买; 購買; 구매; =купить
    fiyatlandırma; fiyatlar; =paketler; 料金; 料金プラン; 価格; =プラン; 利用料金; 价格; 價格; 定价; 定價; =套餐; =方案; 가격; 요금; 요금제; 이용요금
    цены; =цена; тарифы; =тариф; =стоимость; ціни; тарифи; =árak; árazás; prețuri; harga; bảng giá; preus; الأسعار; מחירים; τιμές`,
  contact: `contact; contact us; contacts; get in touch; reach us; talk to us; kontakt; kontaktiere uns; kontaktieren sie uns; contactez nous; nous contacter
    contacto; contáctanos; contáctenos; contato; fale conosco; entre em contato; contactos; contatti; contattaci; contacteer ons; neem contact op
    skontaktuj się; kontakta oss; kontakt os; kontakt oss; ota yhteyttä; yhteystiedot; kontakty; iletişim; bize ulaşın
    お問い合わせ; お問合せ; 問い合わせ; 联系我们; 聯絡我們; 联系; 聯繫我們; 문의; 문의하기; 연락처; контакты; связаться с нами; контакти; kapcsolat; hubungi kami; liên hệ; اتصل بنا; צור קשר; επικοινωνία`,
  imprint: `imprint; legal notice; legal notices; legal information; company information; company details; impressum; anbieterkennzeichnung
    mentions légales; informations légales; aviso legal; información legal; informações legais; note legali; informazioni legali; =colofon; juridische informatie
    nota prawna; dane firmy; juridisk information; oikeudelliset tiedot; právní informace; =tiráž; =künye; yasal uyarı
    特定商取引法に基づく表記; 特定商取引法; 特商法; 法律声明; 사업자 정보; реквизиты; юридическая информация; реквізити; impresszum; avís legal`,
  team: `team; our team; the team; meet the team; =people; our people; =leadership; =management; founders; =founder; our founders; team members; who is behind
    das team; unser team; gründer; gruender; équipe; l'équipe; notre équipe; fondateurs; equipo; nuestro equipo; el equipo; fundadores; equipe; nossa equipe; =time; nosso time
    il team; il nostro team; fondatori; ons team; het team; oprichters; zespół; nasz zespół; teamet; vårt team; medarbetare; vores team; medarbejdere; =ansatte
    tiimi; =tým; náš tým; ekibimiz; =ekip; チーム; メンバー; 团队; 我们的团队; 團隊; =팀; 팀 소개; команда; наша команда; csapat; echipa; tim kami`,
  faq: `faq; faqs; frequently asked questions; =questions; questions and answers; häufige fragen; haeufige fragen; häufig gestellte fragen; fragen und antworten
    foire aux questions; questions fréquentes; preguntas frecuentes; perguntas frequentes; domande frequenti; veelgestelde vragen
    pytania i odpowiedzi; najczęściej zadawane pytania; vanliga frågor; frågor och svar; ofte stillede spørgsmål; ofte stilte spørsmål; vanlige spørsmål; usein kysyttyä; usein kysytyt kysymykset; =ukk
    časté dotazy; často kladené dotazy; sıkça sorulan sorular; =sss; よくある質問; よくあるご質問; 常见问题; 常見問題; 자주 묻는 질문
    частые вопросы; вопросы и ответы; часто задаваемые вопросы; gyik; întrebări frecvente; các câu hỏi thường gặp`,
  features: `features; =feature; =functions; capabilities; =benefits; funktionen; =leistungen; =vorteile; fonctionnalités; caractéristiques; =avantages
    funciones; funcionalidades; características; =ventajas; =recursos; funzionalità; caratteristiche; =vantaggi; functies; functionaliteiten; =mogelijkheden
    funkcje; =możliwości; funktioner; funksjoner; ominaisuudet; funkce; =vlastnosti; özellikler; 機能; 機能一覧; =特徴; =特長; 功能; 产品功能; 기능; 주요 기능
    функции; возможности; =преимущества; можливості; funkciók; funcții; fitur; tính năng`,
  press: `press; press kit; presskit; media kit; mediakit; =media; newsroom; press room; =brand; brand assets; presse; pressebereich; pressemappe; pressekit; espace presse; dossier de presse
    prensa; sala de prensa; kit de prensa; imprensa; stampa; area stampa; cartella stampa; =pers; perskit; =prasa; dla mediów; dla prasy; biuro prasowe; pressrum; presserum; presserom; for pressen
    medialle; =lehdistö; pro média; basın; basın kiti; プレス; プレスキット; プレスリリース; 新闻中心; 媒体; 보도자료; пресса; для прессы; пресс кит; sajtó`,
  product: `product; the product; products; platform; how it works; =tour; =overview; solution; solutions; use cases; =services; =technology; =why
    produkt; produkte; das produkt; so funktioniert's; so funktioniert es; so geht's; wie es funktioniert; lösung; lösungen; plattform; =dienstleistungen
    produit; produits; comment ça marche; plateforme; producto; productos; cómo funciona; plataforma; soluciones; =servicios; produto; produtos; como funciona; soluções
    prodotto; prodotti; come funziona; piattaforma; soluzioni; producten; hoe het werkt; hoe werkt het; oplossingen; produkty; jak to działa; rozwiązania
    produkter; så fungerar det; hur det fungerar; sådan virker det; slik fungerer det; tuote; tuotteet; näin se toimii; jak to funguje; ürün; ürünler; nasıl çalışır
    製品; =サービス; 使い方; 产品; 產品; 解决方案; 제품; =서비스; продукт; продукты; как это работает; як це працює; termék; hogyan működik`,
  story: `story; our story; history; our history; =journey; our journey; milestones; geschichte; unsere geschichte; historie; notre histoire; =histoire; historia; nuestra historia; nossa história
    la nostra storia; =storia; ons verhaal; geschiedenis; nasza historia; vår historia; vår historie; vores historie; tarinamme; historiamme; náš příběh; hikayemiz; tarihçe
    沿革; ストーリー; 发展历程; 我们的故事; 연혁; наша история; =история`,
  help: `help; support; help center; help centre; customer service; hilfe; kundenservice; aide; centre d'aide; ayuda; soporte; ajuda; suporte; assistenza; aiuto; hulp; ondersteuning
    pomoc; wsparcie; hjälp; hjælp; kundtjänst; =støtte; apua; tuki; podpora; nápověda; yardım; destek; ヘルプ; サポート; 帮助; 帮助中心; 幫助; 도움말; 고객지원; 고객센터; помощь; поддержка; допомога; bantuan`,
  // Legal pages: crawled only if no other page gives contact details.
  privacy: `privacy; privacy policy; privacy notice; data protection; datenschutz; datenschutzerklärung; confidentialité; politique de confidentialité; privacidad; política de privacidad; aviso de privacidad
    privacidade; política de privacidade; informativa privacy; privacyverklaring; privacybeleid; polityka prywatności; integritetspolicy; privatlivspolitik; personvern; tietosuoja; tietosuojaseloste
    ochrana osobních údajů; gizlilik; gizlilik politikası; プライバシーポリシー; 個人情報保護方針; 隐私政策; 隱私政策; 개인정보처리방침; политика конфиденциальности; adatvédelem; confidențialitate`,
  terms: `terms; terms of service; terms of use; terms and conditions; terms conditions; tos; =legal; eula; license agreement; agb; nutzungsbedingungen; conditions générales; cgu; cgv; conditions d'utilisation
    términos; términos y condiciones; términos de uso; condiciones; termos; termos de uso; termini e condizioni; termini; condizioni d'uso; algemene voorwaarden; voorwaarden; regulamin
    villkor; användarvillkor; vilkår; betingelser; käyttöehdot; obchodní podmínky; kullanım koşulları; 利用規約; 服务条款; 服務條款; 이용약관; пользовательское соглашение; условия использования; ászf`,
} as const;

export type CrawlKind = keyof typeof KIND_NAMES;
export const CRAWL_KINDS = Object.keys(KIND_NAMES) as CrawlKind[];
export const FALLBACK_KINDS: readonly CrawlKind[] = ['privacy', 'terms'];

/** Sections with many pages that are not about the product, and pages that require an account. */
const SKIPPED_SECTIONS = new Set(
  `blog blogs weblog journal news neuigkeiten aktuelles actualites noticias notizie nieuws aktualnosci nyheter nyheder article articles artikel post posts magazine magazin podcast podcasts
  doc docs documentation dokumentation manual guides guide tutorial tutorials learn academy wiki kb knowledgebase api reference changelog releases roadmap status forum forums community discuss
  login signin signup logout register registration anmelden anmeldung registrieren einloggen connexion inscription entrar registro iniciarsesion accedi inloggen account konto myaccount dashboard app admin wpadmin wpcontent wpjson wpincludes
  cart checkout basket warenkorb panier carrito carrello winkelwagen kasse wishlist search suche recherche buscar tag tags category categories kategorie topic topics author authors archive archives feed rss page
  cookie cookies cookiepolicy cookieeinstellungen unsubscribe resetpassword forgotpassword passwordreset password thankyou danke merci gracias job jobs career careers karriere stellenangebote event events webinar webinars
  sitemap cdncgi wellknown static assets cgibin 404 500`.split(/\s+/),
);

/** Only letters and digits, so that "About us", "about-us" and "aboutus" are equal. */
export const squash = (text: string): string => fold(text).replace(/[^\p{L}\p{N}\p{M}]/gu, '');
export const nameWords = (text: string): string[] => fold(text).match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];

interface KindName {
  kind: CrawlKind;
  /** Counts only as the whole text. */
  alone: boolean;
}

/** By squashed name. If two kinds share a name, the first keeps it. */
export const KIND_BY_NAME = new Map<string, KindName>();
for (const kind of CRAWL_KINDS)
  for (const name of KIND_NAMES[kind].split(/[;\n]/).map((part) => part.trim())) {
    const key = squash(name);
    if (key && !KIND_BY_NAME.has(key)) KIND_BY_NAME.set(key, { kind, alone: name.startsWith('=') });
  }

/** Also as part of a name: admin-invoices, user-login. */
const SKIPPED_WORDS = new Set('admin login signin signup logout checkout password'.split(' '));

export const isSkippedSection = (segments: string[]): boolean =>
  segments.some((segment) => SKIPPED_SECTIONS.has(squash(segment)) || nameWords(segment).some((word) => SKIPPED_WORDS.has(word)));

/** The purpose of a page on a product's site. */
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

/** Path words by purpose, in many languages. The first matching row wins. */
const KINDS_BY_PATH: [PageKind, RegExp][] = [
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

/** A path without its index file name, for comparison. */
const withoutIndex = (path: string) => path.replace(/(index|home|default)\.(html?|php)$/i, '').replace(/(?<!\/)\/+$/, '') || '/';

/** The purpose of a page by its address; the requested page is home. */
export const pageKindOf = (url: string, home: string): PageKind => {
  const { pathname } = new URL(url);
  if (withoutIndex(pathname) === withoutIndex(new URL(home).pathname)) return 'home';
  let path = pathname.toLowerCase();
  try {
    path = decodeURIComponent(path);
  } catch {
    // A path that cannot be decoded is used as written.
  }
  return KINDS_BY_PATH.find(([, words]) => words.test(path))?.[0] ?? 'other';
};

/** Common names of pages, menus and buttons, which are never a product's name or description. */
const PAGES = termsOf(
  'home, homepage, home page, start, startseite, startpagina, inicio, página principal, página de inicio, accueil, page d’accueil, início, página inicial, pagina iniziale, pagina principale, strona główna, hjem, hem, forside, etusivu, domů, úvod, főoldal, acasă, ana sayfa, anasayfa, главная, головна, ホーム, トップ, トップページ, 首页, 首頁, 主页, 홈, الرئيسية',
  'welcome, willkommen, bienvenido, bienvenidos, bienvenue, benvenuto, benvenuti, bem-vindo, welkom, witamy, välkommen, ようこそ, 欢迎',
  'support, support page, customer support, help, help center, help centre, help & support, hilfe, soporte, ayuda, assistance, aide, supporto, assistenza, aiuto, suporte, ajuda, ondersteuning, pomoc, wsparcie, hjälp, tuki, поддержка, サポート, サポートページ, ヘルプ, ヘルプセンター, 支持, 帮助, 고객지원, 도움말',
  'contact, contact us, get in touch, kontakt, contacto, contáctanos, nous contacter, contatti, contattaci, contato, contacto, yhteystiedot, iletişim, контакты, お問い合わせ, お問合せ, 联系我们, 문의, 문의하기',
  'faq, faqs, questions, häufige fragen, preguntas frecuentes, questions fréquentes, domande frequenti, perguntas frequentes, veelgestelde vragen, najczęstsze pytania, вопросы, よくある質問, 常见问题, 자주 묻는 질문',
  'download, downloads, herunterladen, descargar, descargas, descarga, télécharger, téléchargement, téléchargements, scarica, baixar, downloaden, pobierz, ladda ner, lataa, скачать, ダウンロード, 下载, 다운로드',
  'about, about us, who we are, über uns, acerca de, sobre nosotros, quiénes somos, nosotros, à propos, qui sommes-nous, chi siamo, su di noi, sobre, sobre nós, quem somos, over ons, o nas, o firmie, om oss, om os, о нас, について, 概要, 会社概要, 運営会社, 关于我们, 关于, 회사 소개',
  'pricing, prices, plans, preise, tarife, precios, planes, tarifs, prix, prezzi, preços, planos, prijzen, cennik, priser, hinnat, цены, 料金, 料金プラン, 价格, 요금',
  'features, product, products, overview, funktionen, produkt, produkte, übersicht, funciones, características, producto, productos, fonctionnalités, produit, produits, funzionalità, prodotto, prodotti, funcionalidades, recursos, produto, produtos, functies, producten, oferta, usługi, services, servicios, leistungen, servizi, serviços, diensten, 機能, 製品, サービス, 功能, 产品, 기능',
  'imprint, impressum, legal, legal notice, mentions légales, aviso legal, note legali, privacy, privacy policy, datenschutz, datenschutzerklärung, privacidad, política de privacidad, confidentialité, politique de confidentialité, informativa privacy, política de privacidade, polityka prywatności, terms, terms of service, terms of use, agb, condiciones, conditions, termini, termos, regulamin, cookies, プライバシーポリシー, 利用規約, 特定商取引法に基づく表記, 隐私政策, 服务条款, 개인정보처리방침, 이용약관',
  'blog, news, press, team, careers, jobs, shop, store, docs, documentation, dokumentation, documentación, documentazione, documentação, dokumentacja, manual, guide, tutorial, aktuelles, neuigkeiten, noticias, actualités, notizie, notícias, presse, prensa, equipo, équipe, karriere, tienda, boutique, negozio, loja, winkel, sklep, novedades, ニュース, お知らせ, ブログ, 採用情報, 使い方, ストア, 新闻, 博客',
  'login, log in, logout, register, sign in, sign up, dashboard, get started, try, anmelden, einloggen, registrieren, iniciar sesión, registrarse, connexion, se connecter, inscription, accedi, registrati, entrar, cadastro, inloggen, zaloguj, ログイン, 新規登録, 登录, 注册, 로그인',
  'back, zurück, volver, retour, indietro, voltar, terug, menu, menü, menú, more, search, suche, buscar, rechercher, cerca, メニュー, 戻る, 検索, 菜单, 返回',
  'official site, official website, offizielle website, offizielle webseite, sitio oficial, web oficial, site officiel, sito ufficiale, site oficial, oficjalna strona, 公式, 公式サイト, 公式ホームページ, 官网, 官方网站, 공식 홈페이지',
  'index, website, webseite, sitio web, site web, site, page, untitled, document, main, landing page, coming soon, demnächst, próximamente, bientôt, logo, app, brand, icon, image, banner, the, error, 404, not found, beta, online, english, deutsch, español, français, italiano, português, 日本語, 中文, 한국어',
);

const keyOf = (text: string): string =>
  text
    .toLowerCase()
    .replace(/['’]/g, '’')
    .replace(/^[\s\p{P}\p{S}]+|(?<![\s\p{P}\p{S}])[\s\p{P}\p{S}]+$/gu, '');
const known = new Set(PAGES.map(keyOf));

/** Whether a text is only the name of a page or button. */
export const isPageWord = (text: string): boolean => known.has(keyOf(text));

/** Question words before and after a name. */
const ASKING: RegExp[] = [
  /^(?:(?:but )?why(?: (?:choose|use|we (?:built|made)))?|what(?: is|['’]s)|who is|warum|wieso|weshalb|was ist|wer ist|por qu[eé](?: elegir| usar| escolher)?|qu[eé] es|pourquoi(?: choisir)?|qu['’]est[- ]ce que?|c['’]est quoi|perch[eé](?: scegliere)?|(?:che )?cos['’ ]?è|o que é|waarom|wat is|dlaczego|co to jest|czym jest|vad är|varför|mikä on|что такое|почему) (\S.{0,59})$/iu,
  /^(.{1,30}?)(?:とは|って何|が選ばれる理由|を選ぶ理由)$/u,
  /^(?:什么是|为什么选择|なぜ)\s?(.{1,30}?)$/u,
];
const MAX_WORDS = 4;

/** The subject of a line that only asks what or why it is: "Acme" in "Why Acme?". */
export const subjectOfQuestion = (text: string): string | null => {
  const line = text.replace(/^[\s¿¡]+/u, '').replace(/(?<![\s?？!！:：.…])[\s?？!！:：.…]+$/u, '');
  const subject = ASKING.map((form) => form.exec(line)?.[1]?.trim()).find((found) => found !== undefined);
  return subject && subject.split(/\s+/).length <= MAX_WORDS ? subject : null;
};

/** "Why us?": not a name. */
export const isPronoun = (text: string): boolean =>
  /^(?:(?:choose |mit )?(?:us|we|it|this|that|you|me|wir|uns|ihr|es|das|nosotros|esto|nous|ça|noi|questo|nós|isso|wij|ons|dit|my|to|vi|oss)|当社|私たち|我们|弊社)$/iu.test(
    text,
  );
