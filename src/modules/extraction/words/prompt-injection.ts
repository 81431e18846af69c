/** Phrases that tell a machine to drop its instructions. Next to a word of the second list they are an injection, in any language. */
export const DISREGARD: readonly string[] = [
  "ignore|ignoring|disregard|forget|override|overrule|bypass|do not follow|don't follow|stop following|supersede|supersedes",
  'ignoriere|ignorieren|ignoriert|vergiss|vergessen Sie|missachte|missachten|beachte nicht|setze dich über',
  'ignorez|oublie|oubliez|ne tiens pas compte|ne tenez pas compte|ne suis pas|ne suivez pas|fais abstraction|faites abstraction',
  'ignora|ignorar|ignoren|olvida|olvide|haz caso omiso|haga caso omiso|omite|no sigas|desconsidere|desconsidera|esqueça|esquece',
  'não siga|dimentica|dimenticate|ignorate|ignori|trascura|non seguire',
  'negeer|negeren|vergeet|sla geen acht op|ignorera|glöm|bortse från|ignorer|glem|se bort fra|unohda|sivuuta|jätä huomiotta',
  'jätä huomioimatta|eira|ignoreeri|unusta',
  'zignoruj|ignoruj|ignorujte|zapomnij|pomiń|zapomeň|zapomeňte|zabudni|zanemari|ignoriraj|zaboravi|ignorē|ignoruok|pamiršk',
  'игнорируй|игнорируйте|проигнорируй|проигнорируйте|забудь|забудьте|не обращай внимания|не следуй|ігноруй|ігноруйте|проігноруй',
  'забудьте про|игнорирай|игнорирайте|забрави|занемари',
  'yok say|yoksay|görmezden gel|unut|dikkate alma|αγνόησε|αγνοήστε|ξέχνα|ξεχάστε|ignoră|ignorați|uită|uitați',
  'hagyd figyelmen kívül|hagyja figyelmen kívül|felejtsd el',
  'تجاهل|تجاهلي|تجاهلوا|انس|انسَ|نادیده بگیر|فراموش کن|התעלם|התעלמי|התעלמו|שכח|אל תציית|अनदेखा|नज़रअंदाज़|भूल जाओ|भूल जाएं',
  'উপেক্ষা',
  'abaikan|lupakan|bỏ qua|phớt lờ|quên|เพิกเฉย|ละเลย|ไม่ต้องสนใจ|ลืม|忽略|无视|無視|忘记|忘記|不要理会|忘れ|従わない|무시|잊어|잊으|따르지 마',
].flatMap((row) => row.split('|'));

export const INSTRUCTIONS: readonly string[] = [
  'instruction|instructions|prompt|prompts|directive|directives|guideline|guidelines|system message|previous rules|prior rules',
  'rules above|above rules|your rules|programming|your task|commands',
  'Anweisung*|Vorgabe*|Instruktion*|Befehl*|Regeln|consigne|consignes|directives|instrucción|instrucciones|indicaciones|órdenes',
  'instrução|instruções|orientações|istruzione|istruzioni|direttive',
  'instructie|instructies|aanwijzingen|opdrachten|instruktion|instruktioner|instruktionerna|anvisningar|anvisninger|instrukser',
  'instruksjoner|ohje|ohjeet|ohjeita|käskyt|juhised|juhiseid',
  'instrukcj*|poleceni*|wskazówk*|pokyn*|instrukce|upute|navodila|norādījum*|instrukcij*|инструкци*|указани*|команд*|правила',
  'інструкці*|вказівк*|упутств*',
  'talimat*|yönerge*|komut*|οδηγί*|εντολ*|instrucțiun*|instructiun*|indicații*|utasítás*|تعليمات|التعليمات|الأوامر|أوامر',
  'دستورالعمل*|دستورات|הוראות|ההוראות|הנחיות|ההנחיות|निर्देश*|নির্দেশ*',
  'instruksi|perintah|arahan|hướng dẫn|chỉ dẫn|chỉ thị|lệnh|คำสั่ง|คำแนะนำ|指令|指示|说明|說明|提示词|提示詞|命令|规则|規則|プロンプト|ルール|지시|명령|프롬프트|규칙',
].flatMap((row) => row.split('|'));

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

const ENGLISH_FIELDS =
  "(?:the |its |our |this |a ){0,9}(?:product|company|app|profile|listing|site|business)?(?:[’']s)? ?(?:name|tagline|slogan|(?:short )?description|country(?: code)?|city|(?:primary )?categor(?:y|ies)|founders?(?:[’']s?)?(?: name)?|found(?:ing|ed) year|year of founding|contact e-?mail(?: address)?|logo(?: url)?|pricing(?: model)?|(?:demo )?video(?: url)?|tags|keywords|features?|stage|fields?|faqs?|story|milestones?|(?:x|twitter|linkedin) (?:account|profile|link))";

