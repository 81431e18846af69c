/** Topics of life: first the names of categories, then the words pages use. */
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
