import { describeRetention, KNOWN_BROWSER_DAYS, type LegalFacts, type LegalTemplates, list, operatorOf, SESSION_DAYS } from './facts.ts';

const RETENTION = {
  mails: 'Copias de los correos que enviamos',
  notifications: 'Notificaciones en el sitio',
  vote_origins: 'El resumen criptográfico (hash) de la dirección de red de un voto',
  contact_messages: 'Mensajes del formulario de contacto, después de responderlos o cerrarlos',
  drafts: 'Borradores de productos que nunca se enviaron',
  api_keys: 'Claves de API, después de revocarlas o de que caduquen',
};

const BLANK_OPERATOR = ['Tu nombre o empresa', 'Calle y número', 'Código postal y ciudad', 'País'];

const mailOf = ({ seller }: LegalFacts): string => seller?.email ?? '[[Tu correo electrónico]]';

/** What Article 10 of the Spanish LSSI asks for. */
const imprint = (facts: LegalFacts): string => `## Titular del sitio

${operatorOf(facts, BLANK_OPERATOR)}

NIF: ${facts.seller?.vat_number ?? '[[Tu NIF o número de IVA]]'}

## Contacto

Correo electrónico: ${mailOf(facts)}  
Teléfono: [[Tu teléfono, o borra esta línea]]  
Formulario de contacto: [${facts.site.root}/contact](/contact)

Esta dirección de correo es también el punto de contacto para autoridades y usuarios según los artículos 11 y 12 del Reglamento de Servicios Digitales. Puedes escribirnos en español o en inglés.

## Datos registrales

[[Registro mercantil, tomo, folio y hoja, o borra esta sección]]

## Autorizaciones y profesión regulada

[[Solo si tu actividad necesita autorización o tu profesión está regulada; si no, borra la sección]]

## Responsable del contenido

[[Nombre y dirección de la persona responsable]]
`;

const terms = ({
  site,
  seller,
}: LegalFacts): string => `Estas condiciones se aplican a ${site.name} (${site.root}), un sitio de ${seller?.name ?? '[[Tu nombre o empresa]]'}. En el [aviso legal](/legal/imprint) figura cómo contactar con nosotros.

## Qué es este sitio

${site.name} es un directorio de productos. Los productos se lanzan por semanas; la gente vota, opina y comenta. Los datos de los productos se citan de sus propios sitios web.

## Tu cuenta

Necesitas una cuenta para votar, escribir o enviar un producto. Inicias sesión con tu correo electrónico. No des a nadie acceso a tu buzón ni compartas tu contraseña. En [tu cuenta](/account) puedes descargar tus datos y eliminar la cuenta cuando quieras.

## Qué no está permitido

${list([
  'Votar con más de una cuenta, o comprar o vender votos.',
  'Publicar contenido ilegal, engañoso, ofensivo o publicitario.',
  'Enviar un producto en nombre de otra persona.',
  'Perturbar el servicio o usarlo por encima de sus límites publicados.',
])}

Podemos ocultar contenido y retirar fichas que incumplan estas reglas. El [registro de moderación](/moderation-log) muestra qué hemos retirado y por qué. Si no estás de acuerdo con una decisión, escríbenos y la revisaremos.

## Tu contenido

Conservas los derechos de lo que escribes y subes. Nos permites mostrarlo en este sitio, en sus canales, correos y API mientras esté publicado aquí.

## Pedidos

Los precios y lo que incluyen figuran en la página [Precios](/products). El contrato se celebra cuando confirmas el pedido y te enviamos la confirmación por correo. Antes puedes revisar y corregir todos los datos. Los espacios de pago están señalados y nunca dan votos, puestos ni posiciones en la búsqueda. El desistimiento y los reembolsos se describen en [Desistimiento y reembolsos](/legal/refunds).

## Responsabilidad

[[De qué respondes según la ley de tu país]]

## Cambios

Cuando estas condiciones cambien, publicaremos una nueva versión. La aceptas con tu siguiente inicio de sesión o pedido. Todas las versiones siguen disponibles en esta página.

## Ley aplicable

[[Ley aplicable y jurisdicción]]
`;

