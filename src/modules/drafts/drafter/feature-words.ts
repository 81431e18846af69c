import { isAudience } from './audience-words.ts';

/** A label that is only the name of a part of a page, a plan or a button. */
const NAMES_A_PART =
  /^(features?|key features|main features|all features|funktionen|alle funktionen|pricing|prices?|preise?|precios?|tarifs?|prezzi|plans?|faqs?|fragen|contact( us)?|kontakt|contacto|about( us)?|über uns|(our |the |meet the )?team|blog|news|latest news|newsletter|subscribe|downloads?|get started|getting started|get in touch|sign (up|in)|log ?in|login|learn more|read more|see (all|more)|more|mehr|weitere|home|menu|testimonials?|reviews?|customers?|clients?|partners?|support|help|documentation|docs|resources|company|legal|products?|links|follow us|social( media)?|share|search|privacy( policy)?|datenschutz|terms|imprint|impressum|question\??|title|heading|examples?|demo|overview|introduction|screenshots?|videos?|watch|trailer|requirements?|system requirements|changelog|roadmap|credits|thanks?|thank you|license|copyright|coming soon|order now|buy now|free|pro|plus|basic|premium|enterprise|starter|standard|business|personal|professional|monthly|yearly|annual|kostenlos|gratis|gratuito|popular|most popular|recommended|starting (at|from|price)|new|beta|assets|icon|logo|press ?kit|history|mission|vision|values|community|status|careers|jobs|events|integrations|solutions|use cases|case studies|contents?|sitemap|laptop|desktop|server|mobile|web|tablet)[^\p{L}\p{N}]*$/iu;

/** How labels begin that call to something, count something up or tell of others. */
const BEGINS_OTHERWISE =
  /^(step|point|item|feature|schritt|paso|étape|passo|stap|krok|phase|fase|level|stufe|nivel|niveau|stage|day|tag|week|chapter|option|card|slide|tab|column|section|plan|version|v)\s*\d+(?!\p{L})|^\d+(st|nd|rd|th)?\s*(step|schritt|paso|étape)|^(ready to|trusted by|loved by|used by|as seen|featured (in|on)|what (our |people |users |customers )?.{0,20}\bsay|meet the|join (us|the|our|thousands)|our (story|mission|team|customers|vision)|be (one of|the first)|seja um dos|sé (uno|el)|werde (einer|teil)|users have|rated)\b|^(get|start|try|sign|download|join|contact|learn|read|see|view|watch|book|buy|jetzt|hier|mehr|comenzar|empieza|prueba|descarg\w+|essayer|télécharger|découvrir|scopri|inizia|comece|experimente|veja)\s+(more|now|started|up|free|us|for free|today|here|it|how|a demo|demo|the app|starten|mehr|erfahren|ansehen|testen|ahora|gratis|más|maintenant|plus|ora|agora|como funciona)\b/iu;

const LEFT_OPEN =
  /\b(bild|foto|video|text) folgt\b|\b(image|photo|screenshot|picture|video) (coming|goes|here|placeholder)|\bplaceholder\b/i;

/** Networks, shops, ways to pay and systems: others' names, which by themselves say nothing of a product. */
const OTHERS =
  /^(?:the |our |join (?:the |our |us on )?|follow (?:us )?on )?(?:reddit|subreddit|patreon|discord(?: server)?|twitter|x|facebook|instagram|github(?: project| sponsors)?|gitlab|codeberg|bitbucket|youtube|linkedin|tiktok|telegram|whatsapp|signal|slack|mastodon|bluesky|threads|twitch|pinterest|snapchat|wechat|line|vk|medium|substack|product ?hunt|hacker ?news|stack ?overflow|steam|itch\.io|gog|epic games|app ?store|mac app store|google play|play ?store|microsoft store|f-droid|chrome web store|ko-?fi|buy me a coffee|open ?collective|liberapay|kickstarter|indiegogo|gofundme|paypal|stripe|visa|mastercard|amex|american express|apple pay|google pay|klarna|venmo|zelle|wise|binance|bitcoin|ethereum|bank transfer|credit card|pago m[oó]vil|pix|sepa|ideal|bancontact|matrix|irc|forum|wiki|mailing list|e-?mail|rss|windows|mac(?:os)?|os x|linux|ubuntu|debian|fedora|android|ios|ipad(?:os)?|iphone|apple tv|chrome(?: ?os)?|firefox|safari|edge|docker|freebsd|npm|pip|homebrew|zapier|notion|salesforce|hubspot|shopify|wordpress|google|apple|microsoft|amazon|aws|azure|openai|zoom|jira|trello|asana|figma)(?: (?:server|channel|group|page|community))?[^\p{L}\p{N}]*$/iu;

export const isNoFeature = (text: string): boolean =>
  NAMES_A_PART.test(text) || LEFT_OPEN.test(text) || BEGINS_OTHERWISE.test(text) || OTHERS.test(text) || isAudience(text);

/** In a list of plans: how much of it there is, whom one may ask, what one of them lacks, and where they refer to each other. */
export const isOfPlan = (text: string): boolean =>
  /\d/.test(text) ||
  /^(no|not|without|kein|keine|ohne|sin|sans|senza|sem|geen|up to|bis zu|hasta|jusqu|fino a|até|tot |everything in|all (the )?features|alles (aus|in|von)|todo lo|tout (du|le)|tutto|tudo|all of|plus|for |für |para |pour |ideal|great|perfect|best)\b/i.test(
    text,
  ) ||
  /\b(support|soporte|suporte|assistance|hilfe|cancel|kündbar|per month|monthly|yearly|trial|licen[cs]e|seat|popular|updates?)\b|サポート|まで$|無制限/i.test(
    text,
  );
