import { finderOf, termsOf } from './terms.ts';

/** Says that something began: the year beside it is the year of founding. "Since", "launched" and © say something else. */
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

/** The same where the year stands right beside; further away they mean an old hand or a foundation. */
export const FOUNDING_WORDS_CLOSE: readonly string[] = termsOf(
  'established, established in, est, formed in, incorporated, incorporated in, created in, fondazione, fundación, fundação, fundació, oprichting, alapítás, kuruluş, založení, založenie, základ, etablissement',
  'créée en, créé en, constituida en, creada en, creado en, criada em, criado em, nasce nel, nata nel, nato nel, powstała w, powstał w',
);

/** Calls a person the one who began it. */
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

export const foundingFound = finderOf(FOUNDING_WORDS);
export const foundingCloseFound = finderOf(FOUNDING_WORDS_CLOSE);
export const founderFound = finderOf(FOUNDER_WORDS);