const refunds = (facts: LegalFacts): string => `## Derecho de desistimiento

[[Compara este texto con el modelo oficial (anexo del TRLGDCU) y borra esta línea]]

Si eres consumidor, puedes desistir de este contrato en un plazo de catorce días naturales, sin dar ningún motivo. El plazo empieza el día en que se celebra el contrato.

Para ejercer este derecho basta con una declaración clara, por ejemplo por correo electrónico o postal, dirigida a:

${operatorOf(facts, BLANK_OPERATOR)}  
Correo electrónico: ${mailOf(facts)}

Puedes usar el formulario de abajo, pero no es obligatorio. Es suficiente con que envíes la declaración antes de que termine el plazo.

### Consecuencias del desistimiento

Si desistes, te devolvemos todo lo que has pagado por este contrato a más tardar catorce días después de recibir tu declaración. Usamos el mismo medio de pago que tú y no te cobramos nada por ello.

Si pediste que empezáramos a prestar el servicio durante el plazo, pagas la parte del precio que corresponda a lo prestado hasta ese momento.

### Fin anticipado del derecho

Pierdes el derecho de desistimiento cuando hemos prestado el servicio por completo, si antes aceptaste de forma expresa que empezáramos dentro del plazo y reconociste que con ello perderías este derecho.

### Formulario de desistimiento

Rellena y envía este formulario solo si quieres desistir del contrato.

${list([
  `A la atención de: ${facts.seller?.name ?? '[[Tu nombre o empresa]]'}, ${mailOf(facts)}`,
  'Por la presente comunico que desisto de mi contrato sobre:',
  'Número y fecha del pedido:',
  'Nombre y dirección:',
  'Fecha y, solo en papel, firma:',
])}

## Cuándo te devolvemos además el dinero

${list([
  'Si no podemos entregar lo que has pedido, te devolvemos el importe completo.',
  'Antes de que empiece tu semana de lanzamiento puedes cancelar un lanzamiento de pago: [[reembolso completo, o tu regla]].',
  'Después de que empiece tu semana de lanzamiento: [[tu regla]].',
])}

## Cómo pedirlo

Escribe a ${mailOf(facts)} o usa el [formulario de contacto](/contact) e indica tu número de pedido. Te lo devolvemos por el mismo medio de pago en un plazo de [[14]] días. Recibes una factura rectificativa por cada reembolso.
`;

const processorsOf = ({ providers, pays_by, has_model, checks_vat }: LegalFacts): string =>
  list([
    'Alojamiento: [[Nombre y país de tu proveedor de alojamiento]]',
    'Envío de correos: [[Nombre y país de tu proveedor de correo]]',
    pays_by === 'stripe' && 'Pagos: Stripe. Pagas en la página de Stripe; nunca vemos el número de tu tarjeta.',
    providers.length > 0 &&
      `Inicio de sesión, solo si lo eliges: ${providers.join(', ')}. Recibimos tu nombre, tu correo electrónico y un identificador.`,
    has_model &&
      'Borradores de productos: un modelo de lenguaje de [[Nombre de tu proveedor del modelo]] lee páginas públicas del sitio web del producto. No recibe datos sobre ti.',
    checks_vat && 'Números de IVA: el servicio VIES de la Comisión Europea comprueba el número que introduces.',
  ]);

