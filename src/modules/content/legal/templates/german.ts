import { describeRetention, KNOWN_BROWSER_DAYS, type LegalFacts, type LegalTemplates, list, operatorOf, SESSION_DAYS } from './facts.ts';

const RETENTION = {
  mails: 'Kopien der E-Mails, die wir verschickt haben',
  notifications: 'Mitteilungen auf der Website',
  vote_origins: 'Die gehashte Netzwerkadresse einer Stimme',
  contact_messages: 'Nachrichten über das Kontaktformular, nachdem wir sie beantwortet oder geschlossen haben',
  drafts: 'Entwürfe von Produkten, die nie eingereicht wurden',
  api_keys: 'API-Schlüssel, nachdem sie widerrufen wurden oder abgelaufen sind',
};

const BLANK_OPERATOR = ['Dein Name oder Unternehmen mit Rechtsform', 'Straße und Hausnummer', 'Postleitzahl und Ort', 'Land'];

const mailOf = ({ seller }: LegalFacts): string => seller?.email ?? '[[Deine E-Mail-Adresse]]';

/** What § 5 DDG, § 18 MStV, § 36 VSBG and Articles 11 and 12 of the DSA ask for. */
const imprint = (facts: LegalFacts): string => `## Angaben gemäß § 5 DDG

${operatorOf(facts, BLANK_OPERATOR)}

Vertreten durch: [[Vertretungsberechtigte Personen einer Gesellschaft, sonst löschen]]

## Kontakt

E-Mail: ${mailOf(facts)}  
Telefon: [[Deine Telefonnummer]]  
Kontaktformular: [${facts.site.root}/contact](/contact)

Diese E-Mail-Adresse ist auch die zentrale Kontaktstelle für Behörden und Nutzer nach Artikel 11 und 12 des Gesetzes über digitale Dienste (DSA). Du kannst uns auf Deutsch und Englisch schreiben.

## Registereintrag

[[Register, Registergericht und Registernummer, sonst diesen Abschnitt löschen]]

## Umsatzsteuer

Umsatzsteuer-Identifikationsnummer gemäß § 27a UStG: ${facts.seller?.vat_number ?? '[[Deine USt-IdNr., sonst diesen Abschnitt löschen]]'}

[[Wirtschafts-Identifikationsnummer gemäß § 139c AO, falls vorhanden, sonst löschen]]

## Aufsichtsbehörde und Berufsrecht

[[Nur bei erlaubnispflichtiger Tätigkeit oder reglementiertem Beruf, sonst Abschnitt löschen]]

## Verantwortlich für den Inhalt nach § 18 Absatz 2 MStV

[[Name und Anschrift der verantwortlichen Person]]

## Streitbeilegung

[[Ob du an Verfahren vor einer Verbraucherschlichtungsstelle teilnimmst (§ 36 VSBG)]]
`;

