import { type TextSpan, termFinder, termsOf } from './terms.ts';

/** Product stages and the words that state them. Only explicit statements: a shop or a login does not count. */
export const STAGE_WORDS = {
  idea: termsOf(
    'concept stage, idea stage, just an idea, early concept, in planning, Ideenphase, Konzeptphase, phase d’idée, stade de l’idée, en fase de idea, fase de ideia, fase di ideazione',
    '構想段階, 构思阶段, 구상 단계',
  ),
  prototype: termsOf(
    "waitlist, join the waitlist, waiting list, pre-launch, prelaunch, Warteliste, liste d’attente, liste d'attente, lista de espera, lista d’attesa, wachtlijst, venteliste, väntelista, jonotuslista, lista oczekujących, bekleme listesi, лист ожидания",
    'prototype, prototypes, proof of concept, MVP, minimum viable product, in development, under development, alpha, alpha version, closed alpha, private alpha, early alpha',
    'Prototyp, Prototypenstadium, in Entwicklung, in der Entwicklung, Alphaversion, prototipo, en desarrollo, protótipo, em desenvolvimento, in sviluppo, en développement, en cours de développement',
    'in ontwikkeling, under udvikling, under utveckling, under utvikling, prototyyppi, kehitteillä, w fazie rozwoju, ve vývoji, прототип, в разработке, в розробці, fejlesztés alatt, geliştirme aşamasında',
    '開発中, プロトタイプ, アルファ版, 开发中, 開發中, 原型, 개발 중, 개발중, 프로토타입',
  ),
  beta: termsOf(
    'beta, public beta, open beta, closed beta, private beta, early beta, beta version, beta phase, beta test, beta testers, early access, technical preview, developer preview, public preview',
    'Betaversion, Beta-Version, Betaphase, Beta-Phase, Betatest, früher Zugang, version bêta, bêta, accès anticipé',
    'versión beta, fase beta, acceso anticipado, versão beta, acesso antecipado, versione beta, accesso anticipato',
    'bètaversie, bèta, betaversio, wersja beta, wczesny dostęp, beta verze, бета, бета-версия, бета-тест, ранний доступ',
    'бета-версія, ранній доступ, béta, béta verzió, versiune beta, erken erişim, beta sürüm, έκδοση beta, نسخة تجريبية, بيتا, بتا, בטא, גרסת בטא, versi beta, bản thử nghiệm, รุ่นเบต้า',
    'ベータ版, ベータ, 先行アクセス, 测试版, 測試版, 公测, 内测, 抢先体验, 베타, 베타 버전, 얼리 액세스',
  ),
  launched: termsOf(
    "now available, now live, is live, generally available, general availability, out of beta, officially launched, we launched, we’ve launched, we've launched, just launched, has launched, available now, stable release",
    'jetzt verfügbar, ab sofort verfügbar, jetzt erhältlich, maintenant disponible, disponible dès maintenant, ya disponible, disponible ahora, já disponível, disponível agora, ora disponibile, già disponibile',
    'nu beschikbaar, nu verkrijgbaar, nu tilgængelig, tillgänglig nu, nå tilgjengelig, nyt saatavilla, już dostępne, już dostępna, nyní k dispozici, уже доступно, уже доступен, вже доступно, már elérhető, acum disponibil',
    'şimdi kullanılabilir, yayında, τώρα διαθέσιμο, متاح الآن, זמין עכשיו, sudah tersedia, đã có mặt, พร้อมใช้งานแล้ว, 正式リリース, 好評配信中, 已上线, 提供開始, 正式上线, 正式發布, 现已推出, 정식 출시, 출시되었습니다',
  ),
  growing: termsOf(
    "fast-growing, fastest-growing, rapidly growing, growing quickly, we are growing, we’re growing, we're growing, scaling up, scale-up, profitable and growing",
    'schnell wachsend, schnell wachsendes, stark wachsend, wir wachsen, en pleine croissance, en forte croissance, en pleno crecimiento, de rápido crecimiento, em rápido crescimento, em crescimento, in forte crescita, in rapida crescita',
    'snelgroeiend, snelgroeiende, hurtigt voksende, snabbväxande, raskt voksende, nopeasti kasvava, szybko rosnąca, dynamicznie rozwijająca, rychle rostoucí, быстрорастущий, быстрорастущая, швидкозростаюча, gyorsan növekvő, hızla büyüyen',
    '急成長, 快速增长, 快速成長, 빠르게 성장',
  ),
} as const satisfies Record<string, readonly string[]>;
export type Stage = keyof typeof STAGE_WORDS;
export const STAGE_NAMES = Object.keys(STAGE_WORDS) as Stage[];