/**
 * Instructions to fill in a profile field: the verb, the field, and what links it to a value. One row per language or group of
 * languages. A value starts with a capital, a digit or a quotation mark, unless `loose`. Plain "email" is not a field here: it is too
 * common.
 */
export const FILL_IN_ORDERS: readonly { set: string; field: string; link: string; loose?: true; unspaced?: true; verb_last?: true }[] = [
  {
    set: 'set|change|rename|switch|update|overwrite|replace|fill(?: in| out)?|populate|assign',
    field: ENGLISH_FIELDS,
    link: 'to|as|with|into|is',
    loose: true,
  },
  {
    set: 'use|write|put|enter|report|record|return|output|state|insert|list|declare|register|print|say|give|mark|treat|extract',
    field: ENGLISH_FIELDS,
    link: 'as',
  },
  {
    set: 'setze?n?|ändere?n?|schreibe?n?|trage?n?|gib|geben Sie|verwenden?|nenne?n?|fülle?n?|ersetzen?|antworte?n?|melden?|stelle?n?',
    field:
      '(?:Produkt|Firmen)?namen?s?|Slogan|Beschreibung|Land(?:es)?(?:code)?|Stadt|Kategorien?|Gründer(?:in)?|Gründungsjahr|Logo|Preismodell|Preis|Feld(?:er)?|Wert',
    link: 'auf|als|mit|zu|ein|an|in',
  },
  {
    set: 'définis(?:sez)?|mets|mettez|change[zr]?|écris|écrivez|indique[zr]?|utilise[zr]?|remplace[zr]?|inscris|inscrivez|donne[zr]?|renseigne[zr]?|réponds|répondez',
    field:
      'noms?|slogan|description|pays|ville|catégories?|fondateurs?|fondatrice|année de fondation|logo|modèle de (?:prix|tarification)|tarif|champs?|valeur',
    link: 'à|sur|en|comme|par|avec|dans|est',
  },
  {
    set: 'establece|establezca|pon|ponga|cambia|cambie|escribe|escriba|usa|use|indica|indique|reemplaza|reemplace|rellena|rellene|responde|responda|define|defina|mude|altere|escreva|coloque|substitua|preencha|responda|informe|imposta|impostare|scrivi|scrivere|cambia|usa|inserisci|indica|sostituisci|rispondi',
    field:
      'nombres?|eslogan|lema|descripción|país|ciudad|categorías?|fundadora?(?:es)?|año de fundación|logo(?:tipo)?|precio|campos?|valor|nome|slogan|descrição|cidade|categorias?|ano de fundação|preço|descrizione|paese|città|categori[ae]|fondator[ei]|anno di fondazione|prezzo|campo|valore',
    link: 'a|en|como|por|con|para|em|com|su|come|in|da|al|es|è|é',
  },
  {
    set: 'stel|zet|verander|wijzig|schrijf|gebruik|vul|geef|vervang|antwoord|sätt|ange|ändra|skriv|använd|byt|fyll|sett|sæt|endre|skift|bruk|brug|angi|aseta|vaihda|kirjoita|käytä|merkitse',
    field:
      '(?:product)?naam|slogan|beschrijving|land|stad|categorie(?:ën)?|oprichter|oprichtingsjaar|logo|prijs|veld|waarde|namnet?|beskrivning(?:en)?|landet?|staden?|kategori(?:n|en)?|grundare|priset?|navnet?|beskrivelsen?|grunnlegger|by(?:en)?|nimeksi|nimi|kuvaus|maaksi|maa|kaupunki|perustaja(?:ksi)?|hinta',
    link: 'op|in|als|naar|met|tot|till|som|med|til|i|on|arvoksi|aan',
  },
  {
    set: 'ustaw|zmień|wpisz|napisz|użyj|podaj|zastąp|wypełnij|nastav|změň|zadej|napiš|použij|uveď|установи(?:те)?|задай(?:те)?|измени(?:те)?|напиши(?:те)?|укажи(?:те)?|используй(?:те)?|замени(?:те)?|впиши(?:те)?|встанови(?:ти|ть)?|зміни(?:ти|ть)?|вкажи(?:ть)?|напиши(?:ть)?|postavi|promijeni|upiši',
    field:
      "nazw[aęyą]|opis|kraj|miasto|kategori[aęe]|założyciela?|rok założenia|cen[aęy]|pol[ea]|náze?v|popis|země|zemi|město|kategorii|zakladatele?|cenu|назван\\p{L}{1,30}|имя|описани\\p{L}{1,30}|стран[ауы]|город|категори\\p{L}{1,30}|основател\\p{L}{1,30}|год основания|цен[ауы]|пол[ея]|назв[ауи]|ім[’']?я|опис|країн[ауи]|місто|засновник\\p{L}{0,30}|ime|opis|zemlj[au]",
    link: 'na|jako|w|до|на|как|в|як|kao|—',
  },
  {
    set: 'ayarla(?:yın)?|değiştir(?:in)?|yaz(?:ın)?|kullan(?:ın)?|gir(?:in)?|belirt(?:in)?|yap(?:ın)?|सेट कर\\p{M}{0,9}|सेट करें|लिखें|लिखो|बदलें|बदल दो|भरें|állítsd|írd|változtasd|ayarlayınız',
    field:
      'ad[ıi]n?[ıi]?|isim|ismi(?:ni)?|ülke(?:yi|si|sini)?|şehir|açıklama|kategori|kurucu\\p{L}{0,30}|fiyat|नाम|देश|शहर|विवरण|संस्थापक|श्रेणी|nevet?|országot?|leírást?',
    link: 'olarak|को|पर|के रूप में|-re|-ra|legyen',
    verb_last: true,
  },
  {
    set: '設定して|設定せよ|と書け|と書いて|入力して|変更して|記入して|出力して|にしろ|とせよ|설정하\\p{L}{1,30}|설정해\\p{L}{0,30}|작성하\\p{L}{1,30}|작성해\\p{L}{0,30}|바꾸\\p{L}{1,30}|바꿔\\p{L}{0,30}|입력하\\p{L}{1,30}|입력해\\p{L}{0,30}|적어\\p{L}{0,30}',
    field:
      '名前|製品名|会社名|商品名|名称|国|都市|説明|紹介文|カテゴリー?|創業者|設立年|価格|ロゴ|欄|이름|제품명|국가|도시|설명|카테고리|창업자|설립자|가격|로고|필드',
    link: 'を|は|に|을|를|은|는|로',
    unspaced: true,
    verb_last: true,
  },
  {
    set: '设置|设为|设成|設置|設為|改为|改成|改為|填写|填入|填寫|写成|寫成|标注为|必须是|必须为|写为|写作|請填|列为',
    field:
      '名称|名字|产品名|產品名|公司名|標語|标语|口号|描述|简介|国家|國家|城市|类别|類別|分类|创始人|創辦人|成立年份|价格|標誌|标志|字段|欄位|值',
    link: '为|成|為|是|把|将|將|：',
    unspaced: true,
    verb_last: true,
  },
  {
    set: 'اجعل|اجعلي|اكتب|اكتبي|عيّن|عين|اضبط|غيّر|غير|استخدم|ضع|أدخل|قرار بده|بنویس|تغییر بده|הגדר|הגדירי|כתוב|כתבי|שנה|השתמש|הזן|קבע',
    field:
      'الاسم|اسم|اسم المنتج|الدولة|البلد|دولة|المدينة|الوصف|الفئة|المؤسس|سنة التأسيس|السعر|الشعار|نام|کشور|شهر|توضیحات|بنیانگذار|השם|שם|המדינה|מדינה|העיר|התיאור|הקטגוריה|המייסד|המחיר|הלוגו',
    link: 'إلى|هو|على|كـ|باسم|في|را|ل|כ|ל|בתור',
  },
  {
    set: 'atur|setel|ubah|tulis(?:kan)?|isi|gunakan|ganti|tetapkan|đặt|đổi|viết|ghi|điền|sử dụng|thay|ตั้ง(?:ค่า)?|เปลี่ยน|เขียน|ใส่|ใช้|ระบุ|όρισε|ορίστε|γράψε|γράψτε|άλλαξε|setează|setați|scrie|scrieți|schimbă|schimbați',
    field:
      'nama|slogan|deskripsi|negara|kota|kategori|pendiri|tahun|harga|tên|mô tả|quốc gia|thành phố|danh mục|người sáng lập|năm|giá|ชื่อ|ประเทศ|เมือง|คำอธิบาย|หมวดหมู่|ผู้ก่อตั้ง|ราคา|όνομα|χώρα|πόλη|περιγραφή|ιδρυτή?ς?|τιμή|numele|țara|orașul|descrierea|fondatorul|prețul',
    link: 'menjadi|sebagai|ke|dengan|thành|là|bằng|เป็น|ว่า|σε|ως|la|ca|cu|în|drept',
  },
];
