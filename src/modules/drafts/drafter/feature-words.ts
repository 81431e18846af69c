import { isAudience } from './audience-words.ts';

/** A label that is only the name of a part of a page, a plan or a button. */
const NAMES_A_PART =
  /^(features?|key features|main features|all features|funktionen|alle funktionen|pricing|prices?|preise?|precios?|tarifs?|prezzi|plans?|faqs?|fragen|contact( us)?|kontakt|contacto|about( us)?|über uns|(our |the |meet the )?team|blog|news|latest news|newsletter|subscribe|downloads?|get started|getting started|get in touch|sign (up|in)|log ?in|login|learn more|read more|see (all|more)|more|mehr|weitere|home|menu|testimonials?|reviews?|customers?|clients?|partners?|support|help|documentation|docs|resources|company|legal|products?|links|follow us|social( media)?|share|search|privacy( policy)?|datenschutz|terms|imprint|impressum|question\??|title|heading|examples?|demo|overview|introduction|screenshots?|videos?|watch|trailer|requirements?|system requirements|changelog|roadmap|credits|thanks?|thank you|license|copyright|coming soon|order now|buy now|free|pro|plus|basic|premium|enterprise|starter|standard|business|personal|professional|monthly|yearly|annual|kostenlos|gratis|gratuito|popular|most popular|recommended|starting (at|from|price)|new|beta|assets|icon|logo|press ?kit|history|mission|vision|values|community|status|careers|jobs|events|integrations|solutions|use cases|case studies|contents?|sitemap|laptop|desktop|server|mobile|web|tablet)[^\p{L}\p{N}]*$/iu;

/** How labels begin that call to something, count something up or tell of others. */
const BEGINS_OTHERWISE =
  /^(step|point|item|feature|schritt|paso|étape|passo|stap|krok|phase|fase|level|stufe|nivel|niveau|stage|day|tag|week|chapter|option|card|slide|tab|column|section|plan|version|v)\s*\d+(?!\p{L})|^\d+(st|nd|rd|th)?\s*(step|schritt|paso|étape)|^(ready to|trusted by|loved by|used by|as seen|featured (in|on)|what (our |people |users |customers )?.{0,20}\bsay|meet the|join (us|the|our|thousands)|our (story|mission|team|customers|vision)|be (one of|the first)|seja um dos|sé (uno|el)|werde (einer|teil)|users have|rated)\b|^(get|start|try|sign|download|join|contact|learn|read|see|view|watch|book|buy|jetzt|hier|mehr|comenzar|empieza|prueba|descarg\w+|essayer|télécharger|découvrir|scopri|inizia|comece|experimente|veja)\s+(more|now|started|up|free|us|for free|today|here|it|how|a demo|demo|the app|starten|mehr|erfahren|ansehen|testen|ahora|gratis|más|maintenant|plus|ora|agora|como funciona)\b/iu;

/** Where a figure was taken from. */
const SOURCE = /^(?:sources?|quellen?|fuentes?|fonti?|fontes?|bron|źródło|источник)\s*[:：]|^出典/iu;

const LEFT_OPEN =
  /\b(bild|foto|video|text) folgt\b|\b(image|photo|screenshot|picture|video) (coming|goes|here|placeholder)|\bplaceholder\b/i;

/** Networks, shops, ways to pay and systems: others' names, which by themselves say nothing of a product. */
const OTHERS =
  /^(?:the |our |join (?:the |our |us on )?|follow (?:us )?on )?(?:reddit|subreddit|patreon|discord(?: server)?|twitter|x|facebook|instagram|github(?: project| sponsors)?|gitlab|codeberg|bitbucket|youtube|linkedin|tiktok|telegram|whatsapp|signal|slack|mastodon|bluesky|threads|twitch|pinterest|snapchat|wechat|line|vk|medium|substack|product ?hunt|hacker ?news|stack ?overflow|steam|itch\.io|gog|epic games|app ?store|mac app store|google play|play ?store|microsoft store|f-droid|chrome web store|ko-?fi|buy me a coffee|open ?collective|liberapay|kickstarter|indiegogo|gofundme|paypal|stripe|visa|mastercard|amex|american express|apple pay|google pay|klarna|venmo|zelle|wise|binance|bitcoin|ethereum|bank transfer|credit card|pago m[oó]vil|pix|sepa|ideal|bancontact|matrix|irc|forum|wiki|mailing list|e-?mail|rss|windows|mac(?:os)?|os x|linux|ubuntu|debian|fedora|android|ios|ipad(?:os)?|iphone|apple tv|chrome(?: ?os)?|firefox|safari|edge|docker|freebsd|npm|pip|homebrew|zapier|notion|salesforce|hubspot|shopify|wordpress|google|apple|microsoft|amazon|aws|azure|openai|zoom|jira|trello|asana|figma)(?: (?:server|channel|group|page|community))?[^\p{L}\p{N}]*$/iu;