const privacy = (facts: LegalFacts): string => `## Responsable del tratamiento

${operatorOf(facts, BLANK_OPERATOR)}

Correo electrónico: ${mailOf(facts)}

[[Nombre y contacto de tu delegado de protección de datos, si lo necesitas; si no, bórralo]]

## Qué datos tratamos, para qué y con qué base legal

${list([
  'Tu cuenta: correo electrónico, nombre visible si lo indicas y un hash de tu contraseña si la estableces. Para que puedas iniciar sesión (art. 6.1.b del RGPD).',
  'Tus sesiones: dispositivo y dirección de red, hasta que cierres la sesión o caduque. Para que veas dónde has iniciado sesión (art. 6.1.b y f del RGPD).',
  'Lo que haces aquí: votos, opiniones, comentarios, productos que sigues, borradores y fichas. Para mostrarlo y contar cada voto una vez (art. 6.1.b del RGPD).',
  'Con cada voto, un hash de tu dirección de red. Para detectar votos repetidos de una misma persona (art. 6.1.f del RGPD).',
  facts.pays_by !== null &&
    'Pedidos: datos de facturación, lo que has comprado y facturas. Para entregarlo (art. 6.1.b del RGPD) y porque lo exige la ley tributaria (art. 6.1.c).',
  'Mensajes del formulario de contacto. Para responderlos (art. 6.1.f del RGPD).',
  'Tu dirección de red durante un día como máximo, y con qué frecuencia se usó. Para limitar abusos (art. 6.1.f del RGPD).',
  facts.site.has_digest === true &&
    'Tu correo electrónico para el resumen semanal, si te suscribes, hasta que canceles la suscripción (art. 6.1.a del RGPD).',
  'Qué versiones de las condiciones aceptaste y cuándo (art. 6.1.f del RGPD).',
])}

Sin los datos de la cuenta y del pedido no podemos prestarte esos servicios. Todo lo demás es voluntario. No tomamos decisiones automatizadas con efectos jurídicos para ti.

No usamos servicios de publicidad ni de analítica. Nuestras páginas no cargan nada de otras empresas, salvo imágenes que los creadores enlazan desde sus propios sitios y vídeos que tú inicias. Contamos las visitas a las fichas sin cookies y sin guardar quién las ha visto.

## Cookies

Solo usamos cookies necesarias para el sitio, así que no hace falta tu consentimiento:

${list([
  `\`lw_session\` mantiene tu sesión iniciada durante ${SESSION_DAYS} días desde tu última visita.`,
  `\`lw_known\` reconoce un navegador con el que iniciaste sesión, durante ${KNOWN_BROWSER_DAYS} días. Protege tu cuenta de contraseñas adivinadas.`,
  '`lw_language` recuerda el idioma que elegiste, durante un año.',
  '`lw_browser` relaciona lo que empezaste antes de iniciar sesión con tu sesión.',
  '`lw_position` permite que veas al momento lo que enviaste con un formulario, y caduca en unos minutos.',
  'Si cambias entre claro y oscuro, tu navegador guarda esa elección. No se nos envía.',
])}

En conexiones cifradas sus nombres empiezan por \`__Host-\`. Al conectar otra aplicación con tu cuenta se usan más cookies mientras decides.

## Quién más recibe datos

${processorsOf(facts)}

[[Si hay transferencias fuera de la UE y con qué garantías (art. 44 y siguientes del RGPD)]]

## Cuánto tiempo los conservamos

${list([
  'Tu cuenta y lo que le pertenece: hasta que la elimines en [tu cuenta](/account).',
  'Pedidos y facturas: el tiempo que exige la ley tributaria, [[6]] años.',
  ...describeRetention(RETENTION, 'días'),
])}

## Tus derechos

Tienes derecho de acceso, rectificación, supresión, limitación del tratamiento, oposición y portabilidad (arts. 15 a 22 del RGPD). En [tu cuenta](/account) puedes descargar todo lo que guardamos sobre ti, corregirlo y eliminarlo. Puedes retirar tu consentimiento en cualquier momento.

Puedes presentar una reclamación ante una autoridad de protección de datos: [[Nombre de la autoridad, por ejemplo la AEPD]]. Para cualquiera de estas cuestiones, escribe a ${mailOf(facts)}.
`;

export const SPANISH: LegalTemplates = {
  terms: { title: 'Condiciones de uso y de venta', write: terms },
  privacy: { title: 'Política de privacidad', write: privacy },
  refunds: { title: 'Desistimiento y reembolsos', write: refunds },
  imprint: { title: 'Aviso legal', write: imprint },
};
