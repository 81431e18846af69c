import { finderOf, type Span, termsOf } from './terms.ts';

/** How far along a product is, and the words that say so. Only what a site says of itself: a shop or a login is no word. */
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
export const STAGES = Object.keys(STAGE_WORDS) as Stage[];

const FOUND = Object.fromEntries(STAGES.map((stage) => [stage, finderOf(STAGE_WORDS[stage])])) as Record<Stage, (text: string) => Span[]>;

/** "Out of beta" is no beta. */
const NOT_BEFORE = /(?<!\p{L})(?:out of|left|no longer in|nicht mehr in|aus der|alternative to|not)[\s-]+(?:the\s+)?$/iu;

/** Where a text says that a product is that far. */
export const stageFound = (stage: Stage, text: string): Span[] =>
  FOUND[stage](text).filter(({ start }) => !NOT_BEFORE.test(text.slice(Math.max(0, start - 24), start)));
