import { termsOf } from './terms.ts';

/** What a pricing model may be. */
export const PRICING_MODELS = [
  'free',
  'freemium',
  'subscription',
  'one-time',
  'usage-based',
  'open-source',
  'commission',
  'free trial',
  'paid',
] as const;
export type PricingModel = (typeof PRICING_MODELS)[number];

/** Costs nothing. */
export const FREE_WORDS: readonly string[] = termsOf(
  'free, for free, free of charge, no cost, at no cost, completely free, freeware',
  'kostenlos, kostenlose, kostenloser, kostenloses, kostenlosen, kostenfrei, kostenfreie, gratis, umsonst, unentgeltlich',
  'gratuit, gratuite, gratuits, gratuites, gratuitement, gratuito, gratuita, gratuitos, gratuitas, gratuitamente, sin costo, sin coste',
  'grátis, de graça, sem custo, gratuïta, gratuït, gratuïtament, senza costi, a costo zero',
  'kosteloos, kosteloze, ilmainen, ilmaiseksi, ilmaista, maksuton, maksutta, ókeypis, tasuta, bezmaksas, nemokamai, nemokama, nemokamas',
  'za darmo, darmowy, darmowa, darmowe, bezpłatny, bezpłatna, bezpłatne, bezpłatnie, zdarma, zadarmo, bezplatně, bezplatne, bezplatný',
  'besplatno, besplatan, besplatna, brezplačno, brezplačen, brezplačna, бесплатно, бесплатный, бесплатная, бесплатное, бесплатные',
  'безкоштовно, безкоштовний, безкоштовна, безплатно, безплатен, бесплатан, бесплатна',
  'ingyenes, ingyen, ingyenesen, díjmentes, ücretsiz, bedava, δωρεάν, مجاني, مجانا, مجانًا, مجانية, مجاناً, رایگان, חינם, בחינם',
  'मुफ़्त, मुफ्त, निःशुल्क, বিনামূল্যে, percuma, miễn phí, ฟรี, 無料, フリーソフト, フリーウェア, 免费, 免費, 무료',
);