const STAGE_FINDERS = Object.fromEntries(STAGE_NAMES.map((stage) => [stage, termFinder(STAGE_WORDS[stage])])) as Record<
  Stage,
  (text: string) => TextSpan[]
>;

/** "Out of beta" is not beta. */
const NOT_BEFORE = /(?<!\p{L})(?:out of|left|no longer in|nicht mehr in|aus der|alternative to|not)[\s-]+(?:the\s+)?$/iu;

/** Where a text states that the product is at a stage. */
export const findStage = (stage: Stage, text: string): TextSpan[] =>
  STAGE_FINDERS[stage](text).filter(({ start }) => !NOT_BEFORE.test(text.slice(Math.max(0, start - 24), start)));

/** Words of founding: the year next to them is the founding year. "Since", "launched" and © mean something else. */
export const FOUNDING_WORDS: readonly string[] = termsOf(
  'founded, co-founded, cofounded, founding date, founding year, year founded, foundingDate, year of foundation, year of establishment',
  'gegründet, gegruendet, gründete, gründeten, Gründung, Gründungsjahr, Firmengründung, Unternehmensgründung, ins Leben gerufen',
  'fondé, fondée, fondés, fondées, cofondé, cofondée, date de création, année de création, fonda, fondent, fondons',
  'fundada, fundado, cofundada, cofundado, fundó, fundaron, fundamos, año de fundación',
  'fundou, fundaram, fundámos, ano de fundação, fundat, fundada el',
  'fondata, fondato, fondati, cofondata, anno di fondazione, fondarono, fondò',
  'opgericht, oprichtingsjaar, oprichtte, oprichtten, gesticht, grundlagt, grundlagde, stiftet, stiftede, etableret',
  'etablert, grunnlagt, grundades, grundat, grundad, grundade, etablerades, stofnað, stofnuð',
  'perustettu, perustettiin, perustamisvuosi, perusti, perustivat, asutatud, asutati, dibināts, dibināta, įkurta, įkurtas, įkūrė',
  'założona, założony, założone, założyli, założył, założyła, rok założenia, data założenia',
  'založena, založeno, založen, založili, založil, rok založení, založená, založený, osnovana, osnovan, osnovano, osnovali, osnovao',
  'ustanovljeno, ustanovljena, ustanovljen, основана, основано, основан, основали, основал, год основания, дата основания',
  'заснована, засновано, заснований, заснували, рік заснування, основана през, основан през, година на основаване',
  'alapítva, alapították, alapította, alapítás éve, înființată, înființat, fondată, fondat',
  'kuruldu, kurulmuştur, kurulan, kuruluş yılı, ιδρύθηκε, έτος ίδρυσης, ίδρυση, themeluar',
  'تأسست, تأسس, أسست, أسسها, سنة التأسيس, تاسیس, تأسیس, נוסדה, נוסד, הוקמה, स्थापना, स्थापित, প্রতিষ্ঠিত',
  'didirikan, ditubuhkan, thành lập, ก่อตั้ง',
  '設立, 創業, 創立, 成立于, 成立於, 创立, 创办, 創辦, 成立时间, 成立時間, 设立, 설립, 창립, 창업',
);

/** Words that count only directly next to the year; further away they mean experience or a foundation. */
export const FOUNDING_WORDS_CLOSE: readonly string[] = termsOf(
  'established, established in, est, formed in, incorporated, incorporated in, created in, fondazione, fundación, fundação, fundació, oprichting, alapítás, kuruluş, založení, založenie, základ, etablissement',
  'créée en, créé en, constituida en, creada en, creado en, criada em, criado em, nasce nel, nata nel, nato nel, powstała w, powstał w',
);

