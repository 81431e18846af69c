import words from './pricing.json' with { type: 'json' };
import { termTable } from './terms.ts';

const { currency_name, number_name, ...terms } = words;
export const PRICING_WORDS = termTable(terms);
export const CURRENCY_NAMES: string = currency_name.join('|');
/** Numbers as words, as small prices are written in sentences: "five euros a month". */
export const NUMBER_NAMES: string = number_name.join('|');

/** Contexts where "free" means something else: feelings, shipping, absence, trials. Before and after the word. */
export const NOT_FREE_BEFORE =
  /(?<!\p{L})(?:feel|feeling|set|sets|break|breaks|is not|isn['’]t|not|no|no longer|never|(?:don['’]t|do not|doesn['’]t|does not|didn['’]t) (?:offer|have|provide)(?: an?)?|nicht|kein|keine|keinen|ohne|no es|no hay|sin|pas de|sans|nessun|nessuna|não há|sem|geen|ingen|n['’]est pas|non è|distraction|ad|ads|bug|code|royalty|risk|hassle|stress|toll|hands|tax|duty|gluten|sugar|cruelty|carbon|error|spam|worry|pain|lock-in|fat|lactose|barrier|accident|smoke|interest|fee|commission)[\s-]$/iu;
export const NOT_FREE_AFTER =
  /^(?:[\s-](?:trial|shipping|delivery|time|hand|speech|market|range|will|returns?|consultation|quote|estimate|demo|webinar|e-?book|whitepaper|guide|from|of (?!charge|cost)|flow|form|space|up|your|versand|testphase|testen|testversion|probe\p{L}{0,20}|essai|prueba|teste?|prova|proefperiode|Beratung|Erstgespräch|livraison|envío|frete|spedizione))/iu;
export const NOT_ONCE_AFTER =
  /^[\s-](?:password|passcode|passwords|code|codes|pin|link|links|event|secret|token|setup|pad|activation|Aktivierung|Einrichtung)/iu;
export const NOT_OPEN_BEFORE = /(?<!\p{L})(?:not|isn['’]t|closed|kein|keine|nicht|alternative to|unlike)[\s-]+(?:an?\s+)?$/iu;

/** Negated: "no commission", "without ads or in-app purchases", "アプリ内課金はありません". */
export const DENIED_BEFORE =
  /(?<![\p{L}\p{N}])(?:no|not|never|zero|without|0 ?%|ohne|keine?|sin|sem|sans|senza|geen|zonder|uden|utan|uten|bez|без|brez|nessuna|aucune?|fără)[\s\p{L}-]{0,20}$/iu;
export const DENIED_AFTER = /^[^。、.]{0,8}(?:なし|無し|無く|ありません|ございません|不要|しません|없)/u;

/** Phrases for a permanently free plan. "Free" alone is ambiguous. */
export const FREE_PLAN =
  /\bfree (plan|tier|version|edition|account|forever)\b|\bfreemium\b|\bfree,? forever\b|\bforever free\b|\b(always|is|remains) free for\b|\bdauerhaft kostenlos\b|\bkostenlose[rs]? (plan|tarif|(basis)?version|paket|konto|account)\b|\b(basis|grund)version\b.{0,20}\bkostenlos\b|\bplan (gratuito|gratis|gratuit)\b|\bgratis para siempre\b|\bversi[oó]n (gratuita|gratis)\b|\bversion gratuite\b|\bformule gratuite\b|\bgratuit à vie\b|\b(piano|versione|account) gratuit[oa]\b|\bplano gr[aá]t(is|uito)\b|\bvers[aã]o gr[aá]t(is|uita)\b|無料プラン|ずっと無料|免费版|永久免费|무료 플랜|\bgratis (plan|versie|account|konto|abonnement)\b|\bcuenta gratuita\b|\bcompte gratuit\b|\bconta gratuita\b|^(free|kostenlos|gratis|gratuito|gratuit|grátis|無料|免费|무료)$|\bfree for (individuals|personal use|hobby|solo|small teams)\b|\bfree (for )?(up to |the first )?(\d{1,6}|one|two|three|five|ten) (?!days?\b|weeks?\b|months?\b|years?\b)[a-z]/i;
/** Calls to start for free, which apply to free plans and trials alike. */
export const FREE_START =
  /\bfree to (start|get started|use|download|join|play)\b|\bstart(en)? (for )?free\b|\b(start|use|join|sign up|get started|play|begin) (it )?for free\b|\bkostenlos (starten|nutzen|registrieren|loslegen|anmelden)\b|\bempieza gratis\b|\b(comenzar|empezar) gratis\b|\bcommencer gratuitement\b|\binizia gratis\b|\bcomece gr[aá]tis\b|無料で(始|使)|\bgratis (starten|te starten|beginnen)\b/i;
const WHILE =
  '(?:\\d{1,4}[- ]?)?(?:days?|weeks?|months?|tage?n?|tägig\\p{L}{0,30}|wochen?|monate?|d[ií]as?|semanas?|mes(?:es)?|jours?|semaines?|mois|giorni|settiman[ae]|mes[ei]|mês|meses|dagen|weken|maand(?:en)?|日間?|天|일)';
const NOTHING = '(?:free|kostenlos\\p{L}{0,30}|gratis|gratuit\\p{L}{0,30}|grátis|offert\\p{L}{0,30}|無料|免费|무료|[$€£¥] ?0|0 ?€)';
export const COSTS_NOTHING = new RegExp(NOTHING, 'iu');
export const FREE_TRIAL = new RegExp(
  `\\b(?:first|erste[rnms]?|primer\\p{L}{0,30}|premi[eè]re?s?|prim[oia]|primeir[oa]s?|eerste) (?:\\d{1,4} )?${WHILE}\\b.{0,20}${NOTHING}|(?:\\d{1,4}|one|einen?|un[ae]?|um)[- ]${WHILE}\\b.{0,12}${NOTHING}|${NOTHING}.{0,12}(?:\\d{1,4}|first|one) ?${WHILE}|${NOTHING}(?: for| für| durante| pendant| per| por| voor)? ?/? ?\\d{1,4} ?${WHILE}`,
  'iu',
);
/** Names of demo plans. */
export const TO_TRY =
  /\b(trial|demo|preview|test\p{L}{0,30}|prueba|essai|prova|teste|proef\p{L}{0,30}|vorschau|probe\p{L}{0,30})\b|お試し|体験|トライアル|试用|試用|체험/iu;
/** Something is sold, at whatever price. */
export const SELLS =
  /\b(buy|order) now\b|\bupgrade\b|\bjetzt kaufen\b|\bcomprar ahora\b|\bacheter\b|\bacquista\b|\bcomprar agora\b|\bnu kopen\b|\bbilled (annually|monthly|yearly)\b|課金|購入|购买|구매/iu;
/** A price that is paid once, or for something one may leave: "2,400 € perpetual, per seat", "renewal 900 € a year, optional". */
export const NOT_AGAIN =
  /(?<!\p{L})(?:perpetual|perpetu[ao]|perpétuelle?|unbefristet|una tantum|one[- ]time|einmalig|optional|opzionale|opcional|optionnel|facultatif)(?!\p{L})/iu;
/** A price by something else than time or people: "€0 / remote". */
export const PER_OTHER =
  /\/\s?(?!(?:an?\s|per\s)?(?:mo|yr|yea|wee|day|use|sea|tea|for|lif|per|alw|jah|imm|ans?(?!\p{L})|mes|añ|ann|mês|ano|maa|jaa|sie|tou|vie))\p{L}/iu;
/** Fees that may be zero for a paid product. */
export const FEE =
  /set-?up|einrichtung|fee\b|gebühr|commission|provision|delivery|liefer|instal|cancel|deposit|anzahlung|comisi[oó]n|frais/i;
/** Phrases that say the whole product is free. */
export const ALL_FREE =
  /^(free|gratuit|gratis|kostenlos|gratuito|grátis)[,.!]|\b(100 ?%|completely|totally|entirely|absolutely|always|it['’]s|it is|(app|tool|game|software|service|download|everything|program|extension|plugin|library|\p{Lu}\p{L}{1,40}) is) free\b(?! (trial|plan|tier|shipping|from|of|to cancel|up))|\bfree (of charge|software|app|tool|for everyone|game|to (use|play))\b|\b(völlig|komplett|ist|absolut) (kostenlos|kostenfrei)\b|\b(totalmente|completamente|es) (gratis|gratuit[oa])\b|\b(entièrement|est|totalement) gratuit|\bcompletamente gratuit|\bè (del tutto |completamente )?gratuit|\bé (totalmente |completamente )?(gratuit|grátis)|\bis (helemaal |volledig )?gratis\b|\bjest (całkowicie |w pełni )?(darmow|bezpłatn)|\bfreeware\b|\bkostenlose[rs]? (app|software|programm|werkzeug)\b|\b(app|aplicación|herramienta|aplicativo|ferramenta|applicazione|application|extension) gratuit[ae]\b|\b(programa|logiciel|outil|programma) gratuito?\b|完全無料|無料(の)?(アプリ|ソフト|ツール|ゲーム)|無料(で|にて)、?(どなたでも|誰でも)?(提供|配布|公開|ご?利用|ご?使用|お使い|使え|遊べ)|(は|が)(すべて|全て)?無料(です|で利用)|フリーソフト|フリーウェア|完全免费|永久免费使用/iu;
/** Free and open at once, which is said of a whole product. */
const FREE_AND_OPEN =
  '\\bfree(?:,| and| &| \\+)? (?:(?:fully |100 ?% )?open[- ]?source\\b(?! (?:tools|software|projects|alternatives))|libre\\b)|\\bopen[- ]?source(?:,? and|,? &|,) free\\b(?! (?:trial|tier|plan))|\\bkostenlos(?:e[rs]?)?(?: und|,| &) (?:open[- ]source|quelloffen)|\\bgratuite?s?(?: et|,) (?:open[- ]source|libre)|\\bgrat(?:is|uit[oa]) [ye] (?:open[- ]source|de código (?:abierto|aberto))|\\bgratis en open[- ]?source|無料(?:の|で|・|かつ|、)?オープンソース|免费(?:且|、|的|和)?开源|开源(?:且|、|和)?免费|すべて無料|全て無料';
/** Phrases that say the whole product is free, wherever they are in a text. */
export const WHOLE_FREE = new RegExp(`${FREE_AND_OPEN}|${ALL_FREE.source}`, 'giu');
/** Open source as a property of the product, not of what it uses or competes with. */
export const OPEN_SOURCE =
  /^.{0,40}$|(?<!\b(?:use|uses|using|love|support|supporting|on|by|from|with|other|many|popular|various)\s)(?:\b(?:is|are|fully|completely|100 ?%|free|and|an?|the|our|als?|est|es|ist) |, ?)(?:an? )?(?:free,? (?:and )?)?open[- ]?source|\bopen[- ]source (?:tool|project|app|library|system|platform|software|framework|alternative|game|engine|editor|client|server|on github)|licen[cs]e|lizenz|licencia|\b(?:MIT|AGPL|GPL|Apache|BSD)\b|quelloffen|código abierto|logiciel libre|オープンソース|开源|오픈소스/i;
/** Notices of the licences of what a product uses, which are linked from any footer. */
export const NOTICES =
  /(?<!\p{L})open[- ]?source[- ](?:licen[cs]es|notices|software (?:licen[cs]es|notices)|libraries|lizenzen|bibliotheken)(?!\p{L})|(?<!\p{L})(?:licenses|licences|licencias|licenze|licenças) (?:de )?(?:software )?open[- ]?source(?!\p{L})|licencias de código abierto|オープンソース・?ライセンス|开源(?:软件)?许可|오픈소스 (?:라이선스|라이브러리)/iu;
/** A headline above prices that do not apply yet. */
export const PLANNED_PRICES =
  /(?<!\p{L})(?:coming soon|future|planned|upcoming|geplante?|(?:zu)?künftige?|demnächst|futurs?|bientôt|à venir|futuros?|próximamente|futuri|prossimamente|em breve|toekomstige|binnenkort)(?!\p{L})|将来|予告|(?:有料化|価格|料金)の?予定|即将|출시 예정|예정/iu;
/** Other amounts: shipping, savings, what others charge or earn. */
export const OTHER_AMOUNTS =
  /shipping|versand|refund|\bdonat|spend|\bsav(e|ed|es|ing|ings)\b|économi|ahorr|\bspar(en|t|st)\b|revenue|umsatz|chiffre d|budget|\braised\b|funding|competitor|others? charge|per hour saved|credit card|gift card|worth of|prize|salary|salaire|losing|\blost\b|\bperd(ez|u|us|re|ons)\b|\bpertes?\b|s['’]envol|manque à gagner|verlier|verlust|entgang|entgeht|\bpierd|pérdida|\bperdi|\bverlies|損失|损失|\bcosts? (you|them|businesses)|\b(million|billion|trillion|mio|mrd|tri|bi)\b|market|mercado|marché|example|beispiel|ejemplo|exemple|hypoth|ex\.|z\. ?b\./i;

export const PRICES_HEADING =
  /(?<!\p{L})(pricing|prices?|price ?list|preise?|preisliste|tarife?s?|precios?|prix|prezz[oi]|listino|preços?|cennik|cena|ceny|ceník|cenník|priser?|prisliste|hinnasto|hinnat|hinta|prijs|prijzen|tarieven|fiyat(lar)?|цен[аы]|стоимость)(?!\p{L})|料金|価格|价格|價格|价目|가격|요금/iu;

export const PLANS_HEADING =
  /(?<!\p{L})(plans|pläne|pakete|planes|planos|piani|formules|abonnements?|abonnementen|pacotes|paquetes|packages|memberships?)(?!\p{L})|プラン|套餐|方案/iu;

/** Questions whether something exists, which do not state that it does. */
export const ASKS_WHETHER =
  /^(?:is|are|do|does|can|could|will|would|should|gibt|ist|sind|kann|bietet|habt|hay|existe|tiene|tienen|¿(?:hay|existe|tiene|tienen|ofrece|ofrecen|es|puedo)|est-ce|y a-t-il|existe-t-il|avez|proposez|c['’]è|esiste|avete|offrite|há|tem|têm|vocês|is er|zijn er|hebben|czy)(?!\p{L}).{0,200}\? ?$|か[？?。]? ?$|吗？ ?$/iu;
export const ASKS_COST =
  /\b(?:how much|costs?|pricing|prices?|charge|kostet|kosten|preise?|cuesta|cuánto|precios?|coûte|combien|prix|tarifs?|costa|quanto|prezz[oi]|custa|preços?|kost)\b|ile kosztuje|料金|価格|いくら|多少钱|价格|얼마|가격/iu;

/** A part of the offer that may be free on its own: "Delivery is free". */
const PART =
  '(?:shipping|delivery|consultation|trial|quote|estimate|demo|registration|registering|sign(?:ing)?[- ]?up|admission|entry|parking|cancell?ation|returns?|support|months?|weeks?|training|onboarding|installation|versand|lieferung|beratung|erstberatung|erstgespräch|anmeldung|registrierung|anfahrt|envío|consulta|inscripción|registro|livraison|inscription|devis|essai|spedizione|consulenza|iscrizione|registrazione|preventivo|prova|frete|cadastro|inscrição|orçamento|teste|verzending|bezorging|aanmelding|offerte|dostawa|wycena|konsultacja)';
export const PART_FREE = new RegExp(
  `non-?commercial|personal (?:use|projects)|for (?:individuals|students|schools|teachers|non-?profits|open[- ]source|teams of|up to)|nicht-?kommerziell|privat\\p{L}{0,30} (?:nutz|gebrauch|zweck)|uso (?:personal|pessoal|personale|privato|no comercial)|usage (?:personnel|privé)|個人利用|非商用|free to (?:try|start|download|join|sign)|${PART} (?:\\p{L}{1,40} ){0,3}?(?:is|are|ist|sind|est|sont|es|son|è|é|sono|jest) (?:\\p{L}{1,40} ){0,2}?(?:free|kostenlos|kostenfrei|gratis|gratuit|grátis|darmow|bezpłatn)|\\b(?:repair|replac|cancel|return|deliver|ship|contact|call|advis|unsubscrib|install|consult)\\p{L}{0,30}[^.]{0,40}free of charge|(?:送料|相談|登録|見積|体験|入会|初月|初回|年会費)[^。]{0,8}無料|無料(?:で|にて)(?:相談|登録|お?見積|体験|お?試)`,
  'iu',
);

/** Subscription terms of app stores. */
export const RENEWS =
  /\bauto-?\s?renew|\brenews? automatically|\bpaywall\b|\bin-app (purchase|subscription)|verlänger\p{L}{0,20} sich automatisch|in-app-(kauf|käufe|abo)|se renuevan? automáticamente|renouvel\p{L}{1,20} automatique|si rinnova\p{L}{0,20} automaticamente|renova\p{L}{0,20} automaticamente|自動更新|アプリ内課金|App内課金/iu;

/** A one-time purchase, confirmed by a second phrase, since many sites sell other things that are paid once. */
export const BOUGHT_ONCE: readonly RegExp[] = [
  /\bone[- ](?:time|off) (?:payment|purchase|fee|price|cost)\b|\b(?:pay|buy) (?:just )?once\b|\bone (?:payment|purchase)\b|\bsingle (?:payment|purchase)\b|\beinmal(?:ig\p{L}{0,20})? .{0,12}(?:zahl|kauf|bezahl)|\beinmal(?:zahlung|kauf|preis)|\bun (?:solo |único )?pago\b|\bpago único|\bcompra única|\bpaga[sn]? una (?:sola )?vez|\bpaiement unique|\bachat unique|\bun seul paiement|\bpayez une (?:seule )?fois|\bpagamento unico|\bacquisto unico|\buna tantum|\bpagh?[ai] una (?:sola )?volta|\bpagamento único|\bum único pagamento|\bpague uma (?:única )?vez|\beenmalig\p{L}{0,20} (?:betaling|aankoop|kosten|bedrag)|\beenmalig betalen|買い切り|买断|買斷/iu,
  /(?<!\p{L})(?:no|not an?|without|never an?|kein|keine|ohne|no es una|no una|sin|ni|pas d['’]|pas un|sans|senza|non un|sem|não é uma|geen|zonder)(?:\s\p{L}{1,40}){0,2}?\s?(?:subscriptions?|abos?|abonnements?|suscripci[oó]n|suscripciones|abbonamento|abbonamenti|assinaturas?|mensalidades?|mensualidades?)(?!\p{L})|\b(?:forever|for life|lifetime)\b|für immer|lebenslang|para siempre|de por vida|pour toujours|à vie|per sempre|a vita|para sempre|vitalíci|voor altijd|levenslang|サブスク[^。]{0,10}(?:では|なし|不要|ありません)|(?:月額|追加|継続)[^。]{0,10}(?:なし|不要|ありません|かかりません)|永久/iu,
];

/** A sentence that states the licence of the product itself. */
export const LICENSED =
  /\b(?:this|the|our) (?:software|program(?:me)?|app|application|project|plug-?in|extension|tool|game|source(?: code)?)\b.{0,50}\b(?:licen[cs]ed|released|distributed|available|provided|published|offered)\b.{0,20}\b(?:under|as)\b|\b(?:diese[rs]?|die|das) (?:software|programm|app|anwendung|projekt)\b.{0,50}\bunter\b|\b(?:ce|le) (?:logiciel|programme|projet) est\b.{0,50}\bsous\b|\b(?:este|esta) (?:software|programa|proyecto|aplicación|projeto|aplicativo)\b.{0,50}\b(?:bajo|sob)\b|\bquest[oa'’] ?(?:software|programma|progetto|app|applicazione)\b.{0,50}\bsotto\b|(?:この|本|当)(?:ソフト(?:ウェア)?|アプリ(?:ケーション)?|プログラム|プロジェクト)は.{0,50}(?:提供|公開|配布|ライセンス)|本(?:软件|軟體|项目|專案).{0,30}(?:基于|采用|遵循|採用)/iu;
export const BUNDLED = /\b(?:includ|contain|incorporat|compon|third[- ]part|portions|depend|enthält|enthalten|incluye|inclut|include\b)/i;

/** A sentence that says what the product costs. */
export const COSTS =
  /(?<!\p{L})(?:costs?|is priced at|price is|subscription is|membership is|kostet|beträgt|cuesta|coûte|costa|custa|kost|koster|kostar|maksaa|kosztuje|стоит|коштує)(?!\p{L})|(?:料金|価格|月額|価額)は|售价|价格为/iu;
/** The product as the subject of such a sentence: "It", "Membership", "Das Abo"; in Romance languages also none. */
export const OWN_SUBJECT =
  /^(?:it|this|the (?:app|service|tool|plan|subscription)|an? (?:subscription|membership|licen[cs]e)|(?:a |the )?(?:subscription|membership|licen[cs]e)(?: (?:fee|price))?|an?|the|our|your|der|die|das|le|la|el|o|de|es|sie|er|das (?:abo|abonnement)|die (?:app|mitgliedschaft|nutzung)|der (?:preis|beitrag)|il|elle|l['’](?:app|application|abonnement)|la suscripción|la app|l['’]abbonamento|a assinatura|het|het abonnement|)\s?$|(?<!\p{L})(?:plan|version|edition|tier|pro|premium|plus|basic|package|paket|tarif|formule|offre|licen[cs]e|lizenz|membership|subscription|mitgliedschaft|abo|abonnement)\s?$|^(?:本|当)(?:サービス|アプリ)/iu;