const terms = ({
  site,
  seller,
}: LegalFacts): string => `Diese Bedingungen gelten für ${site.name} (${site.root}), betrieben von ${seller?.name ?? '[[Dein Name oder Unternehmen]]'}. Im [Impressum](/legal/imprint) steht, wie du uns erreichst.

## Was diese Website ist

${site.name} ist ein Verzeichnis von Produkten. Produkte starten in Launchwochen; Menschen stimmen ab, bewerten und kommentieren. Angaben zu Produkten sind von deren eigenen Websites zitiert.

## Dein Konto

Du brauchst ein Konto, um abzustimmen, zu schreiben oder ein Produkt einzureichen. Du meldest dich mit deiner E-Mail-Adresse an. Gib niemandem Zugang zu deinem Postfach und behalte dein Passwort für dich. Unter [dein Konto](/account) kannst du jederzeit deine Daten herunterladen und dein Konto löschen.

## Was nicht erlaubt ist

${list([
  'Mit mehr als einem Konto abzustimmen, oder Stimmen zu kaufen oder zu verkaufen.',
  'Rechtswidriges, Irreführendes, Beleidigendes oder Werbung zu veröffentlichen.',
  'Ein Produkt im Namen anderer einzureichen.',
  'Den Betrieb zu stören oder den Dienst über seine veröffentlichten Grenzen hinaus zu nutzen.',
])}

Wir können Inhalte ausblenden und Einträge entfernen, die gegen diese Regeln verstoßen. Das [Moderationsprotokoll](/moderation-log) zeigt, was wir entfernt haben und warum. Wenn du mit einer Entscheidung nicht einverstanden bist, schreib uns: Wir prüfen sie erneut.

## Deine Inhalte

Die Rechte an dem, was du schreibst und hochlädst, bleiben bei dir. Du erlaubst uns, es auf dieser Website, in ihren Feeds, E-Mails und in ihrer API zu zeigen, solange es hier veröffentlicht ist.

## Bestellungen

Preise und Leistungen stehen auf der Seite [Preise](/products). Die Darstellung dort ist noch kein Angebot. Du gibst ein Angebot ab, wenn du die Bestellung an ihrem Ende verbindlich bestätigst; der Vertrag kommt mit unserer Bestätigung per E-Mail zustande. Vorher kannst du alle Angaben prüfen und ändern. Bezahlte Plätze sind gekennzeichnet und verschaffen nie Stimmen, Ränge oder Positionen in der Suche. Widerruf und Erstattung sind unter [Widerruf und Erstattung](/legal/refunds) beschrieben.

## Haftung

[[Wofür du nach dem Recht deines Landes haftest]]

## Änderungen

Wenn sich diese Bedingungen ändern, veröffentlichen wir eine neue Fassung. Du stimmst ihr mit deiner nächsten Anmeldung oder Bestellung zu. Alle Fassungen bleiben auf dieser Seite lesbar.

## Anwendbares Recht

[[Anwendbares Recht und Gerichtsstand]]
`;

const refunds = (facts: LegalFacts): string => `## Widerrufsbelehrung

[[Prüfe den Text gegen das amtliche Muster (Anlage 1 zu Artikel 246a EGBGB), dann lösche diese Zeile]]

### Widerrufsrecht

Wenn du Verbraucher bist, kannst du diesen Vertrag innerhalb von vierzehn Tagen widerrufen. Einen Grund musst du nicht nennen. Die Frist beginnt an dem Tag, an dem der Vertrag geschlossen wird.

Für den Widerruf genügt eine eindeutige Erklärung an uns, zum Beispiel per E-Mail oder Brief:

${operatorOf(facts, BLANK_OPERATOR)}  
E-Mail: ${mailOf(facts)}

Du kannst das Formular unten verwenden, musst es aber nicht. [[Wo deine Website die elektronische Widerrufsfunktion anbietet (§ 356a BGB), sonst löschen]] Es reicht, wenn du die Erklärung vor dem Ende der Frist abschickst.

### Folgen des Widerrufs

Nach einem Widerruf zahlen wir dir alles zurück, was du für diesen Vertrag gezahlt hast, und zwar spätestens vierzehn Tage, nachdem uns dein Widerruf erreicht hat. Wir nutzen dafür dasselbe Zahlungsmittel wie du und berechnen dafür nichts.

Hast du verlangt, dass wir schon während der Frist mit der Leistung beginnen, zahlst du den Teil des Preises, der dem bis zum Widerruf erbrachten Teil der Leistung entspricht.

### Vorzeitiges Ende des Widerrufsrechts

Das Widerrufsrecht endet, sobald wir die Leistung vollständig erbracht haben, wenn du vorher ausdrücklich zugestimmt hast, dass wir vor Ablauf der Frist beginnen, und bestätigt hast, dass du weißt, dass dein Widerrufsrecht damit endet.

### Muster-Widerrufsformular

Fülle dieses Formular nur aus, wenn du den Vertrag widerrufen willst, und schick es uns.

${list([
  `An: ${facts.seller?.name ?? '[[Dein Name oder Unternehmen mit Rechtsform]]'}, ${mailOf(facts)}`,
  'Hiermit widerrufe ich den von mir geschlossenen Vertrag über:',
  'Bestellnummer und bestellt am:',
  'Name und Anschrift:',
  'Datum und, nur auf Papier, Unterschrift:',
])}

## Wann du darüber hinaus dein Geld zurückbekommst

${list([
  'Wenn wir nicht liefern können, was du bestellt hast, bekommst du den vollen Betrag zurück.',
  'Vor Beginn deiner Launchwoche kannst du einen bezahlten Launch absagen: [[volle Erstattung, oder deine Regel]].',
  'Nach Beginn deiner Launchwoche: [[deine Regel]].',
])}

## So fragst du danach

Schreib an ${mailOf(facts)} oder nutze das [Kontaktformular](/contact) und nenne deine Bestellnummer. Wir erstatten auf dem Weg, auf dem du bezahlt hast, innerhalb von [[14]] Tagen. Zu jeder Erstattung bekommst du eine Rechnungskorrektur.
`;

