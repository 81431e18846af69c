import { termsOf } from './terms.ts';

/** Topics of work: first the category names, then the words pages use. */
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

/** Topics of making things: first the category names, then the words pages use. */
export const CRAFT_TOPICS: readonly (readonly string[])[] = [
  [
    'developer, developers, developer tools, development, programming, code, coding, engineering, devtools, entwickler, desarrollo',
    'for developers, developers, developer tool*, SDK, SDKs, command line, command-line tool, CLI, compiler, debugger, code editor, source code, programming language, web framework, JavaScript, TypeScript, Python, Rust, web standards, HTML to PDF, CSS, npm install',
    'Entwickler, Entwicklerinnen, Entwicklerwerkzeug*, Softwareentwicklung, Programmiersprache*, développeurs, développeur, langage de programmation, desarrolladores, desarrollador, programadores, desenvolvedores, desenvolvedor, sviluppatori, sviluppatore, ontwikkelaars, utvecklare, udviklere, utviklere, kehittäjille, ohjelmoij*',
    'programistów, programiści, deweloper*, vývojáře, vývojářům, programátor*, разработчиков, разработчикам, программист*, розробників, програміст*, fejlesztők*, dezvoltatori, geliştiriciler*, προγραμματιστές, المطورين, מפתחים, pengembang, lập trình viên, นักพัฒนา, 開発者, プログラミング, 开发者, 開發者, 程序员, 개발자, 프로그래밍',
  ],
  [
    'devops, containers, infrastructure, hosting, servers, cloud, operating systems, system administration, developer tools, self-hosting',
    'DevOps, containers, containerized, container*, Docker, Kubernetes, FreeBSD, Linux, operating system, virtual machines, VPS, web hosting, self-hosted, serverless, infrastructure as code, deployments, Terraform, system administrators, Webhosting, Betriebssystem*, Serververwaltung, hébergement web, système d’exploitation, alojamiento web, servidores, sistema operativo',
    'hospedagem de sites, sistema operacional, hosting web, webhosting, besturingssysteem, webbhotell, operativsystem, käyttöjärjestelmä, serwerów, systemy operacyjne, operační systém, контейнеры, контейнеризац*, хостинг, операционная система, операційна система, tárhely, găzduire web, barındırma, コンテナ, サーバー, 容器, 服务器, 운영체제, 서버, 호스팅',
  ],
  [
    'testing, ci, continuous integration, qa, developer tools, quality',
    'test automation, automated tests, automated testing, unit tests, end-to-end tests, regression tests, continuous integration, CI/CD, code coverage, flaky tests, build pipeline*, Testautomatisierung, automatisierte Tests, tests automatisés, pruebas automatizadas, testes automatizados, test automatici, geautomatiseerd testen, автотест*, автоматизация тестирования, 自動テスト, 自动化测试, 테스트 자동화',
  ],
  [
    'databases, database, data, sql, developer tools',
    'database*, SQL, PostgreSQL, MySQL, SQLite, NoSQL, query language, Datenbank*, base de données, bases de données, base de datos, bases de datos, banco de dados, bancos de dados, database, databaser, databas, tietokan*, baza danych, bazy danych, databáz*, базы данных, база данных, бази даних, adatbázis*, bază de date, baze de date, veritabanı*, βάσεις δεδομένων, قاعدة بيانات, قواعد البيانات, מסד נתונים, データベース, 数据库, 資料庫, 데이터베이스',
  ],
  [
    'analytics, statistics, business intelligence, data, reporting',
    'web analytics, product analytics, analytics, business intelligence, data visualization, data visualisation, page views, Webanalyse, Datenanalyse*, analyse de données, statistiques de site, analítica web, análisis de datos, análise de dados, analisi dei dati, webanalyse, data-analyse, dataanalys, analityk*, analýza dat, аналитика, веб-аналитика, аналітика, adatelemzés*, veri analizi, تحليل البيانات, アクセス解析, データ分析, 数据分析, 데이터 분석',
  ],
  [
    'observability, monitoring, logs, log search, logging, tracing, developer tools',
    'observability, uptime monitoring, server monitoring, application monitoring, error tracking, log management, log search, logs, distributed tracing, alerting, OpenTelemetry, status page*, Log-Management, Serverüberwachung, surveillance de serveurs, monitoreo, monitorización, monitoramento, monitoraggio, logboeken, övervakning, monitorowanie, мониторинг, логи, моніторинг, izleme, ログ管理, 監視, 日志, 系统监控, 应用监控, 服务器监控, 모니터링, 로그',
  ],
  [
    'apis, api, webhooks, integrations, developer tools, automation',
    'API, APIs, REST API, GraphQL, webhook*, API gateway, API documentation, API keys, Schnittstelle, Schnittstellen, interface de programmation, интеграции по API',
  ],
  [
    'automation, workflows, no-code, low-code, agents',
    'no-code, low-code, workflow automation, automate your, automations, Automatisierung, automatisieren, automatisation, automatiser, automatización, automatizar, automação, automazione, automatizza, automatisering, automatiser*, automatisointi, automatyzacj*, automatizac*, автоматизация, автоматизац*, автоматизація, automatizálás*, otomasyon*, أتمتة, אוטומציה, 自動化, ノーコード, 自动化, 无代码, 자동화, 노코드',
  ],
  [
    'ai, artificial intelligence, machine learning, chatbots, agents, llm',
    'AI, AI-powered, artificial intelligence, machine learning, deep learning, large language model*, LLM, LLMs, chatbot*, neural network*, generative AI, GPT, AI agent*, KI, KI-gestützt*, künstliche Intelligenz, künstlicher Intelligenz, maschinelles Lernen, intelligence artificielle, apprentissage automatique, inteligencia artificial, aprendizaje automático',
    'inteligência artificial, aprendizado de máquina, intelligenza artificiale, kunstmatige intelligentie, artificiell intelligens, kunstig intelligens, tekoäly*, sztuczna inteligencja, sztucznej inteligencji, umělá inteligence, umělé inteligence, umetna inteligenca, umjetna inteligencija, искусственный интеллект, искусственного интеллекта, нейросет*, штучний інтелект, штучного інтелекту, mesterséges intelligencia, inteligență artificială, yapay zeka*, yapay zekâ*, τεχνητή νοημοσύνη, الذكاء الاصطناعي, ذكاء اصطناعي, בינה מלאכותית, kecerdasan buatan, trí tuệ nhân tạo, ปัญญาประดิษฐ์, 人工知能, 機械学習, 生成AI, 人工智能, 人工智慧, 机器学习, 大模型, 인공지능, 머신러닝',
  ],
  [
    'security, cybersecurity, privacy, passwords, authentication, encryption, vpn, sicherheit',
    'cybersecurity, password manager*, two-factor, authentication, single sign-on, end-to-end encrypted, end-to-end encryption, encryption, malware, ransomware, firewall*, vulnerabilit*, penetration test*, VPN, Passwortmanager*, Verschlüsselung*, IT-Sicherheit, cybersécurité, chiffrement, mot de passe, ciberseguridad, cifrado, contraseñas, cibersegurança, criptografia, senhas',
    'sicurezza informatica, crittografia, cyberbeveiliging, versleuteling, wachtwoordmanager, cybersäkerhet, kryptering, tietoturva*, cyberbezpieczeńst*, szyfrowani*, kybernetick*, šifrován*, кибербезопасност*, шифрован*, кібербезпек*, kiberbiztonság*, titkosítás*, securitate cibernetică, siber güvenlik, şifreleme, κυβερνοασφάλεια, الأمن السيبراني, אבטחת מידע, セキュリティ, 暗号化, 网络安全, 加密, 정보 보안, 암호화',
  ],
  [
    'utilities, utility, files, file management, desktop, storage, disk cleanup, backup, system tools, windows software',
    'disk usage, disk space, disk cleanup, duplicate file*, duplicate finder, file manager*, file explorer, large files, file sharing, file sync, backup*, cloud storage, system utility, Festplatte*, Speicherplatz, Dateimanager, Datensicherung*, doppelte Dateien, espace disque, gestionnaire de fichiers, sauvegarde*, fichiers en double, espacio en disco, copias de seguridad, archivos duplicados',
    'espaço em disco, arquivos duplicados, spazio su disco, file duplicati, schijfruimte, back-up*, diskutrymme, säkerhetskopi*, levytila, varmuuskopi*, kopie zapasowe, duplikaty plików, zálohování, duplicitní soubory, резервное копирование, дубликаты файлов, резервне копіювання, biztonsági mentés, yedekleme*, النسخ الاحتياطي, גיבוי, バックアップ, 重複ファイル, 备份, 重复文件, 磁盘空间, 백업, 중복 파일',
  ],
  [
    'design, interface design, ui, ux, prototyping, graphics, graphic design, creative',
    'graphic design, graphic designers, UI design, UX design, interface design, web design tool*, design tool*, design system*, wireframe*, vector graphics, vectors, vector, illustrations, sketching, Grafikdesign*, Vektorgrafik*, Gestaltungswerkzeug*, graphisme, graphistes, conception d’interfaces, diseño gráfico, diseño de interfaces, diseñadores, design gráfico, designers gráficos, progettazione grafica, grafische vormgeving, grafisk design, graafinen suunnittelu, projektowanie graficzne, grafický design, графический дизайн, графічний дизайн, grafikai tervezés, design grafic, grafik tasarım, デザインツール, グラフィック, 平面设计, 设计工具, 設計工具, 그래픽 디자인, 디자인 도구',
  ],
  [
    'type, typography, fonts, colour, color, type & colour, design',
    'typography, typeface*, font family, font pairing, web fonts, fonts, colour palette*, color palette*, colour picker, color picker, colour scheme*, Schriftart*, Typografie, Farbpalette*, typographie, polices de caractères, palette de couleurs, tipografía, paleta de colores, tipografia, paleta de cores, palet van kleuren, lettertype*, typsnitt, skrifttype*, fontit, typografi*, czcionk*, písma, шрифт*, yazı tipi, フォント, 配色, 字体, 配色方案, 글꼴, 폰트',
  ],
  [
    'photo, photography, video, video editing, audio, music, podcasts, media, creative',
    'photo editing, photo editor, photographers, photography, video editing, video editor, screen recording, podcast*, music production, musicians, audio editing, sound effects, Bildbearbeitung*, Fotografie, Videobearbeitung*, Videoschnitt, Musikproduktion, retouche photo, photographie, montage vidéo, musique, edición de fotos, fotografía, edición de vídeo, edición de video, música, edição de vídeo, fotografia, fotoritocco, montaggio video, musica',
    'fotobewerking, videobewerking, muziek, bildredigering, videoredigering, musik, billedredigering, valokuvaus, videoeditointi, musiikki, edycja zdjęć, montaż wideo, muzyka, úprava fotek, hudba, фоторедактор, монтаж видео, музыка, відеоредактор, музика, fényképezés, zene, fotografie, muzică, fotoğraf*, müzik, 写真編集, 動画編集, 音楽, 图片编辑, 视频剪辑, 音乐, 사진 편집, 영상 편집, 음악',
  ],
  [
    'notes, note-taking, notetaking, knowledge, knowledge management, productivity, notizen, notas',
    'note-taking, notetaking, take notes, handwritten notes, your notes, notebook app, second brain, knowledge base, personal wiki, Notizen, Notizbuch*, Notiz-App, handschriftlich*, prise de notes, notes manuscrites, toma de notas, tomar notas, notas manuscritas, anotações, bloco de notas, prendere appunti, appunti, notities, aantekeningen, anteckningar, noter, notater, muistiinpano*, notatki, robienie notatek, poznámky, заметки, заметок, нотатки, jegyzetel*, jegyzetek, notițe, not alma, σημειώσεις, ملاحظات, רשימות, catatan, ghi chú, จดบันทึก, ノートアプリ, メモ帳, メモアプリ, 笔记, 筆記, 노트 앱, 메모',
  ],
  [
    'writing, editors, editor, documents, publishing, books, blogging, pdf, word processing',
    'writers, writing app, writing tool*, text editor, markdown editor, manuscript*, novels, screenplay*, publishing, typesetting, PDF editor, e-book*, ebooks, blogging, word processor, Schreibprogramm*, Textverarbeitung*, Autorinnen und Autoren, Manuskript*, écrivains, traitement de texte, édition de livres, escritores, procesador de textos, editor de texto, processador de texto, scrittori, elaborazione testi, schrijvers, tekstverwerker, skribenter, ordbehandl*, forfattere, kirjoittaj*, tekstinkäsittely, pisarz*, edytor tekstu, spisovatel*, textový editor, писател*, текстовый редактор, письменник*, szövegszerkesztő*, scriitori, yazarlar, metin düzenleyici, 執筆, 文書作成, テキストエディタ, 写作, 文本编辑器, 出版, 글쓰기, 문서 편집, 전자책',
  ],
  [
    'newsletters, newsletter, email, writing, publishing',
    'newsletter platform, newsletter tool*, newsletters, newsletter, email newsletter*, mailing list*, infolettre, boletín, boletines, lettre d’information, nyhetsbrev, nyhedsbrev*, uutiskirje*, nieuwsbrief, nieuwsbrieven, рассылк*, розсилк*, hírlevél*, e-bülten, メルマガ, ニュースレター, 电子报, 電子報, 뉴스레터',
  ],
  [
    'translation, translations, localization, localisation, languages, writing',
    'translate*, translation*, translator*, localization, localisation, multilingual, interpreter*, Übersetz*, mehrsprachig*, traduction*, traduire, traducteur*, traducción, traducciones, traducir, traductor*, tradução, traduções, traduzir, tradutor*, traduzione, traduzioni, tradurre, traduttor*, vertaling*, vertalen, översätt*, oversætt*, oversett*, kääntä*, käännö*, tłumacz*, překlad*, preklad*, prijevod*, prevod*, перевод*, переклад*, fordítás*, fordító*, traducere, traduceri, çeviri*, μετάφραση, μεταφράσεις, ترجمة, תרגום, terjemahan, bản dịch, แปลภาษา, 翻訳, 翻译, 翻譯, 번역',
  ],
];

