import words from './features.json' with { type: 'json' };

/** Audiences of a product: people, trades and workplaces. Written so that a whole word of a label matches. */
const WORDS = words.audiences;

export const AUDIENCES = new RegExp(`(?<!\\p{L})(?:${WORDS.join('|')})(?!\\p{L})`, 'iu');
const ONE = new RegExp(`^(?:${WORDS.join('|')})$`, 'iu');
const WIDE =
  /^(?:[\u3040-\u30ff\u4e00-\u9fff]{0,8}(?:の方|な方|の人|企業|会社|担当者|学生|先生|教師|医師|エンジニア|デザイナー|フリーランス|経営者|学校|店舗|团队|團隊|企业|企業|学生|教师|老师|开发者|开发人员|设计师|创业者|家长|医生)|.{0,10}(?:개발자|디자이너|학생|교사|기업|팀|창업자))$/u;
const FOR = /^(?:for|für|para|pour|per|voor|dla|pro|för|til|для) (?:the\s|den\s|die\s|las?\s|los\s|les\s|i\s|gli\s|de\s|os\s|as\s)?/iu;
const BETWEEN = / ?[,&/+·|] ?| (?:and|und|y|e|et|en|och|og|i|и|or|oder|o|ou|of) /iu;

/** Whether a label consists only of an audience: "Sales Teams", "Studenten & opleidingen", "Für Agenturen". */
export const isAudience = (label: string): boolean => {
  const has_preposition = FOR.test(label);
  const parts = label.replace(FOR, '').split(BETWEEN).filter(Boolean);
  if (parts.some((part) => part.split(/\s+/).length > 3)) return false;
  return parts.some((part) => {
    const words = part.split(/\s+/);
    // The noun is last in languages with English word order, first in those like French.
    return (
      ONE.test(part) ||
      ONE.test(words.at(-1)!) ||
      (words.length === 2 && ONE.test(words[0]!) && /s$/i.test(words[0]!) && has_preposition) ||
      WIDE.test(part)
    );
  });
};

const DEPARTMENT =
  /(?:^|\s)(?:sales|marketing|hr|human resources|finance|accounting|operations|ops|engineering|legal|it|procurement|customer (?:success|service|support)|vertrieb|personal(?:wesen|abteilung)|buchhaltung|einkauf|kundendienst|ventas|finanzas|recursos humanos|compras|ventes|commercial|ressources humaines|vendite|risorse umane|vendas|recursos humanos|verkoop|inkoop|personeelszaken)$|^(?:営業|人事|総務|経理|マーケティング|开发|销售|人事|财务)部?門?$/iu;
/** Whether a label is a department: several side by side are audiences or stages of a sale. */
export const isDepartment = (label: string): boolean => DEPARTMENT.test(label);

/** Labels that only name a section, a plan or a button. */
const NAMES_A_PART =
  /^(features?|key features|main features|all features|funktionen|alle funktionen|pricing|prices?|preise?|precios?|tarifs?|prezzi|plans?|faqs?|fragen|contact( us)?|kontakt|contacto|about( us)?|über uns|(our |the |meet the )?team|blog|news|latest news|newsletter|subscribe|downloads?|get started|getting started|quick ?start(?: guide)?|get in touch|sign (up|in)|log ?in|login|learn more|read more|see (all|more)|more|mehr|weitere|home|menu|testimonials?|reviews?|customers?|clients?|partners?|support|help|documentation|docs|resources|company|legal|products?|links|follow us|social( media)?|share|search|privacy( policy)?|datenschutz|terms|imprint|impressum|question\??|title|heading|examples?|demo|overview|introduction|screenshots?|videos?|watch|trailer|requirements?|system requirements|changelog|roadmap|credits|thanks?|thank you|license|copyright|coming soon|order now|buy now|free|pro|plus|basic|premium|enterprise|starter|standard|business|personal|professional|monthly|yearly|annual|kostenlos|gratis|gratuito|popular|most popular|recommended|starting (at|from|price)|new|beta|assets|icon|logo|press ?kit|history|mission|vision|values|community|status|careers|jobs|events|why|how|what|integrations|solutions|use cases|case studies|contents?|sitemap|laptop|desktop|server|mobile|web|tablet)[^\p{L}\p{N}]{0,20}$/iu;