/** Words that call a person a founder. */
export const FOUNDER_WORDS: readonly string[] = termsOf(
  'founder, founders, co-founder, co-founders, cofounder, cofounders, founding partner, founding partners, creator, co-creator',
  'founder.name, founded by, co-founded by, cofounded by, founded, co-founded, cofounded, started by',
  'solo developer, solo founder, indie developer, indie hacker, indie maker, solopreneur, sole developer',
  'Gründer*, Mitgründer*, Mitbegründer*, Begründer*, Firmengründer*, Unternehmensgründer*, gegründet von, gegründet, gründeten, gründete',
  'fondateur, fondatrice, fondateurs, fondatrices, cofondateur, cofondatrice, cofondateurs, co-fondateur, co-fondatrice, co-fondateurs',
  'fondée par, fondé par, fondée en, fondé en, créateur, créatrice',
  'fundador, fundadora, fundadores, fundadoras, cofundador, cofundadora, cofundadores, co-fundador, co-fundadora, co-fundadores',
  'fundada por, fundado por, fundaron, fundó, creador, creadora',
  'fundou, fundaram, criador, criadora, idealizador, idealizadora',
  'fondatore, fondatori, cofondatore, cofondatori, cofondatrice, co-fondatore, fondata da, fondato da, ideatore, ideatrice',
  'oprichter, oprichters, oprichtster, mede-oprichter, medeoprichter, medeoprichters, opgericht door, grundlægger, grundlæggere',
  'medstifter, medstiftere, stifter, stiftere, stiftet av, stiftet af, grunnlegger, grunnleggere, medgrunnlegger, gründer',
  'grundare, medgrundare, grundades av, grundat av, stofnandi, stofnendur',
  'perustaja, perustajat, perustajaosakas, perustajajäsen, perusti, perustivat, asutaja, asutajad, kaasasutaja',
  'dibinātājs, dibinātāja, dibinātāji, įkūrėjas, įkūrėja, įkūrėjai, bendraįkūrėjas',
  'założyciel, założycielka, założyciele, współzałożyciel, współzałożycielka, założyli, założył, założyła, twórca, twórczyni',
  'zakladatel, zakladatelka, zakladatelé, spoluzakladatel, spoluzakladatelka, zakladateľ, zakladatelia, spoluzakladateľ, založili, založil',
  'osnivač, osnivačica, osnivači, suosnivač, ustanovitelj, soustanovitelj, основатель, основательница, основатели, сооснователь',
  'сооснователи, основали, основал, создатель, засновник, засновниця, засновники, співзасновник, співзасновниця, заснували',
  'основател, основатели, съосновател, оснивач, суоснивач',
  'alapító, alapítója, alapítók, alapítói, társalapító, alapította, alapították, fondator, fondatoare, cofondator, cofondatoare',
  'kurucu, kurucusu, kurucuları, kurucular, kurucu ortak, ιδρυτής, ιδρύτρια, ιδρυτές, συνιδρυτής, συνιδρύτρια, συνιδρυτές',
  'مؤسس, المؤسس, المؤسسون, المؤسسين, مؤسسو, شريك مؤسس, الشريك المؤسس, بنیانگذار, بنیان‌گذار, هم‌بنیان‌گذار',
  'מייסד, מייסדת, מייסדים, מייסדי, המייסד, המייסדים, संस्थापक, सह-संस्थापक, প্রতিষ্ঠাতা',
  'pendiri, pengasas, didirikan oleh, nhà sáng lập, người sáng lập, đồng sáng lập, ผู้ก่อตั้ง',
  '創業者, 創設者, 共同創業者, 創立者, 設立者, 创始人, 創始人, 联合创始人, 聯合創始人, 創辦人, 创办人',
  '창업자, 설립자, 공동창업자, 공동 창업자, 창립자, 창업한',
);

export const findFounding = termFinder(FOUNDING_WORDS);
export const findFoundingNearby = termFinder(FOUNDING_WORDS_CLOSE);
export const findFounderWord = termFinder(FOUNDER_WORDS);