/** What is written on buttons, and stands in plans and cards as one more line. */
const BUTTONS =
  /^(?:request|book|schedule|get|start|try|see|watch|claim|choose|select|pick|buy|view|compare|contact|talk to|chat with|speak (?:to|with)|call|order|upgrade|go|switch)\s+(?:(?:a|an|your|my|the|our|this|all|for|to|free|live|personal|quick|now)\s+)*(?:demo|call|quote|trial|plans?|sales|us|offer|estimate|callback|account|copy|pricing|prices|details|licen[cs]e|now|today|pro|premium)[^\p{L}\p{N}]*$|^(?:demo|angebot|beratung|rückruf|testzugang|kostenlos|jetzt|gratis|unverbindlich)(?!\p{L}).*(?:anfordern|anfragen|buchen|vereinbaren|einholen|starten|testen|kaufen|bestellen|sichern|registrieren|anmelden|ausprobieren)[^\p{L}\p{N}]*$|^(?:demander|réserver|obtenir|essayer|commencer|choisir|acheter|commander|contacter)(?!\p{L}).*(?:démo|démonstration|devis|essai|maintenant|gratuitement|offre|formule|équipe commerciale)[^\p{L}\p{N}]*$|^(?:solicit\p{L}+|pide|pedir|agenda\p{L}*|reserva\p{L}*|prueba|probar|elige|elegir|compra\p{L}*|contrata\p{L}*|empieza|empezar|comienza|comenzar|contacta\p{L}*|peça|agend\p{L}+|experiment\p{L}+|teste|escolh\p{L}+|comec\p{L}+|fale)(?!\p{L}).*(?:demo|demostración|demonstração|presupuesto|orçamento|gratis|grátis|ahora|agora|plan|plano|ventas|vendas|llamada|cotización)[^\p{L}\p{N}]*$|^(?:richiedi|prenota|prova|scegli|acquista|inizia|contatta\p{L}*)(?!\p{L}).*(?:demo|preventivo|gratis|ora|subito|piano|gratuit\p{L}+|chiamata)[^\p{L}\p{N}]*$|^(?:vraag|boek|plan|probeer|kies|bestel|koop|start|neem)(?!\p{L}).*(?:demo|demo aan|offerte|offerte aan|gratis|nu|abonnement|contact op)[^\p{L}\p{N}]*$|^(?:zamów|kup|wypróbuj|umów|zadzwoń)(?!\p{L}).*(?:teraz|demo|za darmo|ofertę)[^\p{L}\p{N}]*$|^(?:無料で(?:始める|試す|登録)|資料(?:請求|ダウンロード).*|お申し?込み.*|今すぐ.{0,8}|デモを.{0,6}|申し込む|購入する|お問い合わせ.{0,6})$/iu;

/** What was put right, taken away or renamed in a release. One of these says that the list it stands in tells of a release. */
const PUT_RIGHT =
  /^(?:fixed:?\s+(?:an?|the|some|several|many|various|minor|rare|all|.*(?:bugs?|issues?|crash\p{L}*|errors?|when|where|not)(?!\p{L}))|fix:|bug ?fix(?:es)?(?!\p{L})|(?:corrected|resolved|removed|dropped|deprecated|renamed|refactored|reverted|bumped|rewrote|reworked)\s|(?:behoben|korrigiert|entfernt|fehlerbehebung\p{L}*)(?!\p{L})|(?:corregid|eliminad|solucionad|arreglad|corrigid|removid)[oa]s?(?!\p{L})|(?:corrigé|supprimé|résolu)e?s?(?!\p{L})|corrections? d.{0,12}(?:bugs?|erreurs?|problèmes?)|(?:corrett|rimoss|risolt)[oaie](?!\p{L})|(?:opgelost|verwijderd|gerepareerd)(?!\p{L})|(?:naprawion|usunięt|poprawion)\p{L}+|(?:исправлен|удал[её]н|устранен)\p{L}*|修复了|移除了)|(?:fehler|bug|problem|absturz|abstürze).{0,60}(?:behoben|korrigiert)|(?:不具合|バグ|エラー).{0,12}修正|を(?:修正|削除|廃止)しました|修复.{0,20}(?:问题|错误|bug|崩溃)/iu;