/** Topics of life: first the category names, then the words pages use. */
export const LIFE_TOPICS: readonly (readonly string[])[] = [
  [
    'education, learning, school, schools, e-learning, edtech, teaching, courses, bildung, educación',
    'education, educational, e-learning, online course*, online learning, students, teachers, schools, school, tutoring, flashcards, curriculum, homework, Bildung, Schulen, Schule, Schüler*, Lehrkräfte, Lehrer*, Unterricht*, Lernplattform*, éducation, école, écoles, élèves, enseignants, cours en ligne, educación, escuelas, escuela, colegios, colegio, estudiantes, estudiante, alumnos, profesores, cursos en línea',
    'educação, escolas, escola, alunos, professores, cursos online, istruzione, scuole, scuola, studenti, insegnanti, corsi online, onderwijs, scholen, leerlingen, docenten, utbildning, skolor, elever, lärare, uddannelse, skoler, undervisning, utdanning, koulut, oppilaat, opettaj*, edukacj*, szkoły, uczniowie, nauczyciel*, vzdělávání, školy, studenty, učitel*, vzdelávanie, образование, школы, ученики, учителя, освіта, школи, oktatás*, iskolák, tanár*, educație, școli, elevi, eğitim*, okullar, öğrenciler, εκπαίδευση, σχολεία, تعليم, مدارس, חינוך, בתי ספר, pendidikan, giáo dục, การศึกษา, 教育, 学校, 学習, 授業, 学习, 學習, 교육, 학교, 학습',
  ],
  [
    'language learning, languages, education, learning, sprachen lernen',
    'language learning, learn a language, learn languages, learn English, learn German, learn Spanish, vocabulary, Sprachen lernen, Sprache lernen, Vokabel*, apprendre une langue, apprendre l’anglais, vocabulaire, aprender idiomas, aprender inglés, vocabulario, aprender inglês, aprendizado de idiomas, imparare le lingue, imparare l’inglese, taal leren, woordenschat, lära sig språk, språkinlärning, sprogindlæring, kielten oppiminen, nauka języków, słownictw*, učení jazyků, изучение языков, учить английский, вивчення мов, nyelvtanulás*, învățarea limbilor, dil öğren*, 英語学習, 語学, 单词, 背单词, 学英语, 영어 공부, 어학',
  ],
  [
    'classroom, teaching, teachers, school, education',
    'classroom*, lesson plan*, teachers, pupils, gradebook*, school administration, Klassenzimmer*, Unterrichtsplan*, Lehrkräfte, salle de classe, enseignants, élèves, aula, aulas, docentes, sala de aula, professores, insegnanti, in classe, klaslokaal, leerkrachten, klassrum, lärare, klasseværelse*, luokkahuone*, sali lekcyjnej, nauczycieli, učitele, в классе, учителей, учителів, tanterem*, sınıf*, 教室, 課堂, 课堂, 교실',
  ],
  [
    'games, game, gaming, entertainment, video games, spiele, juegos, jeux',
    'game, games, video game*, mobile game*, arcade*, multiplayer, single-player, leaderboard*, roguelike, platformer, RPG, Spiel, Spiele, Videospiel*, Handyspiel*, jeu vidéo, jeux vidéo, jeu mobile, juego, juegos, videojuego*, jogo, jogos, videogame*, gioco, giochi, videogioc*, spel, spelletje*, tv-spel, mobilspel, spil, computerspil, spill, mobilspill, peli, pelit, mobiilipeli*, gra, gry, gra mobilna, hra, hry, igra, igre, игра, игры, игр, гра, ігри, játék, játékok, joc, jocuri, oyun, oyunu, oyunlar, παιχνίδι, παιχνίδια, لعبة, ألعاب, משחק, משחקים, permainan, trò chơi, เกม, ゲーム, 游戏, 遊戲, 게임',
  ],
  [
    'puzzle, puzzles, party games, board games, puzzle & party games, games',
    'puzzle*, party game*, board game*, card game*, crossword*, sudoku, brain teaser*, trivia, word game*, Rätsel*, Brettspiel*, Kartenspiel*, Partyspiel*, casse-tête, jeu de société, jeux de société, mots croisés, rompecabezas, juego de mesa, juegos de mesa, crucigrama*, quebra-cabeça*, jogo de tabuleiro, palavras cruzadas, rompicapo, gioco da tavolo, cruciverba, bordspel*, puzzels, brädspel*, brætspil, lautapeli*, łamigłówk*, gry planszowe, hlavolam*, deskov*, головоломк*, настольные игры, fejtörő*, társasjáték*, bulmaca*, パズル, ボードゲーム, 益智, 桌游, 퍼즐, 보드게임',
  ],
  [
    'game making, game development, gamedev, games',
    'game engine*, game development, game developers, game design, level editor*, sprite*, pixel art, Spieleentwicklung, Spiele-Engine, moteur de jeu, création de jeux, motor de juegos, desarrollo de videojuegos, motor de jogo, desenvolvimento de jogos, sviluppo di videogiochi, game-ontwikkel*, spelutveckling, spiludvikling, pelinkehitys, tworzenie gier, vývoj her, разработка игр, игровой движок, розробка ігор, játékfejlesztés*, oyun geliştirme, ゲーム開発, 游戏开发, 게임 개발',
  ],
  [
    'health, medical, medicine, practice software, clinics, healthcare, gesundheit, salud',
    'healthcare, health care, medical, patients, clinics, doctors, physicians, therapists, practice management, medication*, symptoms, Patientinnen, Patienten, Arztpraxen, Arztpraxis, Ärzt*, Praxissoftware, Gesundheitswesen, santé, médecins, cabinet médical, salud, pacientes, médicos, clínicas, consultorio*, saúde, consultórios, salute, pazienti, studi medici, gezondheidszorg, patiënten, huisarts*, hälsa, sjukvård*, patienter, sundhed*, helsetjenest*, terveys*, potila*, zdrowi*, pacjentów, lekarz*, zdravotnictv*, pacienty, здоровье, пациент*, врач*, здоров’я, пацієнт*, лікар*, egészségügy*, páciens*, sănătate, pacienți, sağlık*, hasta takip, υγεία, ασθενείς, صحة, المرضى, בריאות, מטופלים, kesehatan, sức khỏe, สุขภาพ, 医療, クリニック, 患者, 健康, 医疗, 醫療, 건강, 의료, 환자',
  ],
  [
    'fitness, movement, sport, sports, exercise, training, health, wellness',
    'fitness, workout*, gym, gyms, running app, runners, yoga, exercises, strength training, cycling, athletes, Trainingsplan*, Sport treiben, Krafttraining, entraînement*, musculation, course à pied, ejercicio*, gimnasio*, entrenamiento*, exercícios, academia de ginástica, treino*, allenament*, palestra, sportschool*, hardlopen, träning, löpning, træning, trening, treeni*, liikunta*, siłownia, ćwiczeni*, cvičen*, фитнес, тренировк*, фітнес, тренуван*, edzés*, antrenament*, egzersiz*, γυμναστική, لياقة, כושר, フィットネス, 筋トレ, ヨガ, 健身, 运动, 피트니스, 운동',
  ],
  [
    'sleep, rest, sleep & rest, meditation, mental health, mindfulness, health, wellness',
    'sleep, better sleep, sleep tracking, insomnia, meditation, mindfulness, mental health, stress relief, relaxation, Schlaf, besser schlafen, Schlaftracking, Achtsamkeit, psychische Gesundheit, sommeil, méditation, santé mentale, sueño, meditación, salud mental, qualidade do sono, meditação, saúde mental, sonno, meditazione, salute mentale, slaap, meditatie, sömn, meditation, søvn, meditaatio, medytacj*, spánek, meditac*, сон, медитац*, медитація, alvás*, meditáció*, somn, meditație, uyku*, meditasyon, ύπνος, نوم, تأمل, שינה, מדיטציה, 睡眠, 瞑想, マインドフルネス, 冥想, 수면, 명상',
  ],
  [
    'climate, carbon, carbon accounting, environment, sustainability, green, klima',
    'climate change, climate, carbon footprint, carbon accounting, CO2, emissions, greenhouse gas*, net zero, sustainability report*, Klimaschutz, Klimabilanz, CO2-Bilanz, Treibhausgas*, Emissionen, Nachhaltigkeit*, climat, empreinte carbone, bilan carbone, développement durable, cambio climático, huella de carbono, sostenibilidad, pegada de carbono, mudanças climáticas, sustentabilidade, impronta di carbonio, impronta carbonica, sostenibilità, koolstofvoetafdruk, duurzaamheid, klimatavtryck, hållbarhet, klimaaftryk, bæredygtighed, hiilijalanjälki, ślad węglowy, uhlíková stopa, udržitelnost, углеродный след, вуглецевий слід, karbonlábnyom, amprentă de carbon, karbon ayak izi, البصمة الكربونية, 気候変動, 脱炭素, 碳排放, 碳足迹, 탄소, 기후',
  ],
  [
    'home energy, energy, solar, climate, environment, energie',
    'home energy, energy consumption, electricity bill*, solar panel*, photovoltaic*, heat pump*, smart meter*, battery storage, renewable energy, Stromverbrauch, Energieverbrauch, Solaranlage*, Photovoltaik*, Wärmepumpe*, Balkonkraftwerk*, consommation d’énergie, panneaux solaires, pompe à chaleur, consumo de energía, paneles solares, consumo de energia, painéis solares, consumo energetico, pannelli solari, pompa di calore, zonnepanelen, warmtepomp, energieverbruik, solceller, värmepump*, varmepumpe*, aurinkopaneel*, lämpöpump*, panele słoneczne, fotowoltaik*, solární panel*, fotovoltaik*, солнечные панели, сонячні панелі, napelem*, panouri solare, güneş panel*, 太陽光発電, 電気代, 太阳能, 热泵, 태양광, 전기 요금',
  ],
  [
    'home, household, family, home & garden, haushalt, hogar',
    'household*, chores, housework, home inventory, shopping list*, grocery list*, family organizer, parents and kids, Haushalt, Haushaltsplan*, Einkaufsliste*, Putzplan*, tâches ménagères, liste de courses, tareas del hogar, tareas domésticas, lista de la compra, lista de compras, tarefas domésticas, faccende domestiche, lista della spesa, huishouden, boodschappenlijst*, hushåll*, inköpslista*, husholdning*, indkøbsliste*, kotityöt, ostoslista*, obowiązki domowe, lista zakupów, nákupní seznam, домашние дела, список покупок, домашні справи, bevásárlólista*, listă de cumpărături, ev işleri, alışveriş listesi, 家事, 買い物リスト, 家务, 购物清单, 집안일, 장보기',
  ],
  [
    'garden, gardening, plants, home & garden, garten',
    'gardening, gardeners, your garden, vegetable garden, plant care, houseplants, seedlings, Garten, Gärtner*, Gartenarbeit, Zimmerpflanzen, Gemüsebeet*, jardinage, jardiniers, potager, jardinería, huerto*, jardinagem, horta, giardinaggio, orto, tuinieren, moestuin*, trädgård*, havearbejde, hagearbeid*, puutarha*, ogrodnictw*, ogród, zahradničen*, zahrada, садоводств*, огород*, садівництв*, kertészked*, grădinărit, bahçe*, κηπουρική, بستنة, גינון, ガーデニング, 園芸, 家庭菜園, 园艺, 種植, 원예, 텃밭',
  ],
  [
    'food, cooking, recipes, restaurants, kitchen, nutrition',
    'recipe*, cooking, meal plan*, meal prep, restaurants, nutrition, Rezepte, Kochrezept*, Essensplan*, Restaurants, Ernährung*, recettes, cuisine, restaurants, recetas, cocina, restaurantes, receitas, culinária, ricette, cucina, ristoranti, recepten, koken, recept, matlagning, opskrifter, madplan*, oppskrifter, reseptit, ruoanlaitto, przepisy, gotowani*, recepty, vaření, рецепты, кулинар*, рецепти, receptek, főzés*, rețete, gătit, yemek tarif*, συνταγές, وصفات, מתכונים, resep, công thức nấu, สูตรอาหาร, レシピ, 料理, 食谱, 食譜, 烹饪, 레시피, 요리',
  ],
  [
    'family archives, genealogy, family history, family, photos',
    'family photos, family tree, genealogy, ancestors, family history, old photos, Stammbaum*, Ahnenforschung, Familiengeschichte, Familienfotos, arbre généalogique, généalogie, photos de famille, árbol genealógico, genealogía, fotos familiares, árvore genealógica, genealogia, albero genealogico, foto di famiglia, stamboom*, släktforskning, slægtsforskning, slektsforskning, sukututkimus, drzewo genealogiczne, rodokmen, генеалог*, родослов*, családfa*, arbore genealogic, soy ağacı, 家系図, 家族写真, 家谱, 족보, 가족 사진',
  ],
  [
    'travel, trip planning, trips, tourism, hospitality, reisen, viajes',
    'travel planner, travellers, travelers, travel, trip planner, trip planning, itinerar*, hotels, flights, tourism, tourists, road trip*, vacation rental*, Reiseplan*, Reisen, Urlaub*, Hotels, voyage, voyages, voyageurs, itinéraire*, hôtels, tourisme, viajes, viajeros, itinerario*, hoteles, turismo, viagens, viajantes, roteiro*, hotéis, viaggi, viaggiatori, itinerari, reizen, reizigers, vakantie*, resor, resenärer, rejser, reiser, matkailu*, podróże, podróżnik*, cestování, cesty, путешестви*, отели, подорож*, utazás*, călătorii, seyahat*, ταξίδια, سفر, السفر, טיולים, נסיעות, perjalanan, du lịch, ท่องเที่ยว, 旅行, ホテル, 観光, 旅游, 酒店, 여행, 호텔',
  ],
  [
    'maps, navigation, transport, mobility, places, travel & places',
    'maps, navigation app, route planner, public transport, cycling routes, hiking trails, car sharing, parking, Landkarte*, Routenplan*, Nahverkehr, Wanderweg*, itinéraire piéton, transports en commun, mapas, rutas, transporte público, mappe, percorsi, trasporto pubblico, routeplanner, openbaar vervoer, kartor, kollektivtrafik, joukkoliikenne, mapy, transport publiczny, карты, маршруты, карти, térkép*, hărți, harita*, χάρτες, خرائط, מפות, 地図, 乗換, 地图, 导航, 지도, 길찾기',
  ],
  [
    'local services, local, craftsmen, salons, restaurants, places',
    'local services, local businesses, hairdresser*, hair salon*, beauty salon*, barber*, handyman, plumbers, electricians, Friseur*, Kosmetikstudio*, Handwerker*, Dienstleister in deiner Nähe, coiffeur*, salon de beauté, artisans, peluquer*, salón de belleza, cabeleireir*, barbearia*, salão de beleza, parrucchier*, artigiani, kapper*, kapsalon*, frisör*, hantverkare, frisører, håndværker*, kampaamo*, fryzjer*, kadeřn*, парикмахер*, салон красоты, перукар*, fodrász*, frizer*, kuaför*, κομμωτήριο, صالون, מספרה, 美容室, 美容院, 理发, 미용실',
  ],
  [
    'social, community, communities, dating, networking, social networks, friends',
    'social app, social network*, meet new people, meet people, make friends, strangers, dating, neighbours, neighbors, soziales Netzwerk, neue Leute kennenlernen, Dating, réseau social, rencontres, rencontrer des gens, red social, conocer gente, rede social, conhecer pessoas, conhecer gente, incontrare persone, sociaal netwerk, mensen ontmoeten, socialt nätverk, träffa nya människor, møde nye mennesker, sosiaalinen, portal społecznościowy, poznawaj ludzi, sociální síť, seznamk*, социальная сеть, знакомств*, соціальна мережа, közösségi hálózat, rețea socială, sosyal ağ, κοινωνικό δίκτυο, شبكة اجتماعية, רשת חברתית, SNS, 出会い, 社交, 交友, 소셜, 친구 만들기',
  ],
  [
    'messaging, chat, communication, messenger',
    'messaging app, messenger, group chat*, chat app, instant messaging, voice messages, Messenger, Gruppenchat*, messagerie, discussion de groupe, mensajería, chat grupal, mensagens instantâneas, bate-papo, messaggistica, berichtenapp, groepschat, meddelandeapp, beskedapp, viestisovellus, komunikator*, мессенджер*, месенджер*, üzenetküldő*, mesagerie, mesajlaşma, チャットアプリ, 聊天, 即时通讯, 메신저, 채팅',
  ],
  [
    'hardware, electronics, sensors, iot, robotics, hardware & science, 3d printing',
    'sensor*, hardware, microcontroller*, Arduino, Raspberry Pi, IoT, circuit board*, electronics, 3D print*, robotics, Messgerät*, Elektronik, Mikrocontroller*, capteurs, électronique, sensores, electrónica, eletrônica, sensori, elettronica, sensoren, elektronica, sensorer, elektronik, anturi*, czujnik*, elektronik*, датчик*, электроник*, електронік*, érzékelő*, senzori, sensör*, αισθητήρες, センサー, 電子工作, 传感器, 电子, 센서, 전자',
  ],
  [
    'science, research, lab, lab notebooks, laboratory, hardware & science',
    'lab notebook*, laboratory, laboratories, research data, researchers, scientists, scientific, experiments, bioinformatics, Laborbuch*, Laboratorium, Forschungsdaten, Forschende, cahier de laboratoire, laboratoires, chercheurs, cuaderno de laboratorio, laboratorios, investigadores, caderno de laboratório, laboratórios, pesquisadores, quaderno di laboratorio, laboratori, ricercatori, onderzoekers, labjournaal, forskare, forskere, tutkij*, laboratori*, naukowc*, výzkumník*, исследовател*, лаборатори*, дослідник*, лабораторі*, kutatók*, cercetători, araştırmacı*, ερευνητές, الباحثين, חוקרים, 研究, 実験ノート, 科研, 实验室, 연구, 실험',
  ],
  [
    'open data, data, datasets, civic, government',
    'open data, dataset*, public data, open government, civic tech, offene Daten, Open Data, données ouvertes, datos abiertos, dados abertos, dati aperti, öppna data, åbne data, avoin data, otwarte dane, otevřená data, открытые данные, відкриті дані, nyílt adatok, date deschise, açık veri, オープンデータ, 开放数据, 공공데이터',
  ],
  [
    'mobile, mobile apps, apps, ios, android, ipad, iphone, ipad app, mobile app',
    'mobile app*, iOS app*, Android app*, iPhone, iPad, App Store, Google Play, Apple Pencil, Handy-App*, application mobile, aplicación móvil, aplicativo móvel, app mobile, mobiele app*, mobilapp*, mobiilisovellu*, aplikacja mobilna, mobilní aplikac*, мобильное приложение, мобільний застосунок, mobilalkalmazás*, aplicație mobilă, mobil uygulama*, تطبيق جوال, אפליקציה, スマホアプリ, iPhoneアプリ, 手机应用, 手機應用, 모바일 앱',
  ],
];

/** A topic: the category names that belong to it, and the words that pages about it use, in many languages. */
export interface Topic {
  names: readonly string[];
  words: readonly string[];
}

const topicOf = ([names, ...words]: readonly string[]): Topic => ({ names: termsOf(names!), words: termsOf(...words) });

/** Words that fit any product (team, fast, easy, dashboard, community) are in no topic. */
export const TOPICS: readonly Topic[] = [...WORK_TOPICS, ...CRAFT_TOPICS, ...LIFE_TOPICS].map(topicOf);

/** Words of a category name that say nothing alone. */
export const SAYS_NOTHING: ReadonlySet<string> = new Set(
  termsOf(
    'work, team, home, place, type, tool, app, software, service, product, platform, system, other, general, open, local, online, new',
    'business, solution, text, data, support, rest, play, school, people, practice, making, movement, science, design, writing',
  ),
);
