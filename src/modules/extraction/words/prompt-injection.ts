import words from './prompt-injection.json' with { type: 'json' };
/** Phrases that tell a machine to drop its instructions. Next to a word of the second list they are an injection, in any language. */
export const DISREGARD: readonly string[] = words.disregard.flatMap((row) => row.split('|'));

export const INSTRUCTIONS: readonly string[] = words.instructions.flatMap((row) => row.split('|'));

/** Phrases that address a machine, which no human reader of a product page is. */
export const ADDRESSES_MACHINE: readonly RegExp[] = [
  /\b(?:attention|dear|hey|hello|hi|(?:note|notice|message|instructions?|memo|reminder) (?:to|for)|listen,?) (?:any |all |the |every |other ){0,9}(?:ai|a\.i\.|llms?|gpt|chatgpt|claude|gemini|(?:large )?language models?|(?:ai |automated |web )?(?:assistants?|agents?|models?|crawlers?|bots?|summari[sz]ers?|scrapers?|parsers?|extractors?))\b/i,
  /\bif you(?:'re| are) (?:an? |the |any )?(?:ai|a\.i\.|llm|gpt|(?:large )?language model|ai (?:assistant|agent)|bot|crawler|chatbot|automated|machine|robot)\b/i,
  /\byou(?:'re| are) (?:now |actually |no longer ){0,9}(?:an? |the )?(?:(?:helpful|unrestricted|obedient|different|new) ){0,9}(?:ai|a\.i\.|llm|gpt|dan|(?:large )?language model|(?:ai |virtual )?assistant|chatbot|directory (?:editor|bot)|profile (?:writer|generator))\b/i,
  /\b(?:pretend|act as if|role-?play(?:ing)?)(?: that| as if| as)? (?:you(?:'re| are| were)|to be|an? (?:ai|assistant))\b|\bimagine (?:that )?you(?:'re| are| were) (?:an? |the )?(?:different |new |unrestricted ){0,9}(?:ai|assistant|bot|model|editor|directory)\b/i,
  /\b(?:system|developer|admin(?:istrator)?|root) ?(?:prompt|override|instruction|directive|mode (?:enabled|on))\b|\bnew (?:system )?instructions?\b ?[:：]|\bupdated instructions?\b|\bend of (?:the )?(?:data|website|context|untrusted|user input|instructions?)\b|\b(?:begin|start) (?:of )?(?:system|instructions?)\b/i,
  /^\W{0,6}(?:(?:system|assistant|user|human|instructions?)(?: (?:message|note|prompt))?|developer (?:message|note|prompt)) ?(?:[\])}>#*]{1,20} ?)?[:：]|^#{2,20} ?(?:system|instruction|response|assistant|new task)/i,
  /<\|[^|<>]{1,40}\|>|\[\/?INST\]|<<\/?SYS>>|<\/?(?:start|end)_of_turn>|<\/?(?:system|assistant|instructions?|untrusted|page|data|context)[^<>]{0,40}>|⟦|⟧/i,
  /\b(?:respond|reply|answer)\b[^.!?]{0,30}\b(?:only|exactly|verbatim|with (?:the )?(?:following|json))\b|\b(?:tool_call|function_call|tool_result|tool result)\b/i,
  /\b(?:wenn|falls) du (?:eine |ein |die )?(?:ki|sprachmodell|assistent|bot)\b|\bdu bist (?:jetzt |nun |ab sofort ){0,9}(?:eine? |der |die )?(?:ki|sprachmodell|assistent|chatbot)\b|\bhinweis (?:an|für) (?:die |alle )?(?:ki|sprachmodelle?|assistenten|bots)\b/i,
  /\bsi (?:tu es|vous êtes) (?:une? )?(?:ia|assistant|modèle|robot)\b|\b(?:tu es|vous êtes) (?:désormais |maintenant )?(?:une? |l['’])?(?:ia|assistant|modèle de langage)\b|\bsi (?:eres|usted es) (?:una? )?(?:ia|asistente|modelo|bot)\b|\b(?:ahora )?eres (?:una? |el )?(?:ia|asistente|modelo de lenguaje)\b/i,
  /\b(?:se você é|você é agora|você é) (?:uma? )?(?:ia|assistente|modelo|robô)\b|\b(?:se sei|ora sei|sei) (?:una? |un['’])?(?:ia|assistente|modello linguistico)\b|\bals (?:je|u) een (?:ai|taalmodel|assistent)\b|\bjest?eś (?:teraz )?(?:asystentem|modelem|sztuczną|ai)\b/i,
  /(?:если ты|теперь ты|ты теперь|ты —|вы —) ?(?:ии|искусственн|языковая модель|ассистент|бот)/i,
  /你(?:现在)?是(?:一个|一個|一名)?(?:ai|人工智能|语言模型|語言模型|助手)|如果你是(?:ai|人工智能|语言模型)|あなたは(?:ai|人工知能|アシスタント|言語モデル)|당신은 ?(?:ai|인공지능|어시스턴트|언어 모델)|(?:أنت|إذا كنت) (?:الآن )?(?:مساعد|نموذج|ذكاء)|אתה (?:עכשיו )?(?:עוזר|מודל|בינה)|आप (?:अब )?(?:एक )?(?:ai|एआई|सहायक)/i,
  // New instructions, and instructions attributed to someone.
  /\b(?:new|updated|revised|further|additional|secret|hidden|special|priority|important|neue|nouvelles?|nuevas?|novas?|nuov[aei]|nieuwe|nya|nye|uudet|nowe|nové|yeni|noi|új) (?:system |prompt |user )?(?:instruc\p{L}{0,30}|instruk\p{L}{0,30}|istruzion\p{L}{0,30}|anweisung\p{L}{0,30}|vorgabe\p{L}{0,30}|consignes?|directives?|directiv\p{L}{0,30}|direttiv\p{L}{0,30}|polecen\p{L}{0,30}|pokyn\p{L}{0,30}|talimat\p{L}{0,30}|utasítás\p{L}{0,30}|opdracht\p{L}{0,30}) ?[:：.!-]|\b(?:new|updated|revised|secret|hidden|priority) (?:system |user )?(?:tasks?|orders?|prompts?) ?[:：]/iu,
  /[Нн]ов(?:ы[еяйх]|ая|а|і) (?:инструкци|указани|інструкці|команд)|新的?(?:指令|指示|任务|任務|说明|提示)|新しい(?:指示|命令|タスク)|새로운 ?(?:지시|명령|작업)|(?:تعليمات|أوامر) جديدة|הוראות חדשות|नए निर्देश/u,
  /\b(?:ai|llms?|gpt|chatgpt|model|assistant|bot|crawler|agent|machine|parser|ki|ia|ии) ?(?:[-–] ?)?(?:instructions?|directives?|notes?|prompts?|override|anweisung\p{L}{0,20}|instruc\p{L}{0,20}) ?[:：]|^\W{0,4}(?:ai|llms?|gpt|chatgpt|bots?|model|ki|ia|ии|人工智能) ?[:：]/iu,
  // Addressing a reader that is a machine.
  /\b(?:to|for|dear|hey|if|when|should) (?:an? |the |any |all |every |your ){0,9}(?:ai|llms?|gpt|(?:language )?model|assistant|bot|agent|crawler|system|machine)s?(?: systems?| models?| agents?| assistants?| tools?)? (?:that |which |who |is |are ){0,9}(?:reads?|reading|summari[sz]\p{L}{0,30}|process\p{L}{0,30}|pars\p{L}{0,30}|sees?|visit\p{L}{0,30}|crawl\p{L}{0,30}|draft\p{L}{0,30}|extract\p{L}{0,30}|analy[sz]\p{L}{0,30}|index\p{L}{0,30})\b[^.!?]{0,15}\b(?:this|these|here|below|above|pages?|site|website)\b/iu,
  /\b(?:corrections?|notes?|notice|hints?|messages?|information|info) (?:to|for) (?:the |any |all ){0,9}(?:ai|llms?|language models?|bots?|crawlers?|machines?|automated)\b|\bfor (?:automated|ai|machine|llm) (?:profiles?|summar\p{L}{0,30}|listings?|drafts?|readers?|extraction|indexing|generation)\b/iu,
  // Rules for its answers, from now on, or secrecy about them.
  /\byour (?:next |final |own )?(?:output|answer|response|reply|summary|draft|json)s? (?:must|should|shall|will|has to|is to|needs to)\b|\b(?:all|every) (?:answers?|outputs?|responses?|fields?|values?) (?:must|should|shall|will)\b/i,
  /\byou (?:(?:must|shall|are to) (?:now |always |only |therefore ){0,9}|(?:should|will|have to|need to) (?:now |always |only |therefore ){1,9})(?:call|say|write|state|output|report|list|return|answer|respond|reply|mention|describe|record|print|claim|pretend)\b/i,
  /\bfrom (?:now|this point|here) on\b[^.!?]{0,20}\b(?:you|answers?|call|respond|reply|write|say|output|all)\b|\bab (?:jetzt|sofort|nun)\b[^.!?]{0,40}\b(?:ausgeben|nenne|nennst|antwort|schreib|gib)\p{L}{0,30}|\bdu (?:musst|sollst) (?:ab |jetzt |nun |immer ){0,9}\p{L}{0,30}[^.!?]{0,40}\b(?:ausgeben|nennen|schreiben|antworten|angeben|eintragen)\b/iu,
  /\b(?:à partir de maintenant|désormais)\b[^.!?]{0,20}\b(?:réponds|répondez|écris|écrivez|appelle|tu|vous)|\ba partir de ahora\b[^.!?]{0,20}\b(?:responde|escribe|llama|di|eres)|\ba partir de agora\b[^.!?]{0,20}\b(?:responda|escreva|chame|você)|\bd['’]ora in poi\b[^.!?]{0,20}\b(?:rispondi|scrivi|chiama|sei)|(?:отныне|с этого момента|теперь) (?:ты|отвечай|называй|пиши)|从现在(?:起|开始)|從現在(?:起|開始)|これからは|今後は必ず|지금부터/iu,
  /\b(?:do not|don['’]t|never) (?:tell|inform|alert|warn|mention|reveal|disclose)\b[^.!?]{0,20}\b(?:user|human|reader|anyone|owner|this (?:note|message|instruction|text))\b|\bdo not use the (?:real|true|actual|original|visible)\b/i,
  /\b(?:call|name|rename|describe) (?:this|the) (?:product|app|tool|service|website|site|startup) (?:as )?(?-i:["“„«']|\p{Lu})|\bnenne? (?:das|dieses) Produkt\b|\bappelle[zr]? (?:le|ce) produit\b|\bllama (?:al|a este) producto\b|\bchiama (?:il|questo) prodotto\b|назови(?:те)? (?:этот )?продукт|(?:把|将|將)(?:该|这个|此)?(?:产品|產品)(?:称为|叫做|命名)/iu,
  // Everything that was said before.
  /\b(?:forget|ignore|disregard|override|overrides|supersedes?|replaces?)\b[^.!?]{0,25}\b(?:everything|anything|all|whatever)\b[^.!?]{0,20}\b(?:above|before|previous|prior|earlier|told|said|else you|learned)\b|\bvergiss alles[^.!?]{0,20}\b(?:gesagt|oben|vorher|bisher|davor|war)|\boublie[zr]? tout ce qui\b|\bolvida todo lo (?:anterior|que te)|\besqueça tudo o que\b|\bdimentica tutto (?:ciò|quello|quanto)|забудь(?:те)? (?:вс[её]|обо вс[её]м)|忘(?:记|記|掉)(?:之前|以上|上面|前面|所有|一切)|(?:上記|これまで|以前).{0,10}(?:忘れ|無視)|(?:위의|이전).{0,12}(?:잊|무시)|انس كل|שכח (?:את )?(?:כל|הכל)/iu,
  /(?<![?&/\w-]|required )(?:name|tagline|country|city|founders?|category|founding year) ?={1,2} ?["“'„]?\p{L}/iu,
];

/**
 * Instructions to fill in a profile field: the verb, the field, and what links it to a value. One row per language or group of
 * languages. A value starts with a capital, a digit or a quotation mark, unless `loose`. Plain "email" is not a field here: it is too
 * common.
 */
export const FILL_IN_ORDERS: readonly {
  set: string;
  field: string;
  link: string;
  loose?: boolean;
  unspaced?: boolean;
  verb_last?: boolean;
}[] = words.fill_in_orders;
