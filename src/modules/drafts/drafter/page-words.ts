import { termsOf } from '../judge/terms.ts';

/** What pages, menus and buttons are called in any site: never what a product is called, nor what it is. */
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
    .replace(/^[\s\p{P}\p{S}]+|[\s\p{P}\p{S}]+$/gu, '');
const known = new Set(PAGES.map(keyOf));

/** Whether a text is nothing but a word for a page or a button. */
export const isPageWord = (text: string): boolean => known.has(keyOf(text));

/** Words that ask what or why something is, before and behind its name. */
const ASKING: RegExp[] = [
  /^(?:(?:but )?why(?: (?:choose|use|we (?:built|made)))?|what(?: is|['’]s)|who is|warum|wieso|weshalb|was ist|wer ist|por qu[eé](?: elegir| usar| escolher)?|qu[eé] es|pourquoi(?: choisir)?|qu['’]est[- ]ce que?|c['’]est quoi|perch[eé](?: scegliere)?|(?:che )?cos['’ ]?è|o que é|waarom|wat is|dlaczego|co to jest|czym jest|vad är|varför|mikä on|что такое|почему)\s+(.{1,60}?)$/iu,
  /^(.{1,30}?)(?:とは|って何|が選ばれる理由|を選ぶ理由)$/u,
  /^(?:什么是|为什么选择|なぜ)\s?(.{1,30}?)$/u,
];
const MOST_ASKED = 4;

/** What a line asks about that only asks what or why it is: "Acme" of "Why Acme?". */
export const askedAbout = (text: string): string | null => {
  const line = text.replace(/^[\s¿¡]+|[\s?？!！:：.…]+$/gu, '');
  const asked = ASKING.map((form) => form.exec(line)?.[1]?.trim()).find((found) => found !== undefined);
  return asked && asked.split(/\s+/).length <= MOST_ASKED ? asked : null;
};

/** "Why us?": nobody's name. */
export const isPronoun = (text: string): boolean =>
  /^(?:(?:choose |mit )?(?:us|we|it|this|that|you|me|wir|uns|ihr|es|das|nosotros|esto|nous|ça|noi|questo|nós|isso|wij|ons|dit|my|to|vi|oss)|当社|私たち|我们|弊社)$/iu.test(
    text,
  );