/** What a free word is not about: feelings, shipping, absence, trials. The first stands before, the second after. */
export const NOT_FREE_BEFORE =
  /(?<!\p{L})(?:feel|feeling|set|sets|break|breaks|is not|isn['’]t|not|no|no longer|never|(?:don['’]t|do not|doesn['’]t|does not|didn['’]t) (?:offer|have|provide)(?: an?)?|nicht|kein|keine|keinen|ohne|no es|no hay|sin|pas de|sans|nessun|nessuna|não há|sem|geen|ingen|n['’]est pas|non è|distraction|ad|ads|bug|code|royalty|risk|hassle|stress|toll|hands|tax|duty|gluten|sugar|cruelty|carbon|error|spam|worry|pain|lock-in|fat|lactose|barrier|accident|smoke|interest|fee|commission)[\s-]$/iu;
export const NOT_FREE_AFTER =
  /^(?:[\s-](?:trial|shipping|delivery|time|hand|speech|market|range|will|returns?|consultation|quote|estimate|demo|webinar|e-?book|whitepaper|guide|from|of (?!charge|cost)|flow|form|space|up|your|versand|testphase|testen|testversion|probe\p{L}*|essai|prueba|teste?|prova|proefperiode|Beratung|Erstgespräch|livraison|envío|frete|spedizione))/iu;

/** Tried before it is paid for. */
export const TRIAL_WORDS: readonly string[] = termsOf(
  'free trial, trial, trial period, try free, try it free, try for free, start your trial, 14-day trial, 30-day trial, 7-day trial',
  'Testphase, Testversion, Probezeit, Probemonat, Probeabo, kostenlos testen, gratis testen, Testzeitraum, Probezeitraum',
  "essai gratuit, période d’essai, période d'essai, essayer gratuitement, prueba gratis, prueba gratuita, periodo de prueba, período de prueba",
  'días de prueba, teste grátis, teste gratuito, período de teste, dias grátis, prova gratuita, periodo di prova, prova gratis',
  'proefperiode, gratis proefperiode, gratis uitproberen, prøveperiode, gratis prøveperiode, provperiod, kokeilujakso, ilmainen kokeilu',
  'okres próbny, darmowy okres próbny, zkušební verze, zkušební doba, skúšobná doba, probno razdoblje, пробный период, бесплатная пробная версия',
  'пробний період, próbaidőszak, ingyenes próba, perioadă de probă, ücretsiz deneme, deneme süresi, δοκιμαστική περίοδος, δωρεάν δοκιμή',
  'تجربة مجانية, الفترة التجريبية, ניסיון חינם, תקופת ניסיון, uji coba gratis, dùng thử miễn phí, ทดลองใช้ฟรี',
  '無料トライアル, 無料体験, お試し, 免费试用, 免費試用, 무료 체험, 무료체험',
);

/** Paid again each time a while has passed. */
export const PERIOD_WORDS: readonly string[] = termsOf(
  'per month, a month, per mo, monthly, per year, a year, yearly, annually, annual, per annum',
  'per week, weekly, per user, per seat, billed, month, year, mo, p.a.',
  'pro Monat, im Monat, monatlich, mtl, pro Jahr, im Jahr, jährlich, je Monat, Monat, Jahr',
  'par mois, mensuel, mensuelle, par an, annuel, annuelle, mois, al mes, mensual, mensuales, por mes, al año, anual, anuales, por año',
  "por mês, mensal, mensais, ao mês, por ano, ao ano, anuais, al mese, mensile, mensili, all’anno, all'anno, annuale, annuali",
  'per maand, maandelijks, per jaar, jaarlijks, om måneden, pr. måned, per måned, per månad, i månaden, per år, om året',
  'kuukaudessa, kuussa, vuodessa, miesięcznie, mies, rocznie, měsíčně, ročně, mesačne, ročne, mjesečno, mesečno, godišnje, letno',
  'в месяц, мес, в год, на місяць, на рік, на месец, на година, havonta, évente, pe lună, lunar, pe an, aylık, ayda, yıllık',
  'τον μήνα, ανά μήνα, το χρόνο, ανά έτος, شهريا, شهريًا, شهرياً, في الشهر, سنويا, سنويًا, ماهانه, سالانه, לחודש, בחודש, לשנה, प्रति माह, प्रति वर्ष, per bulan, per tahun, mỗi tháng, mỗi năm, ต่อเดือน, /เดือน, ต่อปี',
  '月額, 年額, 月々, 毎月, 毎年, /月, ／月, 每月, /年, ／年, 每年, 매월, 월간, 월정액, 개월, 매년, 연간, /월, /년',
);

/** The same where it stands behind a stroke, short as it may be there: "9 €/mes", "49 zł / mc". */
export const STROKED_PERIODS: readonly string[] = termsOf(
  'mo, mon, mth, mnth, month, yr, year, wk, week, annum, Mon, Mt, Monat, Jahr, Woche, mois, an, année, semaine, mes, año, semana',
  'mês, ano, mese, anno, maand, mnd, jaar, jr, md, mdr, måned, mån, månad, år, kk, kuukausi, vuosi, mc, mies, miesiąc, rok, měs, měsíc, mesiac',
  'mj, god, hó, hónap, év, lună, ay, yıl, tháng, năm, bulan, bln, tahun, мес, месяц, год, міс, рік, μήνα, μήνας, έτος, 月, 年, 월, 년, เดือน, ปี',
);

/** Paid once. */
export const ONCE_WORDS: readonly string[] = termsOf(
  'one-time payment, one-time purchase, one-time fee, one-time price, one-time cost, one-time, one-off payment, one-off purchase, pay once, buy once',
  'lifetime license, lifetime licence, lifetime deal, lifetime access, lifetime plan, lifetime purchase, perpetual license, perpetual licence, no subscription',
  'one payment forever, one price forever, pay once own it, one purchase not a subscription, one purchase no subscription, single payment, single purchase, once-off payment, once-off purchase',
  'un pago para siempre, un solo pago, un único pago, pagas una vez, paga una vez, un paiement pour toujours, un seul paiement, payez une fois, un solo pagamento, paghi una volta, um único pagamento, pague uma vez',
  'ein Preis für immer, einmal kaufen, einmal bezahlen, eenmalig betalen, één keer betalen',
  'einmalig, einmalige, einmaliger, Einmalzahlung, Einmalkauf, Einmalpreis, einmal zahlen, Kaufpreis, Lifetime-Lizenz, Dauerlizenz',
  'paiement unique, achat unique, licence à vie, accès à vie, licence perpétuelle, pago único, compra única, licencia de por vida, licencia perpetua, acceso de por vida',
  'pagamento único, licença vitalícia, acesso vitalício, pagamento unico, acquisto una tantum, una tantum, licenza a vita, licenza perpetua',
  'eenmalig, eenmalige, eenmalige betaling, engangsbetaling, engangskøb, engangskjøp, engångsbetalning, engångsköp, kertamaksu, kertaosto',
  'jednorazowo, jednorazowa, jednorazowy, jednorázově, jednorázová, jednorazová, jednokratno, enkratno, разовый платёж, разовая покупка, единоразово, одноразовий платіж',
  'egyszeri, plată unică, tek seferlik, εφάπαξ, دفعة واحدة, תשלום חד פעמי, תשלום חד-פעמי, एकमुश्त, sekali bayar, thanh toán một lần, จ่ายครั้งเดียว',
  '買い切り, 買切, 一次性, 买断, 買斷, 일회성, 평생 이용, 영구 라이선스',
);
export const NOT_ONCE_AFTER =
  /^[\s-](?:password|passcode|passwords|code|codes|pin|link|links|event|secret|token|setup|pad|activation|Aktivierung|Einrichtung)/iu;

/** Paid by how much is used. */
export const USAGE_WORDS: readonly string[] = termsOf(
  'usage-based, usage based, pay as you go, pay-as-you-go, pay per use, pay-per-use, pay only for what you use, pay for what you use, metered billing, metered',
  'per request, per API call, per 1,000 requests, per 1000 requests, per GB, per credit, per transaction, per message, per minute, per token, per 1M tokens',
  'nutzungsbasiert, nutzungsabhängig, nach Verbrauch, pro Nutzung, pro Anfrage, pro Abruf, pro Transaktion, zahle nur, was du nutzt, pro Buchung',
  "à l’usage, à l'usage, à la consommation, paiement à l’utilisation, par requête, pago por uso, según uso, por uso, por solicitud, por estudiante activo, por transacción",
  'pague pelo uso, por requisição, conforme o uso, a consumo, pay per use, per richiesta, betaal per gebruik, per gebruik, op basis van gebruik',
  'betal efter forbrug, betala per användning, käytön mukaan, opłata za użycie, za zapytanie, podle využití, podľa využitia, по мере использования, за запрос, оплата по факту, плата за використання',
  'használat alapú, plată pe utilizare, kullandıkça öde, kullanım başına, πληρωμή ανά χρήση, الدفع حسب الاستخدام, תשלום לפי שימוש, bayar sesuai pemakaian, trả theo mức sử dụng, จ่ายตามการใช้งาน',
  '従量課金, 従量制, 按量付费, 按用量, 依用量計費, 종량제, 사용한 만큼',
);

/** Its source may be read and used. */
export const OPEN_SOURCE_WORDS: readonly string[] = termsOf(
  'open source, open-source, opensource, open sourced, free software, FOSS, FLOSS, libre software, source code is available under',
  'MIT License, MIT licensed, MIT-licensed, under MIT, Apache License, Apache 2.0, Apache-2.0, GPL, GPLv2, GPLv3, GPL-3.0, AGPL, AGPLv3, AGPL-3.0, LGPL, LGPLv3',
  'BSD 3-Clause, BSD 2-Clause, BSD License, BSD-licensed, MPL 2.0, MPL-2.0, Mozilla Public License, GNU General Public License, GNU Affero, Unlicense, EUPL',
  'quelloffen, quelloffene, quelloffener, quelloffenes, Open-Source*, Opensource*, freie Software, logiciel libre, code source ouvert, código abierto, código libre, software libre',
  'código aberto, software livre, codi obert, programari lliure, software libero, codice aperto, openbron, avoin lähdekoodi, avoimen lähdekoodin, öppen källkod, åpen kildekode',
  'otwarte oprogramowanie, otwartym kodzie, otwarty kod, otevřený kód, otevřeným zdrojovým kódem, otvorený zdrojový kód, otvorenog koda, открытый исходный код, открытым исходным кодом, с открытым кодом, відкритий код, відкритим кодом',
  'nyílt forráskódú, sursă deschisă, açık kaynak, açık kaynaklı, ανοιχτού κώδικα, ανοικτού κώδικα, مفتوح المصدر, متن‌باز, קוד פתוח, ओपन सोर्स, sumber terbuka, mã nguồn mở, โอเพนซอร์ส',
  'オープンソース, 开源, 開源, 오픈소스, 오픈 소스',
);
export const NOT_OPEN_BEFORE = /(?<!\p{L})(?:not|isn['’]t|closed|kein|keine|nicht|alternative to|unlike)[\s-]+(?:an?\s+)?$/iu;

/** A share of what is sold. */
export const COMMISSION_WORDS: readonly string[] = termsOf(
  'commission, commissions, transaction fee, transaction fees, platform fee, service fee, per sale, per booking, revenue share, success fee, take rate',
  'Provision, Provisionen, Vermittlungsgebühr, Erfolgsprovision, Verkaufsprovision, Umsatzbeteiligung, pro Buchung, pro gebuchtem, pro Verkauf, nur bei Erfolg',
  'frais de transaction, par vente, par réservation, comisión, comisiones, por venta, por reserva, comissão, comissões, taxa por venda, por reserva',
  'commissione, commissioni, per vendita, per prenotazione, commissie, per boeking, per verkoop, provision, salær, provisjon, komissio, välityspalkkio, prowizja, prowizji, provize, provízia, provizija',
  'комиссия, комиссию, комиссии, комісія, комісію, комисиона, jutalék, comision, komisyon, προμήθεια, عمولة, کارمزد, עמלה, कमीशन, komisi, hoa hồng, ค่าคอมมิชชั่น',
  '手数料, 佣金, 抽成, 수수료',
);
/** Denied: "no commission", "without ads or in-app purchases". */
export const DENIED_BEFORE =
  /(?<![\p{L}\p{N}])(?:no|not|never|zero|without|0 ?%|ohne|keine?|sin|sem|sans|senza|geen|zonder|uden|utan|uten|bez|без|brez|nessuna|aucune?|fără)[\s\p{L}-]{0,20}$/iu;

/** Denied by what follows: "アプリ内課金はありません". */
export const DENIED_AFTER = /^[^。、.]{0,8}(?:なし|無し|無く|ありません|ございません|不要|しません|없)/u;

/** Plans that cost something beside one that does not. */
export const PAID_PLAN_WORDS: readonly string[] = termsOf(
  'paid plan, paid plans, paid version, paid features, premium plan, premium version, premium features, pro plan, pro version, upgrade to, upgrade any time, upgrade anytime, in-app purchase, in-app purchases, license fee, licence fee, billed annually, billed yearly, billed monthly, pro subscription, premium subscription, paid feature, paywall, auto-renew, auto-renews, auto-renewing, auto-renewable, monthly subscription, monthly subscriptions, annual subscription, annual subscriptions, yearly subscription, yearly subscriptions',
  'Monatsabo, Jahresabo, abonnement mensuel, abonnement annuel, suscripción mensual, suscripción anual, assinatura mensal, assinatura anual, abbonamento mensile, abbonamento annuale, maandabonnement, jaarabonnement, アプリ内課金, App内課金, アプリ内購入, 自動更新サブスクリプション',
  'Bezahlversion, kostenpflichtig, kostenpflichtige, Pro-Version, Premium-Version, Pro-Abo, Premium-Abo, In-App-Käufe, payant, payante, version payante, achats intégrés, abonnement pro, abonnement premium, suscripción premium, versión premium, versión de pago, plan de pago, planes de pago',
  'versão paga, plano pago, compras no aplicativo, a pagamento, versione a pagamento, betaald, betaalde versie, pro abonnement, premium abonnement, plus abonnement, betalt, betald, maksullinen, płatny, płatna, płatne, placená, placený, platená, plaćeno',
  'платный, платная, платно, платний, платна, fizetős, cu plată, ücretli, επί πληρωμή, مدفوع, پولی, בתשלום, berbayar, trả phí, 有料, 付费, 付費, 유료',
);
