export const FAQ_HEADING =
  /\bfaqs?\b|\bf\.a\.q\.?|(frequently|commonly) asked|\bquestions?\b|häufig|(?<!(?:sie|wir|du|zu|ihr|uns|kunden) )fragen|preguntas|dudas|questions fréquentes|foire aux questions|domande|perguntas|dúvidas|よくある(ご)?質問|常见问题|자주 묻는|vanliga frågor|veelgestelde|usein kysyt|ofte stillede|częste pytania/i;

export const QUESTION_END = /[?？;؟]\s*$/;

const CALLS =
  /^(ready|bereit|pr[eê]t|listo|¿listo|pronto|pronti|interested|interessiert|curious|neugierig|still (have|got|need|stuck|unsure|not sure)|(do you )?(have|got) (a|any|more|other|another) question|any (more |other )?questions|(noch )?fragen|¿?(tienes|tiene|más|mas|aún tienes|todavía tienes) (m[aá]s |alguna |otras? )?(dudas?|preguntas?)|(des|d'autres) questions|need (help|a hand|more help)|want to (try|see|know|learn)|what are you waiting)\b/i;

/** Questions by the site itself: how to help, and whether the answer was found. */
const OFFERS =
  /^(how (can|may|could) (we|i) (help|assist|be of)|what (can|do) (we|you) (help|need help)|(can['’]?t|cannot|couldn['’]t|didn['’]t|did not|don['’]t) (find|see|get)\b|(not|haven['’]t) found|was this (helpful|article|page)|wie (können|dürfen|kann) (wir|ich) (dir|euch|ihnen|helfen|behilflich)|(womit|wobei) (können|kann)|nicht (gefunden|dabei|fündig)|war (das|dies|dieser)|¿?(en qué|cómo) (podemos|puedo) ayudar|¿?no (encuentra|has encontrado|encontraste)|comment (pouvons|peut|puis)-(nous|on|je) (vous |t['’])?aider|(vous )?(n['’](avez|as) )?pas trouvé|vous ne trouvez pas|(votre|ta) question n['’]|your question (is )?n['’o]|vous avez (une|d['’]autres|encore des) questions?|come (possiamo|posso) (aiutar|esserti|essere)|non (trovi|hai trovato|avete trovato)|(como|em que|no que) (podemos|posso) (te |lhe |o )?ajudar|não (encontrou|achou|encontra)|(hoe|waarmee) (kunnen|kan) (we|wij|ik)\b.{0,60}\bhelpen|niet gevonden|w czym (możemy|mogę) pomóc|nie (znalaz|widzisz)|hur kan vi hjälpa|hvordan kan vi hj[eæ]lpe)|お困り|(?:ヘルプ|サポート|助け)が必要です?か|他に(?:ご)?質問|(見つかり|解決し)ません(か|でした)|何かお(手伝|探)|需要(帮助|幫助)|没有找到|무엇을 도와/iu;

export const isCall = (text: string): boolean => CALLS.test(text) || OFFERS.test(text);

/** Rhetorical headlines: "Why us?", "Who are we?". They count only where questions are announced. */
const RHETORICAL =
  /^(?:why|warum|wieso|pourquoi|perché|por que|waarom|dlaczego|¿por qué) (?:choose |elegir |choisir |scegliere |escolher |kiezen )?\S{1,80}(?: \S{1,80})? ?\?$|^(?:why|warum|pourquoi|perché|por que|¿por qué) (?:choose|elegir|choisir|scegliere|escolher)|\b(?:do|are|can) we\b|\b(?:machen|sind|bieten|können) wir\b|somos|sommes[- ]nous|siamo|facciamo|faisons|hacemos|fazemos|offrons|ofrecemos|oferecemos|offriamo|elegirnos|^co zyskujesz|^what (?:makes|sets) |^was macht /iu;
export const isRhetorical = (text: string): boolean => RHETORICAL.test(text);

const AUX = "(?:do|does|did|can|could|is|are|was|were|will|would|should|may|must|has|have|am|if|['’]s)";
/** Questions without a question mark. A question word alone is not enough: "How it works", "Was wir tun". */
const ASKED_WITHOUT_MARK: RegExp[] = [
  new RegExp(`^(?:how|what|why|where|when|who|which|whose)(?: \\p{L}{1,40}){0,3}?(?: |(?=['’]))${AUX}(?!\\p{L}) ?\\p{L}`, 'iu'),
  /^(?:can|could|do|does|did|is|are|will|would|should|may|must|has|have) (?!not\b)\p{L}{1,40} \p{L}{1,40}/iu,
  /^how to \p{L}{1,40} \p{L}/iu,
  /^(?:wie|was|warum|wieso|weshalb|wo|woher|wann|wer|welche[rsnm]?)(?: \p{L}{1,40}){0,2}? (?:ist|sind|kann|können|muss|müssen|darf|soll|wird|werden|hat|haben|gibt|kostet|kosten|funktioniert|mache|bekomme|passiert|bedeutet|lange dauert)(?!\p{L})/iu,
  /^(?:kann|können|muss|müssen|darf|gibt|ist|sind|brauche|funktioniert|werden|wird|habe|bekomme) (?:ich|wir|man|es|sie|meine?|der|die|das|ein|eine)(?!\p{L})/iu,
  /^(?:comment|pourquoi|combien|est-ce|qu['’]est-ce|puis-je|peut-on|dois-je|faut-il|quels?|quelles?)(?!\p{L})(?: \S{1,80}){2}/iu,
  /^¿|^(?:cómo|qué|cuándo|cuánto|cuántos|cuántas|dónde|por qué|quién|cuál|cuáles)(?!\p{L})(?: \S{1,80}){2}/iu,
  /^(?:come|cosa|che cosa|perché|quanto|quanti|quante|quale|quali|posso|è possibile|si può|devo)(?!\p{L})(?: \S{1,80}){2}/iu,
  /^(?:como|o que|quanto|por que|qual|quais|posso|preciso|é possível|devo)(?!\p{L})(?: \S{1,80}){2}/iu,
  /^(?:hoe|wat|waarom|wanneer|welke)(?: \p{L}{1,40}){0,2}? (?:kan|is|zijn|moet|mag|heb|heeft|kost|werkt|wordt|worden|gebeurt)(?!\p{L})/iu,
  /^(?:kan|moet|mag|heb|is|zijn|werkt) (?:ik|je|we|er|mijn|de|het)(?!\p{L})/iu,
  /^czy(?!\p{L})(?: \S{1,80}){2}/iu,
  /(?:す|せん|しょう|の|た|る|い|ん)か[。．]?$|とは[。．]?$/u,
  /(?:吗|呢)[。]?$|^(?:如何|怎么|怎麼|怎样|为什么|為什麼|为何|什么是|什麼是|是否|能否)/u,
  /(?:나요|까요|습니까|ㅂ니까|인가요|가요)[.]?$/u,
];

/** Problem statements instead of questions: "I cannot see my photos", "音が出ません". */
const TROUBLE: RegExp[] = [
  /^i(?:['’](?:m|ve|d|ll))? \p{L}{1,40} \p{L}/iu,
  /^my (?:\p{L}{1,40} ){1,4}(?:is|are|was|were|has|have|does|did|do|keeps?|won['’]t|isn['’]t|doesn['’]t|didn['’]t|disappeared|crashe[sd]|stopped|shows?)(?!\p{L})/iu,
  /\p{L} (?:isn|aren|doesn|don|didn|won|wasn|hasn|can)['’]t \p{L}|\p{L} (?:is|are|does|do|did|will|can) ?not \p{L}|\p{L} keeps? \p{L}{1,40}ing(?!\p{L})|\p{L} no longer \p{L}/iu,
  /^ich \p{L}{1,40} \p{L}|\p{L} \p{L}{1,40} (?:nicht|keine?n?)(?!\p{L})/iu,
  /^(?:no|he|tengo|quiero|perdí|olvidé|ya no|se me) \p{L}{1,40} \p{L}|^mis? \p{L}{1,40} (?:\p{L}{1,40} )?no \p{L}/iu,
  /^(?:je|j['’]ai|j['’]) ?\p{L}{1,40} \p{L}|\p{L} (?:ne |n['’])\p{L}{1,40} (?:pas|plus)(?!\p{L})/iu,
  /^(?:ho|non|vorrei|voglio) \p{L}{1,40} \p{L}|\p{L} non \p{L}/iu,
  /^(?:não|tenho|quero|esqueci|perdi|eu) \p{L}{1,40} \p{L}|\p{L} não \p{L}/iu,
  /^ik \p{L}{1,40} \p{L}|\p{L} \p{L}{1,40} niet(?!\p{L})/iu,
  /^(?:nie|mam|chcę) \p{L}{1,40} \p{L}|\p{L} nie \p{L}/iu,
  /(?:ません|ました|ませんでした|ない|なかった|たい|たいです|てしまう|てしまった|教えて(?:ください|下さい))[。．]?$/u,
  /(?:无法|不能|打不开|没有|找不到)/u,
  /(?:않아요|않습니다|없어요|없습니다|안 돼요|안됩니다)[.]?$/u,
];

const LONGEST_PLAIN = 160;

/** Whether a line is a question or problem statement without a question mark. Use it only where questions are announced. */
export const asksWithoutMark = (text: string): boolean =>
  text.length >= 6 &&
  text.length <= LONGEST_PLAIN &&
  !isCall(text) &&
  [...ASKED_WITHOUT_MARK, ...TROUBLE].some((words) => words.test(text));

/** Numbers or labels before a question: "Q:", "3.", "Q.". The same for answers. */
const QUESTION_MARK =
  /^(?:(?:[QＱ]|Question|Frage|Pregunta|Domanda|Pergunta|Vraag)\s?\d{0,2}\s?[.．:：、)] ?|[QＱ]\d{0,2}\s?(?=[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}])|\d{1,2}[.)] )(?=\S)/iu;
export const ANSWER_MARK =
  /^(?:(?:[AＡR]|Answer|Antwort|Respuesta|Réponse|Risposta|Resposta|Antwoord)\s?[.．:：、)] ?|[AＡ]\s?(?=[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]))(?=\S)/iu;

/** The sign of an accordion beside its question: "+", "▼", "›". */
const TOGGLE_BEHIND = /(?<=[?？؟])[\s+＋✚➕×✕✖−–—▼▾▽▿⌄˅∨⌃▲△►▶›»>→↓↑⬇|-]{1,20}$/u;
const TOGGLE_BEFORE = /^(?:[\s+＋✚➕❓❔▼▾▸▹►▶›»•·●-]|\p{Extended_Pictographic}|\ufe0f){1,20}(?=[\p{L}\p{N}¿"“„«「『])/u;

/** A question without the number, letter or sign beside it. */
export const questionOf = (written: string): string =>
  written.replace(TOGGLE_BEHIND, '').replace(TOGGLE_BEFORE, '').replace(QUESTION_MARK, '').trim();
