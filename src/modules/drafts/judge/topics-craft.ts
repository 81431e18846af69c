/** Topics of making things: first the names of categories, then the words pages use. */
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