/** What came with it: some of these may also be what a product gives. */
const CHANGED =
  /^(?:added|adds|updated|changed|new:|now supports?|introduced|hinzugefügt|aktualisiert|geändert|neu:|añadid[oa]s?|actualizad[oa]s?|ajout(?:ée?s?)?|mis à jour|aggiunt[oaie]|aggiornat[oaie]|adicionad[oa]s?|atualizad[oa]s?|toegevoegd|bijgewerkt|dodan[oa]|добавлен\p{L}*|обновлен\p{L}*|新增)(?!\p{L})|を?(?:追加|更新|改善|変更)しました。?$/iu;

/** Whether lines of a list tell what a release changed. */
export const areChanges = (lines: string[]): boolean => {
  const changed = lines.filter((line) => CHANGED.test(line)).length;
  return lines.some((line) => PUT_RIGHT.test(line)) || (changed >= 2 && changed * 2 >= lines.length);
};

export const isNoFeature = (text: string): boolean =>
  NAMES_A_PART.test(text) ||
  LEFT_OPEN.test(text) ||
  SOURCE.test(text) ||
  BEGINS_OTHERWISE.test(text) ||
  OTHERS.test(text) ||
  BUTTONS.test(text) ||
  isAudience(text);

/** How a shop sells: several of these side by side say nothing of what it sells. */
const SHOP_TERMS =
  /(?<!\p{L})(?:shipping|delivery|returns?|refunds?|money[- ]back|warranty|guarantee|checkout|payments?|customer (?:service|support)|versand|lieferung|rückgabe|rückversand|garantie|zahlung|zahlungsarten|kauf auf rechnung|envíos?|devoluci(?:ón|ones)|garantía|pagos?|livraison|retours?|paiements?|spedizion[ei]|resi|reso|garanzia|pagament[oi]|frete|entrega|devoluç(?:ão|ões)|garantia|pagamentos?|verzending|bezorging|retourneren|retour|wysyłka|dostawa|zwroty?)(?!\p{L})|送料|返品|返金|保証|お支払い/iu;
export const isShopTerm = (label: string): boolean => SHOP_TERMS.test(label);

/** In a list of plans: whom a plan is for. */
const SUITS =
  /^(?:(?:designed|built|made|suited|suitable|recommended|tailored|intended|meant|best|right|great|ideal|perfect|good|optimal|perfekt|geeignet|gedacht|gemacht|entwickelt|empfohlen|pensado|diseñado|recomendado|perfecto|indicado|hecho|feito|perfeito|projetado|idéale?|conçue?|adaptée?|recommandée?|parfaite?|pensée?|ideale|ideaal|geschikt|ontworpen|gemaakt|idealny|stworzony)\s+)*(?:for|für|para|pour|voor|dla)(?!\p{L})|^(?:ideale|pensato|adatto|consigliato|perfetto)\s+(?:per|a)(?!\p{L})|^(?:suited|tailored|aimed|adaptée?)\s+(?:to|at|aux?)(?!\p{L})|^(?:ideal|perfect|best|great)(?!\p{L})|(?:向け|の方(?:に|へ)?|におすすめ)$/iu;
/** How much of it there is, what a plan lacks, and where plans refer to each other. */
const MEASURES =
  /\d|^(?:no|not|without|kein|keine|ohne|sin|sans|senza|sem|geen|up to|bis zu|hasta|jusqu|fino a|até|tot|everything in|all (?:(?:the|of|\p{L}+) )?features|alle (?:\p{L}+[- ])?funktionen|alles (?:aus|in|von)|todo lo|tout (?:du|le)|tutto|tudo|all of|plus)(?!\p{L})|^(?:one|two|three|four|five|six|ten)\s+\p{L}+\s+of(?!\p{L})|まで$|無制限/iu;
/** Whom one may ask, how long it binds, and what is paid for: rows of a table of costs. */
const TERMS =
  /(?<!\p{L})(?:free|kostenlos|gratis|gratuit\p{L}*|payments?|commissions?|support|soporte|suporte|assistance|hilfe|cancel|kündbar|billed|per month|months?|monthly|years?|yearly|annual\p{L}*|trial|licen[cs]e|seat|popular|updates?|costs?|fees?|sala(?:ry|ries)|wages|deposit|\p{L}*kosten|\p{L}*gebühr(?:en)?|gehalt|\p{L}*provision|zahlung|pagos?|paiements?|pagament[io]|pagamentos?|comisi(?:ón|ones)|costes?|costos?|sueldos?|salarios?|frais|coûts?|salaires?|costi|stipendi\p{L}?|custos?|taxas?|koszty?|wynagrodzenie|opłat[ay])(?!\p{L})|サポート|無料|費用|手数料/iu;

/** What stands in plans besides what they give. */
export const isOfPlan = (text: string): boolean => SUITS.test(text) || MEASURES.test(text) || TERMS.test(text);
