/** Topics of work: first the names of categories, then the words pages use. */
export const WORK_TOPICS: readonly (readonly string[])[] = [
  [
    'accounting, bookkeeping, finance, buchhaltung, comptabilité, contabilidad',
    'accounting software, accounting, accountants, bookkeeping, general ledger, double-entry, balance sheet',
    'Buchhaltung*, Buchhalter*, comptabilité, comptable*, contabilidad, contador*, contabilidade, contabilità, commercialist*, boekhoud*, bokföring*, regnskab*, regnskap*, kirjanpito*',
    'księgow*, účetnictv*, účtovníctv*, računovodstv*, бухгалтер*, könyvelés*, könyvelő*, contabilitate*, muhasebe*, λογιστικ*, محاسبة, חשבונאות, akuntansi, kế toán, บัญชี, 会計, 会计, 記帳, 회계',
  ],
  [
    'invoicing, invoices, billing, finance, accounting, rechnungen, facturación',
    'invoice*, invoicing, billing software, recurring billing, Rechnungen, Rechnungsstellung, Rechnungsprogramm, Rechnung schreiben, factures, facturation, facturas, facturación, faturas, faturamento, fatture, fatturazione',
    'facturen, facturatie, fakturor, fakturering, faktura, fakturaer, laskutus*, faktury, fakturowanie, fakturace, fakturácia, računi, счета на оплату, выставление счетов, рахунки-фактури, számlázás*, facturare, fatura, τιμολόγηση, فواتير, חשבוניות, 請求書, 发票, 發票, 청구서, 세금계산서',
  ],
  [
    'personal finance, budgeting, finance, money, savings, finanzen',
    'budgeting, personal finance, household budget, expense tracker, track your spending, savings goal*, net worth, investments, investing, Haushaltsbuch, Finanzplan*, Ausgaben im Blick, budget personnel, finances personnelles, finanzas personales, presupuesto personal',
    'finanças pessoais, orçamento pessoal, finanza personale, spese personali, huishoudboekje, privatekonomi, budjetti, budżet domowy, osobní finance, rodinný rozpočet, личные финансы, особисті фінанси, kişisel finans, 家計簿, 个人理财, 记账, 記帳, 가계부',
  ],
  [
    'banking, payments, fintech, tax, taxes, finance, steuern',
    'online banking, bank account*, payment processing, accept payments, payment gateway*, credit card payments, tax return*, tax filing, VAT return*, payroll, Zahlungsabwicklung, Steuererklärung*, Lohnabrechnung*, Bankkonto',
    'paiement en ligne, déclaration fiscale, impôts, pasarela de pago, declaración de impuestos, nómina, meio de pagamento, imposto de renda, folha de pagamento, dichiarazione dei redditi, buste paga, belastingaangifte, skattedeklaration, podatk*, daňov*, налогов*, податков*, 決済, 確定申告, 给与計算, 支付, 报税, 결제, 급여',
  ],
  [
    'scheduling, appointments, appointment, booking, bookings, reservations, calendar, terminplanung',
    'appointment*, appointment booking, online booking, booking system, book appointments, reservation system, time slots, no-shows, scheduling, shift planning, Termin, Termine, Terminen, Terminbuchung*, Terminplan*, Terminvergabe, Terminkalender*, Buchungssystem*',
    'rendez-vous, prise de rendez-vous, réservation en ligne, citas, cita previa, reservas, agendamento*, agendar, appuntament*, prenotazion*, afspraken, afspraak maken, reserveringen, tidsbokning*, bokningssystem*, tidsbestilling*, timebestilling*, ajanvarau*, wizyty, umawianie wizyt, rezerwacj*',
    'rezervace, rezervační, rezervácie, naročanje, rezervacij*, запись на приём, онлайн-запись, бронирован*, онлайн-запис, бронюван*, időpontfoglal*, programări online, randevu*, rezervasyon*, ραντεβού, κρατήσεις, حجز المواعيد, קביעת תורים, janji temu, đặt lịch, จองคิว, 予約, シフト管理, 预约, 預約, 예약, 일정 조율',
  ],
  [
    'meetings, calendar, calendars, work, productivity, collaboration, besprechungen',
    'meeting notes, meetings, meeting agenda*, video meeting*, video call*, video conferenc*, shared calendar*, team calendar*, minutes of meeting*, Besprechung*, Videokonferenz*, Meeting, réunion d’équipe, réunions, visioconférence*, reuniones, videollamada*, videoconferencia*, reuniões, videoconferência*, riunioni, videoconferenz*',
    'vergadering*, vergaderen, möten, videomöte*, møder, videomøde*, møter, kokoukset, palaver*, spotkania, wideokonferencj*, schůzky, videokonference, встреч*, видеоконференц*, зустріч*, відеоконференц*, megbeszélés*, toplantı*, συναντήσεις, اجتماعات, פגישות, 会議, 打ち合わせ, 会议, 會議, 회의',
  ],
  [
    'productivity, project management, projects, tasks, task management, work, teams, collaboration, office, organisation',
    'productivity, to-do list*, todo list*, task manager*, task management, project management, kanban*, time tracking, timesheet*, gantt, Produktivität*, Aufgabenverwaltung*, Aufgabenliste*, Projektmanagement*, Projektverwaltung*, Zeiterfassung*, productivité, gestion de projet*, gestion des tâches, suivi du temps',
    'productividad, gestión de proyectos, gestión de tareas, control horario, produtividade, gestão de projetos, lista de tarefas, produttività, gestione progetti, gestione dei progetti, productiviteit*, projectmanagement, urenregistratie, produktivitet*, projekthantering, tidrapport*, projektledelse, prosjektstyring, tuottavuus, projektinhallinta',
    'produktywno*, zarządzanie projektami, zarządzanie zadaniami, produktivita, řízení projektů, продуктивност*, управление проектами, управление задачами, управління проєктами, termelékenység*, projektmenedzsment, productivitate, verimlilik*, proje yönetimi, παραγωγικότητα, إدارة المشاريع, ניהול פרויקטים, 生産性, タスク管理, プロジェクト管理, 任务管理, 项目管理, 專案管理, 생산성, 할 일 관리, 프로젝트 관리',
  ],
  [
    'hiring, recruiting, recruitment, hr, human resources, jobs, careers',
    'hiring, recruiters, recruiting, recruitment, applicant tracking, job applicants, candidates, job board*, job posting*, human resources, HR software, Bewerbermanagement, Bewerber*, Stellenanzeigen, Personalverwaltung, recrutement*, candidatures, ressources humaines, reclutamiento, selección de personal, recursos humanos',
    'recrutamento, vagas de emprego, selezione del personale, risorse umane, werving, sollicitanten, personeelszaken, rekrytering*, rekruttering*, rekrytoint*, rekrutacj*, zasoby ludzkie, nábor*, lidské zdroje, подбор персонала, рекрутинг, вакансии, підбір персоналу, toborzás*, resurse umane, işe alım*, insan kaynakları, توظيف, גיוס עובדים, 採用, 求人, 人事, 招聘, 招募, 채용, 인사 관리',
  ],
  [
    'attendance, access control, identity, security, time tracking',
    "attendance, attendance tracking, access control, facial recognition, face recognition, visitor management, identity verification, Zutrittskontroll*, Anwesenheit*, Gesichtserkennung*, contrôle d’accès, contrôle d'accès, reconnaissance faciale, control de acceso*, control de asistencia, asistencia, reconocimiento facial",
    'controle de acesso, controle de ponto, reconhecimento facial, controllo accessi, riconoscimento facciale, toegangscontrole, gezichtsherkenning, passerkontroll*, ansiktsigenkänning, kulunvalvonta, kontrola dostępu, rozpoznawanie twarzy, kontrola přístupu, контроль доступа, распознавание лиц, контроль доступу, beléptető*, controlul accesului, geçiş kontrol*, yüz tanıma, 勤怠, 入退室, 顔認証, 考勤, 门禁, 人脸识别, 출입 통제, 근태, 얼굴 인식',
  ],
  [
    'marketplace, marketplaces, e-commerce, ecommerce, commerce, shopping, retail, shops, stores',
    'marketplace*, e-commerce, ecommerce, online shop*, online store*, shopping cart*, buyers and sellers, Marktplatz*, Online-Shop*, Onlineshop*, Webshop*, place de marché, boutique en ligne, e-commerçant*, tienda en línea, tienda online, comercio electrónico, loja virtual, loja online, comércio eletrônico, negozio online, negozi online',
    'webwinkel*, webbutik*, nätbutik*, nettbutikk*, verkkokaup*, sklep internetow*, sklepy internetowe, e-shop*, internetový obchod, internetni trg*, интернет-магазин*, маркетплейс*, інтернет-магазин*, webáruház*, magazin online, e-ticaret, ηλεκτρονικό κατάστημα, متجر إلكتروني, التجارة الإلكترونية, חנות אינטרנטית, toko online, bán hàng trực tuyến, ร้านค้าออนไลน์, マーケットプレイス, ネットショップ, 通販, 电商, 電商, 网店, 쇼핑몰, 마켓플레이스',
  ],
  [
    'marketing, seo, advertising, social media, growth, email marketing',
    'marketing software, marketing tool*, marketers, SEO, search engine optimization, search engine optimisation, advertising, ad campaigns, email campaigns, email marketing, landing pages, social media posts, Suchmaschinenoptimierung, Werbekampagne*, Online-Marketing, référencement, publicité en ligne, posicionamiento web, publicidad online',
    'marketing digital, publicidade online, pubblicità online, zoekmachineoptimalisatie, sökmotoroptimering, søgemaskineoptimering, hakukoneoptimointi, pozycjonowanie, reklama internetowa, продвижение сайтов, интернет-маркетинг, keresőoptimalizálás, dijital pazarlama, マーケティング, 広告運用, 营销, 行銷, 마케팅, 광고',
  ],
  [
    'sales, crm, customers, customer support, support, helpdesk, customer service',
    'CRM, sales pipeline, sales teams, lead generation, customer support, customer service, help desk, helpdesk, support tickets, live chat widget, Kundenverwaltung, Kundenservice, Vertriebsteam*, relation client, service client, support client, gestión de clientes, atención al cliente, atendimento ao cliente, gestão de clientes',
    'gestione clienti, assistenza clienti, klantenservice, klantbeheer, kundtjänst, kundeservice, asiakaspalvelu, obsługa klienta, zákaznická podpora, поддержка клиентов, управление клиентами, підтримка клієнтів, ügyfélszolgálat*, relații cu clienții, müşteri hizmetleri, خدمة العملاء, שירות לקוחות, 顧客管理, カスタマーサポート, 客户管理, 客服, 고객 관리, 고객 지원',
  ],
  [
    'legal, law, compliance, contracts, privacy, recht',
    'contracts, contract management, e-signature*, electronic signature*, lawyers, law firms, GDPR compliance, compliance software, Vertragsmanagement, Rechtsanwält*, Anwaltskanzlei*, elektronische Signatur, avocats, signature électronique, abogados, firma electrónica, advogados, assinatura eletrônica, avvocati, firma elettronica, advocaten',
    'advokater, asianajaja*, prawnik*, podpis elektroniczny, právník*, юрист*, электронная подпись, ügyvéd*, avocați, avukat*, 電子契約, 弁護士, 电子签名, 律师, 전자서명, 변호사',
  ],
];
