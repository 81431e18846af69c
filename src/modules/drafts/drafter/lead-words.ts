/** How a sentence ends that a list of what the product does follows, up to its colon. Sentences are in small letters. */
const ENDS = [
  "(?:with|using|in|on) .*you(?: can| get|(?:[’']ll| will) (?:get|be able to))(?: also)?|(?:lets|helps|gives|offers|brings) you(?: to)?|(?:allows|enables|empowers|helps) (?:you|users|teams|people) to",
  '(?:with|offers?|includes?|provides?|has|have|delivers?) .{0,40}(?<!other |new |planned )(?:features|functions|functionality|capabilities|benefits|advantages)(?: (?:designed|made|built|such|like|that|which)(?!\\p{L}).{0,80})?',
  '(?:the |its |key |main )?(?:features|capabilities|benefits) (?:are|include)(?: the following)?',
  '(?:mit|in|dank) .*(?:können sie|kannst du|könnt ihr|erhalten sie|erhältst du|bekommst du)(?: unter anderem)?|(?:bietet|ermöglicht|hilft) (?:ihnen|dir|euch)(?: dabei)?|folgende[rn]? (?:funktionen|vorteile|möglichkeiten|leistungen)(?: \\p{L}+)?',
  "avec .*vous (?:pouvez|pourrez)|vous permet(?:tra)? (?:de|d[’'])|vous aide à|(?:fonctionnalités|avantages|fonctions) suivant\\p{L}+",
  'con .*(?:puedes|podrás|podrá)|(?:te|le|os) (?:permite|permitirá|ayuda a|ofrece)|siguientes (?:funciones|características|funcionalidades|ventajas)',
  'con .*(?:puoi|potrai|potete)|(?:ti|vi) (?:permette|consente|aiuta|offre)(?: di| a)?|seguenti (?:funzioni|funzionalità|caratteristiche|vantaggi)',
  'com .*você (?:pode|poderá|consegue)|(?:permite|ajuda|oferece) (?:a )?você(?: a)?|seguintes (?:funções|recursos|funcionalidades|vantagens)',
  'met .*(?:kunt u|kun je|kan je|krijgt u|krijg je)|(?:biedt|helpt) (?:u|je)|volgende (?:functies|mogelijkheden|voordelen)',
  'z .*możesz|umożliwia(?: ci)?|następujące funkcje|с .*вы (?:можете|сможете)|позволяет(?: вам)?|следующие (?:функции|возможности)',
];
const LEADS = new RegExp(
  `(?:^|[^\\p{L}])(?:${ENDS.join('|')})\\s*[:：]$|(?:次|以下)の(?:機能|特[長徴]|こと|メリット)[^。]{0,20}[:：。]$|以下功能[:：]?$`,
  'u',
);
/** What is not, or not yet, or what any account and browser lets one do. */
const NOT =
  /(?<!\p{L})(?:not|cannot|can['’]t|doesn['’]t|without|soon|planned|nicht|kein\p{L}*|bald|geplant|pas|bientôt|no|próximamente|non|presto|não|breve|niet|binnenkort|nie|не|account|konto|compte|cuenta|conta|browser|settings|einstellungen)(?!\p{L})|ません|予定/u;
/** Where the paid edition is told apart from the free one, be it in an answer. */
const UNLOCKS =
  /(?<!\p{L})(?:pro|premium|plus|full version|upgrade|vollversion|version complète|versión completa|versione completa|versão completa)(?!\p{L}).{0,40}(?<!\p{L})(?:unlocks|adds|gives you|schaltet|bringt|débloque|ajoute|desbloquea|añade|sblocca|aggiunge|desbloqueia|adiciona|ontgrendelt)(?!\p{L}).{0,40}[:：]$|(?:次|以下)の.{0,10}(?:解放され|アンロックされ|使えるようにな|追加され)/u;

const LONGEST = 400;
const ending = (text: string): string => text.slice(-LONGEST).toLowerCase();
const sentence = (text: string): string =>
  ending(text)
    .split(/(?<=[.!?。！？])\s*(?=\S)/)
    .at(-1) ?? '';

/** Whether a text says that what follows is what the product does. */
export const leadsToFeatures = (text: string): boolean => LEADS.test(sentence(text)) && !NOT.test(sentence(text));
/** Whether it says so of what is paid for. */
export const leadsToPaid = (text: string): boolean => UNLOCKS.test(ending(text)) && /[:：。]$/.test(text);