/** Starts of labels that call to action, count something or are about others. */
const BEGINS_OTHERWISE =
  /^(step|point|item|feature|schritt|paso|étape|passo|stap|krok|phase|fase|level|stufe|nivel|niveau|stage|day|tag|week|chapter|option|card|slide|tab|column|section|plan|version|v) ?\d{1,9}(?!\p{L})|^\d{1,9}(st|nd|rd|th)? ?(step|schritt|paso|étape)|^(ready to|what(?: is|['’]s) (?:coming|next|new)|trusted by|loved by|used by|as seen|featured (in|on)|what (our |people |users |customers )?.{0,20}\bsay(?:ing)?|meet the|join (us|the|our|thousands)|our (story|mission|team|customers|vision)|be (one of|the first)|seja um dos|sé (uno|el)|werde (einer|teil)|users have|rated)\b|^(get|start|try|sign|download|join|contact|learn|read|see|view|watch|book|buy|jetzt|hier|mehr|comenzar|empieza|prueba|descarg\w{1,40}|essayer|télécharger|découvrir|scopri|inizia|comece|experimente|veja) (more|now|started|up|free|us|for free|today|here|it|how|a demo|demo|the app|starten|mehr|erfahren|ansehen|testen|ahora|gratis|más|maintenant|plus|ora|agora|como funciona)\b/iu;

const SOURCE =
  /^(?:sources?|quellen?|fuentes?|fonti?|fontes?|bron|źródło|источник) ?[:：]|^出典|(?<!\p{L})(?:doi(?!\p{L})|et al\.)|\d{5}|^\S{1,60}\.(?:json|md|html?|css|[jt]s|py|ya?ml|csv|txt|exe|dmg|zip)(?!\p{L})/iu;

const LEFT_OPEN =
  /\b(bild|foto|video|text) folgt\b|\b(image|photo|screenshot|picture|video) (coming|goes|here|placeholder)|\bplaceholder\b/i;

/** Networks, stores, payment methods and systems: names of others, which alone say nothing about a product. */
const OTHER_BRANDS =
  /^(?:the |our |join (?:the |our |us on )?|follow (?:us )?on )?(?:reddit|subreddit|patreon|discord(?: server)?|twitter|x|facebook|instagram|github(?: project| sponsors)?|gitlab|codeberg|bitbucket|youtube|linkedin|tiktok|telegram|whatsapp|signal|slack|mastodon|bluesky|threads|twitch|pinterest|snapchat|wechat|line|vk|medium|substack|product ?hunt|hacker ?news|stack ?overflow|steam|itch\.io|gog|epic games|app ?store|mac app store|google play|play ?store|microsoft store|f-droid|chrome web store|ko-?fi|buy me a coffee|open ?collective|liberapay|kickstarter|indiegogo|gofundme|paypal|stripe|visa|mastercard|amex|american express|apple pay|google pay|klarna|venmo|zelle|wise|binance|bitcoin|ethereum|bank transfer|credit card|pago m[oó]vil|pix|sepa|ideal|bancontact|matrix|irc|forum|wiki|mailing list|e-?mail|rss|windows|mac(?:os)?|os x|linux|ubuntu|debian|fedora|android|ios|ipad(?:os)?|iphone|apple tv|chrome(?: ?os)?|firefox|safari|edge|docker|freebsd|npm|pip|homebrew|zapier|notion|salesforce|hubspot|shopify|wordpress|google|apple|microsoft|amazon|aws|azure|openai|zoom|jira|trello|asana|figma)(?: (?:server|channel|group|page|community))?[^\p{L}\p{N}]{0,20}$/iu;

/** Button texts, which occur in plans and cards as one more line. */
const BUTTONS =
  /^(?:request|book|schedule|get|start|try|see|watch|claim|choose|select|pick|buy|view|compare|contact|talk to|chat with|speak (?:to|with)|call|order|upgrade|go|switch) (?:(?:a|an|your|my|the|our|this|all|for|to|free|live|personal|quick|now) ){0,9}(?:demo|call|quote|trial|plans?|sales|us|offer|estimate|callback|account|copy|pricing|prices|details|licen[cs]e|now|today|pro|premium)[^\p{L}\p{N}]{0,20}$|^(?:demo|angebot|beratung|rückruf|testzugang|kostenlos|jetzt|gratis|unverbindlich)(?!\p{L}).{0,200}(?:anfordern|anfragen|buchen|vereinbaren|einholen|starten|testen|kaufen|bestellen|sichern|registrieren|anmelden|ausprobieren)[^\p{L}\p{N}]{0,20}$|^(?:demande[zr]|réserve[zr]|obten(?:ir|ez)|essaye[zr]|teste[zr]|commence[zr]|choisi(?:r|ssez)|achete[zr]|commande[zr]|contacte[zr]|rejoigne[zr]|inscrive[zr])(?!\p{L}).{0,200}(?:démo|démonstration|devis|essai|maintenant|gratuitement|offre|formule|équipe commerciale)[^\p{L}\p{N}]{0,20}$|^(?:solicit\p{L}{1,40}|pide|pedir|agenda\p{L}{0,30}|reserva\p{L}{0,30}|prueba|probar|elige|elegir|compra\p{L}{0,30}|contrata\p{L}{0,30}|empieza|empezar|comienza|comenzar|contacta\p{L}{0,30}|peça|agend\p{L}{1,40}|experiment\p{L}{1,40}|teste|escolh\p{L}{1,40}|comec\p{L}{1,40}|fale)(?!\p{L}).{0,200}(?:demo|demostración|demonstração|presupuesto|orçamento|gratis|grátis|ahora|agora|plan|plano|ventas|vendas|llamada|cotización)[^\p{L}\p{N}]{0,20}$|^(?:richiedi|prenota|prova|scegli|acquista|inizia|contatta\p{L}{0,30})(?!\p{L}).{0,200}(?:demo|preventivo|gratis|ora|subito|piano|gratuit\p{L}{1,40}|chiamata)[^\p{L}\p{N}]{0,20}$|^(?:vraag|boek|plan|probeer|kies|bestel|koop|start|neem)(?!\p{L}).{0,200}(?:demo|demo aan|offerte|offerte aan|gratis|nu|abonnement|contact op)[^\p{L}\p{N}]{0,20}$|^(?:zamów|kup|wypróbuj|umów|zadzwoń)(?!\p{L}).{0,200}(?:teraz|demo|za darmo|ofertę)[^\p{L}\p{N}]{0,20}$|^(?:無料で(?:始める|試す|登録)|資料(?:請求|ダウンロード).{0,200}|お申し?込み.{0,200}|今すぐ.{0,8}|デモを.{0,6}|申し込む|購入する|お問い合わせ.{0,6})$/iu;

/** Fixes, removals and renames of a release. One of these marks a list as a changelog. */
const PUT_RIGHT =
  /^(?:fixed:? (?:an?|the|some|several|many|various|minor|rare|all|.{0,200}(?:bugs?|issues?|crash\p{L}{0,30}|errors?|when|where|not)(?!\p{L}))|fix:|bug ?fix(?:es)?(?!\p{L})|(?:corrected|resolved|removed|dropped|deprecated|renamed|refactored|reverted|bumped|rewrote|reworked)\s|(?:behoben|korrigiert|entfernt|fehlerbehebung\p{L}{0,30})(?!\p{L})|(?:corregid|eliminad|solucionad|arreglad|corrigid|removid)[oa]s?(?!\p{L})|(?:corrigé|supprimé|résolu)e?s?(?!\p{L})|corrections? d.{0,12}(?:bugs?|erreurs?|problèmes?)|(?:corrett|rimoss|risolt)[oaie](?!\p{L})|(?:opgelost|verwijderd|gerepareerd)(?!\p{L})|(?:naprawion|usunięt|poprawion)\p{L}{1,40}|(?:исправлен|удал[её]н|устранен)\p{L}{0,30}|修复了|移除了)|(?:fehler|bug|problem|absturz|abstürze).{0,60}(?:behoben|korrigiert)|(?:不具合|バグ|エラー).{0,12}修正|を(?:修正|削除|廃止)しました|修复.{0,20}(?:问题|错误|bug|崩溃)/iu;
/** Additions of a release: some of these may also be features. */
const CHANGED =
  /^(?:added|adds|updated|changed|new:|now supports?|introduced|hinzugefügt|aktualisiert|geändert|neu:|añadid[oa]s?|actualizad[oa]s?|ajout(?:ée?s?)?|mis à jour|aggiunt[oaie]|aggiornat[oaie]|adicionad[oa]s?|atualizad[oa]s?|toegevoegd|bijgewerkt|dodan[oa]|добавлен\p{L}{0,30}|обновлен\p{L}{0,30}|新增)(?!\p{L})|を?(?:追加|更新|改善|変更)しました。?$/iu;

export const isChangelog = (lines: string[]): boolean => {
  const changed = lines.filter((line) => CHANGED.test(line)).length;
  return lines.some((line) => PUT_RIGHT.test(line)) || (changed >= 2 && changed * 2 >= lines.length);
};

/** Makers of other products, with or without the product: "Google Gemini", "Microsoft Outlook". */
const OTHER_MAKERS =
  /^(?:openai|xai|google|microsoft|apple|amazon|meta|anthropic|mistral|adobe|oracle|sap|ibm|gmail|outlook|icloud(?: drive)?|onedrive|dropbox|excel|chatgpt|claude|gemini|llama|deepseek|qwen)(?![\p{L}\d])/iu;
const NAMES = /^(?: [\p{Lu}\d][\p{L}\d.-]{0,20}){0,3}$/u;
const isOfOtherMaker = (label: string): boolean => {
  const maker = OTHER_MAKERS.exec(label)?.[0];
  return maker !== undefined && NAMES.test(label.slice(maker.length));
};
export const isOtherBrand = (label: string): boolean => OTHER_BRANDS.test(label) || isOfOtherMaker(label);

/** "The problem": what a product is against. */
const PROBLEM =
  /^(?:the|your|our|das|el|le|il|o|het|die) (?:problem|challenge|problema|problème|probleem|uitdaging|reto|défi|desafio|herausforderung)e?s?$/iu;

/** What is bad without the product: "Archiving is slow", "どうすればいいかわからない". */
const PAIN = new RegExp(words.pains.join('|'), 'iu');
export const isPain = (label: string): boolean => PAIN.test(label);

export const isNoFeature = (text: string): boolean =>
  NAMES_A_PART.test(text) ||
  LEFT_OPEN.test(text) ||
  SOURCE.test(text) ||
  BEGINS_OTHERWISE.test(text) ||
  isOtherBrand(text) ||
  PROBLEM.test(text) ||
  BUTTONS.test(text) ||
  isAudience(text);

/** Shop conditions: several of these side by side say nothing about the product. */
const SHOP_TERMS =
  /(?<!\p{L})(?:shipping|delivery|returns?|refunds?|money[- ]back|warranty|guarantee|checkout|payments?|customer (?:service|support)|versand|lieferung|rückgabe|rückversand|garantie|zahlung|zahlungsarten|kauf auf rechnung|envíos?|devoluci(?:ón|ones)|garantía|pagos?|livraison|retours?|paiements?|spedizion[ei]|resi|reso|garanzia|pagament[oi]|frete|entrega|devoluç(?:ão|ões)|garantia|pagamentos?|verzending|bezorging|retourneren|retour|wysyłka|dostawa|zwroty?)(?!\p{L})|送料|返品|返金|保証|お支払い/iu;
export const isShopTerm = (label: string): boolean => SHOP_TERMS.test(label);

/** In a list of plans: whom a plan is for. */
const SUITS =
  /^(?:(?:designed|built|made|suited|suitable|recommended|tailored|intended|meant|best|right|great|ideal|perfect|good|optimal|perfekt|geeignet|gedacht|gemacht|entwickelt|empfohlen|pensado|diseñado|recomendado|perfecto|indicado|hecho|feito|perfeito|projetado|idéale?|conçue?|adaptée?|recommandée?|parfaite?|pensée?|ideale|ideaal|geschikt|ontworpen|gemaakt|idealny|stworzony) ){0,3}(?:for|für|para|pour|voor|dla)(?!\p{L})|^(?:ideale|pensato|adatto|consigliato|perfetto) (?:per|a)(?!\p{L})|^(?:suited|tailored|aimed|adaptée?) (?:to|at|aux?)(?!\p{L})|^(?:ideal|perfect|best|great)(?!\p{L})|(?:向け|の方(?:に|へ)?|におすすめ)$/iu;
/** What a plan lacks, and references between plans. */
const REFERS =
  /^(?:no|not|without|kein|keine|ohne|sin|sans|senza|sem|geen|everything in|all (?:(?:the|of|\p{L}{1,40}) )?features|alle (?:\p{L}{1,40}[- ])?funktionen|alles (?:aus|in|von)|todo lo|tout (?:du|le|de)|tutto|tudo|all of|plus)(?!\p{L})|^(?:one|two|three|four|five|six|ten) \p{L}{1,40} of(?!\p{L})/iu;
/** How much less one plan costs than another. */
const SAVES =
  /\d\s?%.{0,30}(?<!\p{L})(?:cheaper|less than|off|discount|günstiger|billiger|rabatt|gespart|moins cher|de (?:réduction|remise|descuento|desconto)|más barato|mais barato|di sconto|goedkoper|korting|taniej)(?!\p{L})|(?<!\p{L})(?:save|saves|spare|sparen sie|économise[zr]?|ahorra|risparmia|economize|bespaar)(?!\p{L}).{0,20}\d\s?%|\d\s?[%％](?:お得|割引|オフ|安い)|立省|省\d/iu;
/** What a plan costs and its contract: rows of a price table. */
const TERMS =
  /^(?:free|kostenlos|gratis|gratuit\p{L}{0,30})(?: \S{1,12})?$|^(?:prices?|preise?|precios?|prix|tarif\p{L}?|prezz[io]|preços?|prijs|cena|licen[cs]e|seats?|support|updates?|commitment|contract)$|(?<!\p{L})(?:commissions?|cancel|kündbar|billed|billing|abrechnung|résiliable|trial|credit card|kreditkarte|carte bancaire|tarjeta|most popular|costs?|fees?|sala(?:ry|ries)|wages|deposit|\p{L}{0,30}kosten|\p{L}{0,30}gebühr(?:en)?|gehalt|\p{L}{0,30}provision|comisi(?:ón|ones)|costes?|costos?|sueldos?|salarios?|frais|coûts?|salaires?|costi|stipendi\p{L}?|custos?|taxas?|koszty?|wynagrodzenie|opłat[ay])(?!\p{L})|費用|手数料|^(?:料金|価格|サポート|价格)$/iu;

export const isPlanTerm = (text: string): boolean => SUITS.test(text) || REFERS.test(text) || TERMS.test(text) || SAVES.test(text);

/** Ends of sentences that announce a list of features, up to the colon. In lower case. */
const ENDS = words.lead_ends;
const LEADS = new RegExp(
  `(?:^|[^\\p{L}])(?:${ENDS.join('|')}) ?[:：]$|(?:次|以下)の(?:機能|特[長徴]|こと|メリット)[^。]{0,20}[:：。]$|以下功能[:：]?$`,
  'u',
);
/** Negations, things not available yet, and what any account or browser allows. */
const NOT =
  /(?<!\p{L})(?:not|cannot|can['’]t|doesn['’]t|without|soon|planned|nicht|kein\p{L}{0,30}|bald|geplant|pas|bientôt|no|próximamente|non|presto|não|breve|niet|binnenkort|nie|не|account|konto|compte|cuenta|conta|browser|settings|einstellungen)(?!\p{L})|ません|予定/u;
/** Where the paid edition is distinguished from the free one, also in answers. */
const UNLOCKS =
  /(?<!\p{L})(?:pro|premium|plus|full version|upgrade|vollversion|version complète|versión completa|versione completa|versão completa)(?!\p{L}).{0,40}(?<!\p{L})(?:unlocks|adds|gives you|schaltet|bringt|débloque|ajoute|desbloquea|añade|sblocca|aggiunge|desbloqueia|adiciona|ontgrendelt)(?!\p{L}).{0,40}[:：]$|(?:次|以下)の.{0,10}(?:解放され|アンロックされ|使えるようにな|追加され)/u;

const LONGEST_LEAD = 400;
const ending = (text: string): string => text.slice(-LONGEST_LEAD).toLowerCase();
const sentence = (text: string): string =>
  ending(text)
    .split(/(?<=[.!?。！？])\s*(?=\S)/)
    .at(-1) ?? '';

export const leadsToFeatures = (text: string): boolean => LEADS.test(sentence(text)) && !NOT.test(sentence(text));
export const leadsToPaid = (text: string): boolean => UNLOCKS.test(ending(text)) && /[:：。]$/.test(text);

export const FEATURES_HEADING =
  /(?<!\p{L})(features?|functions?|functionality|capabilit\w{1,20}|benefits?|advantages?|what (you (get|can)|it does|we (offer|deliver)|\w{1,40} (does|can do|offers|delivers))|highlights?|reasons (?:to|why)|what['’]s (?:in|inside|included)|included|includes|why|every ?thing (you|your|in)|all (you|your \w{1,40}) needs?|all[- ]in[- ]one|\p{L}{0,20}funktionen|funktionsumfang|\p{L}{0,20}vorteile|leistungen|\p{L}{0,20}merkmale|möglichkeiten|das (kann|leistet)|was \S{1,60} (für (sie|dich|euch) )?(kann|leistet|bietet|macht)|alles,? was|warum|enthalten|caracter[ií]sticas|funciones|funcionalidades|ventajas|beneficios|por qu[eé]|incluye|todo lo que|(lo que|qué) (hace|ofrece|puedes)|fonctionnalit[eé]s|fonctions|avantages|atouts|pourquoi|tout ce (dont|qu)|ce que|funzionalit[aà]|caratteristiche|vantaggi|perch[eé]|tutto (ciò|quello)|recursos|vantagens|benefícios|por que|tudo (o )?que|ominaisuudet|edut|funksjoner|fordeler|funktioner|fördelar|fordele|egenskaper|mogelijkheden|voordelen|functies|waarom|alles wat|wat (kan|doet|levert|leveren|biedt|krijg)|(our|unsere|nos|nuestros|i nostri|nossos|onze|nasze) (services?|dienste|servicios|servizi|serviços|diensten|usługi)|dienstleistungen|prestations|co (zyskujesz|oferujemy)|dlaczego|funkcje|zalety|možnosti|výhody|funkce|özellikler|avantajlar)(?!\p{L})|機能|特徴|特長|できること|強み|選ばれる|メリット|功能|特点|特色|亮点|优势|優勢|기능|특징|장점|возможности|функции|преимущества|можливості|переваги|δυνατότητες|χαρακτηριστικά|المميزات|الميزات|יתרונות|תכונות/iu;

export const SETS_APART =
  /^(why|warum|wieso|por qu[eé]|pourquoi|perch[eé]|por que|waarom|varför|miksi|hvorfor|dlaczego)(?!\p{L})|(?<!\p{L})(what makes (us|it|\w{1,40}) different|was uns unterscheidet|advantages|unsere vorteile|ventajas|avantages|vantaggi|vantagens|voordelen)(?!\p{L})|選ばれる理由|为什么选择|почему|왜 /iu;

/** Headings of sections that are about something else, by topic. In lower case, because ignoring case is much slower. */
const LEGAL =
  /\bprivacy (policy|notice|statement)|datenschutz(erklärung|hinweise?|bestimmungen)|^(datenschutz|gdpr|dsgvo|data protection|conditions)$|\bcookie (policy|settings|notice)|\bcookies$|\bterms\b|\bagb\b|nutzungsbedingungen|haftung|impressum|\bimprint\b|\blegal (notice|information)|^legal$|conditions générales|(politique|règles) de confidentialit|mentions légales|aviso legal|pol[ií]tica de privac|(?<!\p{L})(?:términos|termini|termos)(?!\p{L})|gegevens verzamelen|voorwaarden|liability|利用規約|プライバシー/u;

const PEOPLE =
  /^(our |the |meet (the |our )?|unser |das |l['’]|notre |nuestro |el |il nostro |nossa |a nossa |ons |het |about the )?(team|équipe|equipo|squadra|equipe|mitarbeiter|people|founders?|gründer|fundadores|fondateurs|makers?|creators?|developers?)[^\p{L}\p{N}]{0,20}$|(?<!\p{L})(the|our) (team|people) behind(?!\p{L})|(?<!\p{L})(customers?|users|clients|people|they|teams|kunden|clientes|clienti|klanten) (say|love|think|sagen|dicen|dicono|dizem|zeggen|vertellen)|(?<!\p{L})(ce que (disent|pensent)|lo que dicen|(cosa|che cosa) dicono|o que dizem|wat \p{L}{1,40} (zeggen|vinden)|what .{0,24}(?<!\p{L})say(ing)?(?!\p{L}))|(?<!\p{L})sagen (unsere )?kunden|(?<!\p{L})testimonials?(?!\p{L})|(?<!\p{L})(reviews|ratings|testimonios|opiniones|avis|recensioni|depoimentos|bewertungen|kundenstimmen|loved by|trusted by|used by|join (over|thousands))(?!\p{L})|お客様の声|利用者の声|プロフィール|自己紹介|代表者?(?:挨拶|紹介)|チーム|团队|评价|후기/u;

const AUDIENCE = new RegExp(
  `\\bwho\\b.{0,24}\\bfor\\b|\\bwho (uses|benefits|needs|should)\\b|\\bfor whom\\b|\\buse[- ]cases?\\b|\\bindustries\\b|\\bsectors?\\b|\\bsolutions (for|by)\\b|\\baudiences?\\b|\\bpersonas?\\b|\\bfor (every|any|all) (kind|type|sort|team|business|role)|\\bfür (wen|jeden|alle)\\b|\\bzielgruppen?\\b|\\bbranchen\\b|\\banwendungsfälle\\b|\\beinsatz(bereiche|gebiete)\\b|\\bwer (nutzt|profitiert)\\b|\\bpara qui[eé]n(es)?\\b|\\bcasos de uso\\b|\\bsectores\\b|\\bindustrias\\b|\\bpour qui\\b|\\bcas d['’](usage|utilisation)\\b|\\bsecteurs\\b|\\bper chi\\b|\\ba chi\\b|\\bcasi d['’]uso\\b|\\bsettori\\b|\\bpara quem\\b|\\bsetores\\b|\\bvoor (wie|iedereen)\\b|\\btoepassingen\\b|\\bdla kogo\\b|\\bpro koho\\b|\\bkenelle\\b|\\b(för|for) (vem|hvem)\\b|\\bhvem er\\b|\\bkimler için\\b|для кого|кому (подойд|нужн)|こんな(方|人|とき)|おすすめの方|導入業種|利用シーン|活用シーン|ユースケース|适合|适用|场景|场合|用例|누구를 위한|이런 분|활용|사용 사례|` +
    `\\b(built|made|designed|perfect|ideal|great|crafted|tailored|gemacht|gebaut|entwickelt|perfekt|diseñado|pensado|hecho|conçu|fait|pensé|pensato|fatto|feito|gemaakt)\\s(for|für|para|pour|per|voor)\\s(?:\\p{L}{1,40}\\s){0,2}(?:${AUDIENCES.source})`,
  'u',
);

/** Headings of other work by the maker, or by users of the product. */
const WORK =
  /(?<!\p{L})(portfolio|popular|trending|browse|(product|service)? ?categories|top (rated|picks)|beliebte?|kategorien|categorías|catégories|case stud(y|ies)|showcase|success stor(y|ies)|(our|my|recent|selected|latest) (work|works|projects|products|apps|games|clients|customers|brands|partners)|what (we|i)('ve| have)? (did|done|built|made)|(more|other) (from|apps|products|projects|games|tools)|(made|built|created) (with|using) \w{1,40}|erfolgsgeschichten|kundenprojekte|(unsere|weitere|andere) (arbeiten|produkte|projekte|kunden|apps|spiele|partner)|casos de éxito|(nuestros|otros) (trabajos|productos|proyectos|clientes)|réalisations|(nos|autres) (projets|produits|clients|réalisations)|(i nostri|altri) (lavori|prodotti|progetti|clienti)|casos de sucesso|(nossos|outros) (trabalhos|produtos|projetos|clientes)|(onze|andere) (klanten|producten|projecten))(?!\p{L})|^(projects?|work|works|products|examples?|gallery|templates?|references|clients|customers|partners|projekte|referenzen|beispiele|produkte|galerie|proyectos|ejemplos|productos|projets|exemples|produits|progetti|esempi|prodotti|projetos|exemplos|produtos|projecten|voorbeelden)[^\p{L}\p{N}]{0,20}$|導入事例|事例|制作実績|作品|案例|客户|포트폴리오|고객사|портфолио|наши (работы|клиенты|проекты)/u;

const COMMUNITY =
  /(?<!\p{L})(community|get involved|contribut\w{1,40}|donat\w{1,40}|sponsors?(hip)?|backers|support (us|me|the|our|development|this)|follow (us|me|along)|stay (in touch|connected|tuned|up to date)|connect with us|help us|find us|contact( us)?|get in touch|newsletter|spread the word|(on|our|via|follow) social media|^social media$|join (us|our|the)|mitmachen|unterstütz\w{1,40}|spenden|kontakt|folge? uns|comunidad|contacto|colabora|dona|síguenos|communauté|contactez|suivez|soutenez|comunità|contatt\w{1,40}|seguici|comunidade|contato|siga|doe|volg ons|steun)(?!\p{L})|コミュニティ|お問い合わせ|社区|社群|联系|커뮤니티|сообщество|контакты|поддержать/u;

const PLANS =
  /(?<!\p{L})(pricing|prices|plans|(choose|pick|find) (a|your|the) plan|packages|payment (methods|options)|ways to pay|preise?|tarife?|pakete|zahlungs(arten|methoden)|precios|planes|(formas|m[eé]todos) de pago|paga de|tarifs?|forfaits|moyens de paiement|prezzi|piani|metodi di pagamento|preços|planos|formas de pagamento|prijzen|abonnementen|betaalmethoden|cennik|priser|hinnat|цены|тарифы)(?!\p{L})|料金|プラン|支払い?方法|价格|套餐|付款|요금|가격/u;

const STEPS =
  /(?<!\p{L})(how (?:[^\s.!?]{1,40} ){1,4}works?|how (to|do i|does|you)|getting started|get started|steps?|level \d|phase \d|in (\d{1,9}|two|three|four|five) (easy |simple |quick )?(steps|clicks|minutes)|so (einfach )?(funktioniert|geht)|schritte?|ablauf|in \w{1,40} schritten|c[oó]mo (funciona|empezar|se usa)|pasos|proceso|comment (ça|[cç]a|\w{1,40}) (marche|fonctionne)|étapes|déroulement|come funziona|passaggi|como funciona|passos|passo a passo|hoe (het|\w{1,40}) werkt|zo werkt|stappen|aan de slag|jak to działa|kroki?|jak to funguje|så (fungerar|funkar)|slik (fungerer|virker)|sådan|näin)(?!\p{L})|使い方|インストール|ご利用の流れ|はじめ方|始め方|ステップ|仕組み|流れ|使用方法|如何使用|步骤|开始使用|快速开始|快速入门|安装|이용 방법|사용 방법|как (это )?работает|шаг/u;

const TIMES =
  /(?<!\p{L})(roadmap|coming (soon|next)|what['’]s (next|coming|planned|new)|in the works|demnächst|ausblick|próximamente|bientôt|à venir|feuille de route|hoja de ruta|prossimamente|em breve|binnenkort|latest (news|posts|articles|updates)|changelog|what['’]s changed|(was ist|wat is er) (neu|nieuw)|neuerungen|quoi de neuf|novedades|nouveautés|novità|novidades|(release|version|software|latest|recent) (notes?|updates?|history|changes)|history of (changes|versions)|change (log|history)|bug ?fixes|änderungen|änderungsprotokoll|versions(hinweise|geschichte|verlauf)|neu in (version|v)|(notas|historial) de (la )?(versión|versiones|cambios)|registro de cambios|notes? de (version|mise à jour)|journal des modifications|historique des versions|note di rilascio|registro delle modifiche|cronologia versioni|notas da versão|registro de alterações|histórico de versões|wijzigingen|versiegeschiedenis|historia zmian|lista zmian|in the (media|news)|as seen (in|on)|featured (in|on)|in de media|open positions|stellenangebote|system(voraussetzungen| requirements)|configuration requise|supported (devices|platforms|systems)|available (on|for|in)|get the app|(by the|in) numbers|in zahlen|en cifras|en chiffres|in cijfers|(our|the) (values|mission|vision|principles|story|philosophy)|unsere (werte|mission)|nuestr[oa]s (valores|misi[oó]n)|nos valeurs|i nostri valori|nossos valores|onze (waarden|missie))(?!\p{L})|^(\S{1,60} )?(version|release|v|ver\.?) ?\d{1,9}(\.\d{1,9}){0,9}[^\p{L}]{0,20}$|更新履歴|更新内容|変更点|変更履歴|リリースノート|更新日志|更新记录|업데이트 내역|история (версий|изменений)|что нового|今後|開発予定|お知らせ|ニュース|受賞|動作環境|会社概要|即将|新闻|博客|路线图|获奖|系统要求|로드맵|소식|블로그|수상|новости|блог|скачать/u;

/** Words that name a section on their own but may also be part of any sentence. */
const BY_ITSELF =
  /^(?:(?:our|the|my|latest|recent|upcoming|unsere?|die|nuestr[oa]s|nos|les|i nostri|nossos|onze|de)\s)?(?:awards?|auszeichnungen|premios|récompenses|prêmios|recognition|events?|webinars?|careers?|jobs|karriere|locations?|offices|standorte|requirements|requisitos|requisiti|prérequis|voraussetzungen|vereisten|wymagania|compatibility|downloads?|install(?:ation)?|history|timeline|milestones|geschichte|historia|histoire|storia|blog|news|articles|press|neuigkeiten|aktuelles|presse|noticias|prensa|actualités|notizie|stampa|notícias|imprensa|nieuws|process|prozess|ablauf|proceso|levels|stages|phases|platforms?|technolog(?:y|ies)|values|mission|vision|story|about(?: us)?|über uns|credits|legal|questions|fragen|preguntas|integrations?|partners?|community|examples|demo|screenshots?|videos?|trailers?|images|gallery)(?:\s(?:&|and|und|y|et|e|en)\s\p{L}{1,40})?[^\p{L}\p{N}]{0,20}$/u;

const PROBLEMS =
  /(?<!\p{L})(the|your|our|das|el|le|il|o|de|het) (problem|challenge|pain|problema|problème|uitdaging|reto|défi|desafio)s?(?!\p{L})|(?<!\p{L})sound(s)? familiar(?!\p{L})|(?<!\p{L})struggl\w{1,40}|(?<!\p{L})tired of(?!\p{L})|(?<!\p{L})frustrat\w{1,40}|(?<!\p{L})herausforderung\w{0,30}|(?<!\p{L})kennst du(?!\p{L})|(?<!\p{L})kennen sie das(?!\p{L})|(?<!\p{L})te suena(?!\p{L})|(?<!\p{L})cansad[oa] de(?!\p{L})|(?<!\p{L})marre de(?!\p{L})|(?<!\p{L})stanco di(?!\p{L})|(?<!\p{L})cansado de(?!\p{L})|(?<!\p{L})without \w{1,40}[^\p{L}\p{N}]{0,20}$|(?<!\p{L})old way(?!\p{L})|(?<!\p{L})(is|are) broken(?!\p{L})|(?<!\p{L})what['’]s wrong(?!\p{L})|(?<!\p{L})trouble with(?!\p{L})|(?<!\p{L})(limitations|not (included|supported)|what it (does not|doesn['’]t) do|einschränkungen|grenzen von|limitaciones|limites|limitazioni|beperkingen)(?!\p{L})|課題|お悩み|ありませんか|困っていませんか|できないこと|やらないこと|痛点|烦恼|고민/u;

const INTEGRATIONS_HEADING =
  /(?<!\p{L})(integrations?|data sources?|datenquellen|sources de données|fuentes de datos|fonti dei dati|integrates? with|works? (great |well |seamlessly )?with|connects? (to|with)|tech(nology)? stack|powered by|built (on|with)|propulsé par|betrieben (mit|von)|impulsado por|basato su|technos|technologies|integrationen|integraciones|intégrations|integrazioni|integrações|koppelingen|faqs?|(frequently|commonly) asked|häufige fragen|preguntas frecuentes|questions fréquentes|domande frequenti|perguntas frequentes|veelgestelde vragen)(?!\p{L})|連携|よくある|データソース|数据来源|数据源|集成|常见问题|연동|자주 묻는/u;

/** Guides, articles and videos of the product in use. */
const ARTICLES =
  /(?<!\p{L})(guides|tutorials|articles|how-tos|(demo(nstration)?|explainer) videos|ratgeber|anleitungen|artikel|demovideos|guías|tutoriales|artículos|vídeos? de demostración|tutoriels|vidéos? de démonstration|preuves|sur le terrain|guide pratiche|guias|tutoriais|artigos|handleidingen|artikelen)(?!\p{L})|導入の声|チュートリアル|教程|튜토리얼/u;

/** A small line above a headline that says what the section is about: "Permissions — Only what is needed". */
const SMALL_LINE =
  /^(?:blog|news|press|events?|careers?|requirements|permissions|awards?|berechtigungen|systemvoraussetzungen|permisos|requisitos|autorisations|prérequis|permessi|permissões|必要な権限|権限|权限|권한) — /u;

const LONGEST_HEADING = 160;

const OTHER_SECTIONS = [
  PEOPLE,
  AUDIENCE,
  WORK,
  COMMUNITY,
  PLANS,
  STEPS,
  TIMES,
  BY_ITSELF,
  PROBLEMS,
  INTEGRATIONS_HEADING,
  LEGAL,
  ARTICLES,
  SMALL_LINE,
];

/** A headline above people or steps. */
export const isPeopleOrSteps = (title: string): boolean => PEOPLE.test(title.toLowerCase()) || STEPS.test(title.toLowerCase());
export const isPricingSection = (title: string): boolean => PLANS.test(title.toLowerCase());
export const isOtherSection = (title: string): boolean => {
  const small = title.slice(0, LONGEST_HEADING).toLowerCase();
  return OTHER_SECTIONS.some((words) => words.test(small));
};