const processorsOf = ({ providers, pays_by, has_model, checks_vat }: LegalFacts): string =>
  list([
    'Hosting: [[Name und Land deines Hosting-Anbieters]]',
    'Versand von E-Mails: [[Name und Land deines E-Mail-Anbieters]]',
    pays_by === 'stripe' && 'Zahlungen: Stripe. Du zahlst auf der Seite von Stripe; wir sehen deine Kartennummer nie.',
    providers.length > 0 &&
      `Anmeldung, nur wenn du sie wählst: ${providers.join(', ')}. Wir erhalten deinen Namen, deine E-Mail-Adresse und eine Kennung.`,
    has_model &&
      'Entwürfe von Produkten: Ein Sprachmodell von [[Name deines Modell-Anbieters]] liest öffentliche Seiten der Website des Produkts. Es erhält keine Daten über dich.',
    checks_vat && 'Umsatzsteuer-Identifikationsnummern: Der Dienst VIES der Europäischen Kommission prüft die Nummer, die du eingibst.',
  ]);

const privacy = (facts: LegalFacts): string => `## Verantwortlicher

${operatorOf(facts, BLANK_OPERATOR)}

E-Mail: ${mailOf(facts)}

[[Name und Kontakt deines Datenschutzbeauftragten, falls du einen brauchst, sonst löschen]]

## Welche Daten wir verarbeiten, wozu und auf welcher Grundlage

${list([
  'Dein Konto: E-Mail-Adresse, Anzeigename, falls du einen angibst, und ein Hash deines Passworts, falls du eines festlegst. Damit du dich anmelden kannst (Art. 6 Abs. 1 Buchst. b DSGVO).',
  'Deine Anmeldungen: Gerät und Netzwerkadresse, bis du dich abmeldest oder die Anmeldung abläuft. Damit du siehst, wo du angemeldet bist (Art. 6 Abs. 1 Buchst. b und f DSGVO).',
  'Was du hier tust: Stimmen, Bewertungen, Kommentare, Produkte, denen du folgst, Entwürfe und Einträge. Um sie zu zeigen und jede Stimme einmal zu zählen (Art. 6 Abs. 1 Buchst. b DSGVO).',
  'Zu einer Stimme ein Hash deiner Netzwerkadresse. Um mehrfache Stimmen derselben Person zu finden (Art. 6 Abs. 1 Buchst. f DSGVO).',
  facts.pays_by !== null &&
    'Bestellungen: Rechnungsdaten, was du gekauft hast, und Rechnungen. Um zu liefern (Art. 6 Abs. 1 Buchst. b DSGVO) und weil das Steuerrecht es verlangt (Buchst. c).',
  'Nachrichten über das Kontaktformular. Um sie zu beantworten (Art. 6 Abs. 1 Buchst. f DSGVO).',
  'Deine Netzwerkadresse für höchstens einen Tag und wie oft sie genutzt wurde. Um Missbrauch zu begrenzen (Art. 6 Abs. 1 Buchst. f DSGVO).',
  facts.site.has_digest === true &&
    'Deine E-Mail-Adresse für den Wochenüberblick, wenn du ihn abonnierst, bis du ihn abbestellst (Art. 6 Abs. 1 Buchst. a DSGVO).',
  'Welchen Fassungen der Bedingungen du zugestimmt hast und wann (Art. 6 Abs. 1 Buchst. f DSGVO).',
])}

Ohne die Angaben für Konto und Bestellung können wir dir diese Leistungen nicht anbieten. Alles andere ist freiwillig. Automatisierte Entscheidungen mit rechtlicher Wirkung für dich treffen wir nicht.

Wir nutzen keine Werbe- oder Analysedienste. Unsere Seiten laden nichts von anderen Unternehmen, außer Bildern, die Macher von ihren eigenen Websites verlinken, und Videos, die du startest. Aufrufe von Einträgen zählen wir ohne Cookies und ohne zu speichern, wer sie angesehen hat.

## Cookies

Wir setzen nur Cookies, die für die Website unbedingt erforderlich sind (§ 25 Abs. 2 Nr. 2 TDDDG). Eine Einwilligung ist dafür nicht nötig:

${list([
  `\`lw_session\` hält dich angemeldet, ${SESSION_DAYS} Tage ab deinem letzten Besuch.`,
  `\`lw_known\` erkennt einen Browser wieder, mit dem du angemeldet warst, ${KNOWN_BROWSER_DAYS} Tage lang. Das schützt dein Konto vor erratenen Passwörtern.`,
  '`lw_language` merkt sich die Sprache, die du gewählt hast, ein Jahr lang.',
  '`lw_browser` verbindet das, was du vor der Anmeldung begonnen hast, mit deiner Anmeldung.',
  '`lw_position` sorgt dafür, dass du sofort siehst, was du mit einem Formular gesendet hast, und läuft nach Minuten ab.',
  'Wenn du zwischen hell und dunkel wechselst, speichert dein Browser diese Wahl. Sie wird nicht an uns übertragen.',
])}

