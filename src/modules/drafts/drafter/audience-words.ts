/** Those a product may be for: people, trades and places of work. Written so that a word of a label can be told by its whole. */
const WORDS = [
  'teams|founders|freelancers|solopreneurs|entrepreneurs|startups|start-ups|agencies|enterprises|consultants|coaches|trainers|tutors|students|teachers|educators|professors|schools|universities|colleges|parents|families|kids|children|seniors|developers|engineers|designers|marketers|writers|authors|bloggers|creators|influencers|podcasters|youtubers|streamers|gamers|musicians|artists|photographers|filmmakers|journalists|researchers|scientists|academics|analysts|recruiters|managers|executives|leaders|owners|operators|professionals|individuals|beginners|experts|hobbyists|seekers|travell?ers|runners|athletes|cyclists|gyms|clubs|doctors|physicians|nurses|therapists|clinics|hospitals|caregivers|lawyers|attorneys|accountants|bookkeepers|realtors|landlords|tenants|architects|contractors|builders|farmers|restaurants|cafes|cafés|hotels|retailers|merchants|sellers|resellers|vendors|suppliers|manufacturers|nonprofits|non-profits|charities|governments|municipalities|churches|organi[sz]ers|planners|publishers|investors|traders|insurers|offices|businesses|companies|organi[sz]ations|smbs|smes|departments|employers|newcomers|makers|indie hackers|ngos',
  'freiberufler\\p{L}*|selbst(?:st)?ändige\\p{L}*|gründer\\p{L}*|agenturen|unternehmen|unternehmer\\p{L}*|betriebe|handwerker\\p{L}*|berater\\p{L}*|trainer\\p{L}*|lehrer\\p{L}*|lehrkräfte|schüler\\p{L}*|studenten|studierende|schulen|hochschulen|universitäten|eltern|familien|kinder|senioren|vereine|entwickler\\p{L}*|designer\\p{L}*|künstler\\p{L}*|fotograf\\p{L}*|autor(?:en|innen)|journalisten|forscher\\p{L}*|ärzte|ärztinnen|praxen|kliniken|krankenhäuser|pflegekräfte|therapeuten|anwälte|kanzleien|steuerberater\\p{L}*|makler\\p{L}*|vermieter\\p{L}*|mieter|architekten|landwirte|gastronomen|gastronomie|restaurants|hotels|händler\\p{L}*|hersteller|kommunen|behörden|teams|führungskräfte|profis|einsteiger\\p{L}*|friseure|maschinenbauer',
  'autónomos|emprendedores|empresas|pymes|agencias|consultores|docentes|profesores|maestros|estudiantes|alumnos|escuelas|colegios|universidades|padres|familias|desarrolladores|diseñadores|artistas|fotógrafos|médicos|clínicas|hospitales|abogados|contadores|inmobiliarias|agricultores|ganaderos|restaurantes|hoteles|comercios|tiendas|oficinas|gimnasios|equipos|profesionales|gobiernos|ayuntamientos|instituciones|representantes',
  "indépendants|freelances|entrepreneurs|entreprises|pme|agences|consultants|enseignants|professeurs|étudiants|élèves|écoles|universités|parents|familles|développeurs|artistes|photographes|médecins|cliniques|hôpitaux|avocats|comptables|agriculteurs|restaurants|restaurateurs|hôtels|commerçants|artisans|boutiques|bureaux|équipes|professionnels|particuliers|collectivités|associations|facteurs d['’]orgues",
  'liberi professionisti|imprenditori|aziende|agenzie|consulenti|insegnanti|studenti|scuole|università|genitori|famiglie|sviluppatori|artisti|fotografi|medici|cliniche|ospedali|avvocati|commercialisti|agricoltori|ristoranti|alberghi|negozi|artigiani|uffici|professionisti|privati|comuni',
  'autônomos|empreendedores|consultores|professores|alunos|estudantes|escolas|universidades|pais|famílias|desenvolvedores|fotógrafos|clínicas|hospitais|advogados|contadores|agricultores|pecuaristas|produtores|agrônomos|restaurantes|hotéis|lojas|escritórios|equipes|profissionais|governos',
  "zzp[’']?ers|ondernemers|bedrijven|bureaus|adviseurs|docenten|leraren|studenten|leerlingen|scholen|opleidingen|ouders|gezinnen|ontwikkelaars|ontwerpers|kunstenaars|fotografen|artsen|klinieken|ziekenhuizen|advocaten|accountants|boeren|restaurants|horecaprofessionals|winkels|leveranciers|merken|eigenaren|professionals|managers|verenigingen|gemeenten|instructeurs|ruiters",
  'разработчики|дизайнеры|студенты|преподаватели|учителя|школы|компании|предприниматели|фрилансеры|агентства|родители|врачи|клиники|юристы|рестораны|магазины|команды|firmy|szkoły|studenci|nauczyciele|företag|skolor|lärare|studenter|virksomheder|skoler|yritykset|koulut|opettajat|öğrenciler|öğretmenler|şirketler',
];

/** One of them, anywhere in a text. */
export const AUDIENCES = new RegExp(`(?<!\\p{L})(?:${WORDS.join('|')})(?!\\p{L})`, 'iu');
const ONE = new RegExp(`^(?:${WORDS.join('|')})$`, 'iu');
const WIDE =
  /^(?:[\u3040-\u30ff\u4e00-\u9fff]{0,8}(?:の方|な方|の人|企業|会社|担当者|学生|先生|教師|医師|エンジニア|デザイナー|フリーランス|経営者|学校|店舗|团队|團隊|企业|企業|学生|教师|老师|开发者|开发人员|设计师|创业者|家长|医生)|.{0,10}(?:개발자|디자이너|학생|교사|기업|팀|창업자))$/u;
const FOR = /^(?:for|für|para|pour|per|voor|dla|pro|för|til|для)\s+(?:the\s|den\s|die\s|las?\s|los\s|les\s|i\s|gli\s|de\s|os\s|as\s)?/iu;
const BETWEEN = /\s*[,&/+·|]\s*|\s+(?:and|und|y|e|et|en|och|og|i|и|or|oder|o|ou|of)\s+/iu;

/** Whether a label is nothing but those a product is for: "Sales Teams", "Studenten & opleidingen", "Für Agenturen". */
export const isAudience = (label: string): boolean => {
  const told = FOR.test(label);
  const parts = label.replace(FOR, '').split(BETWEEN).filter(Boolean);
  if (parts.some((part) => part.split(/\s+/).length > 3)) return false;
  return parts.some((part) => {
    const words = part.split(/\s+/);
    // The noun stands last where things are named as in English, first where as in French.
    return (
      ONE.test(part) ||
      ONE.test(words.at(-1)!) ||
      (words.length === 2 && ONE.test(words[0]!) && /s$/i.test(words[0]!) && told) ||
      WIDE.test(part)
    );
  });
};

const DEPARTMENT =
  /(?:^|\s)(?:sales|marketing|hr|human resources|finance|accounting|operations|ops|engineering|legal|it|procurement|customer (?:success|service|support)|vertrieb|personal(?:wesen|abteilung)|buchhaltung|einkauf|kundendienst|ventas|finanzas|recursos humanos|compras|ventes|commercial|ressources humaines|vendite|risorse umane|vendas|recursos humanos|verkoop|inkoop|personeelszaken)$|^(?:営業|人事|総務|経理|マーケティング|开发|销售|人事|财务)部?門?$/iu;
/** Whether a label is a part of a company: several side by side are those a product is for, or stages a sale goes through. */
export const isDepartment = (label: string): boolean => DEPARTMENT.test(label);
