import { fold } from '../../../kernel/words.ts';

/**
 * The pages of a site that matter, the most telling first, and what sites call them: as link text and in their addresses, in
 * English, then German, French, Spanish, Portuguese, Italian, Dutch, Polish, Swedish, Danish, Norwegian, Finnish, Czech,
 * Turkish, Japanese, Chinese, Korean, Russian and others. A word marked = counts only alone, since it is also part of others.
 */
const NAMES = {
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
  // What lawyers wrote: read only where a site names nobody to write to elsewhere.
  privacy: `privacy; privacy policy; privacy notice; data protection; datenschutz; datenschutzerklärung; confidentialité; politique de confidentialité; privacidad; política de privacidad; aviso de privacidad
    privacidade; política de privacidade; informativa privacy; privacyverklaring; privacybeleid; polityka prywatności; integritetspolicy; privatlivspolitik; personvern; tietosuoja; tietosuojaseloste
    ochrana osobních údajů; gizlilik; gizlilik politikası; プライバシーポリシー; 個人情報保護方針; 隐私政策; 隱私政策; 개인정보처리방침; политика конфиденциальности; adatvédelem; confidențialitate`,
  terms: `terms; terms of service; terms of use; terms and conditions; terms conditions; tos; =legal; eula; license agreement; agb; nutzungsbedingungen; conditions générales; cgu; cgv; conditions d'utilisation
    términos; términos y condiciones; términos de uso; condiciones; termos; termos de uso; termini e condizioni; termini; condizioni d'uso; algemene voorwaarden; voorwaarden; regulamin
    villkor; användarvillkor; vilkår; betingelser; käyttöehdot; obchodní podmínky; kullanım koşulları; 利用規約; 服务条款; 服務條款; 이용약관; пользовательское соглашение; условия использования; ászf`,
} as const;

export type Kind = keyof typeof NAMES;
export const KINDS = Object.keys(NAMES) as Kind[];
export const LATE: readonly Kind[] = ['privacy', 'terms'];

/** Sections that hold many pages, none of them about the product as such, and pages that only work for people with an account. */
const PASSED_BY = new Set(
  `blog blogs weblog journal news neuigkeiten aktuelles actualites noticias notizie nieuws aktualnosci nyheter nyheder article articles artikel post posts magazine magazin podcast podcasts
  doc docs documentation dokumentation manual guides guide tutorial tutorials learn academy wiki kb knowledgebase api reference changelog releases roadmap status forum forums community discuss
  login signin signup logout register registration anmelden anmeldung registrieren einloggen connexion inscription entrar registro iniciarsesion accedi inloggen account konto myaccount dashboard app admin wpadmin wpcontent wpjson wpincludes
  cart checkout basket warenkorb panier carrito carrello winkelwagen kasse wishlist search suche recherche buscar tag tags category categories kategorie topic topics author authors archive archives feed rss page
  cookie cookies cookiepolicy cookieeinstellungen unsubscribe resetpassword forgotpassword passwordreset password thankyou danke merci gracias job jobs career careers karriere stellenangebote event events webinar webinars
  sitemap cdncgi wellknown static assets cgibin 404 500`.split(/\s+/),
);

/** Letters and digits only, so that "About us", "about-us" and "aboutus" are one. */
export const squash = (text: string): string => fold(text).replace(/[^\p{L}\p{N}\p{M}]/gu, '');
export const wordsOf = (text: string): string[] => fold(text).match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];

interface Name {
  kind: Kind;
  /** Counts only where it is all that is said. */
  alone: boolean;
}

/** By squashed name. The kind named first keeps a name that two kinds share. */
export const NAME = new Map<string, Name>();
for (const kind of KINDS)
  for (const name of NAMES[kind].split(/[;\n]/).map((part) => part.trim())) {
    const key = squash(name);
    if (key && !NAME.has(key)) NAME.set(key, { kind, alone: name.startsWith('=') });
  }

/** As a part of a name they say as much: admin-invoices, user-login. */
const PASSED_BY_WORDS = new Set('admin login signin signup logout checkout password'.split(' '));

export const isPassedBy = (segments: string[]): boolean =>
  segments.some((segment) => PASSED_BY.has(squash(segment)) || wordsOf(segment).some((word) => PASSED_BY_WORDS.has(word)));