Bei verschlüsselten Verbindungen beginnen ihre Namen mit \`__Host-\`. Wenn du eine andere Anwendung mit deinem Konto verbindest, setzen wir weitere Cookies, während du dich entscheidest.

## Empfänger der Daten

${processorsOf(facts)}

[[Ob Daten in Länder außerhalb der EU gelangen und welche Garantien gelten (Art. 44 ff. DSGVO)]]

## Speicherdauer

${list([
  'Dein Konto und was dazugehört: bis du es in [deinem Konto](/account) löschst.',
  'Bestellungen und Rechnungen: so lange das Steuerrecht es verlangt, [[8]] Jahre.',
  ...describeRetention(RETENTION, 'Tage'),
])}

## Deine Rechte

Du hast das Recht auf Auskunft, Berichtigung, Löschung, Einschränkung der Verarbeitung und Datenübertragbarkeit (Art. 15 bis 20 DSGVO). Vieles davon kannst du in [deinem Konto](/account) selbst erledigen: alles herunterladen, was wir über dich speichern, es ändern und löschen. Eine Einwilligung kannst du jederzeit für die Zukunft widerrufen.

**Widerspruchsrecht:** Verarbeitungen auf Grundlage von Art. 6 Abs. 1 Buchst. f DSGVO kannst du aus Gründen, die sich aus deiner besonderen Situation ergeben, jederzeit widersprechen (Art. 21 DSGVO).

Du kannst dich bei einer Datenschutzbehörde beschweren (Art. 77 DSGVO): [[Name der Behörde]]. Zu all dem erreichst du uns unter ${mailOf(facts)}.
`;

export const GERMAN: LegalTemplates = {
  terms: { title: 'Allgemeine Geschäftsbedingungen', write: terms },
  privacy: { title: 'Datenschutzerklärung', write: privacy },
  refunds: { title: 'Widerruf und Erstattung', write: refunds },
  imprint: { title: 'Impressum', write: imprint },
};
