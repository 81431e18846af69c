/** Providers of disposable mailboxes. Their subdomains count as well. */
const DISPOSABLE_DOMAINS = new Set(
  `0-mail.com 0815.ru 10minutemail.com 10minutemail.net 10minutemail.org 20minutemail.com 33mail.com 3d-painting.com 4warding.com
  acentri.com afrobacon.com agedmail.com amilegit.com anonbox.net anonymbox.com antichef.com armyspy.com baxomale.ht.cx beefmilk.com
  binkmail.com bobmail.info bofthew.com bouncr.com breakthru.com brefmail.com bspamfree.org bugmenot.com burnermail.io byom.de
  cachedot.net casualdx.com cellurl.com chammy.info chogmail.com clipmail.eu cool.fr.nf correo.blogos.net cosmorph.com courriel.fr.nf
  crapmail.org crazymailing.com cuvox.de cust.in dayrep.com deadaddress.com despam.it discard.email discardmail.com discardmail.de
  disposable-email.ml disposableaddress.com disposableemailaddresses.com disposeamail.com dispostable.com dodgeit.com dodgit.com
  dontreg.com drdrb.com dropmail.me dump-email.info dumpmail.de e4ward.com einrot.com email-fake.com emailfake.com emailondeck.com
  emailsensei.com emailtemporanea.net emailtemporario.com.br emailwarden.com emailx.at.hm emltmp.com evopo.com explodemail.com fake-mail.net fakeinbox.com fakemail.fr fakemail.net fakemailgenerator.com fammix.com fastacura.com filzmail.com fizmail.com fleckens.hu
  freeml.net fux0ringduh.com garliclife.com get1mail.com get2mail.fr getairmail.com getnada.com getonemail.com
  girlsundertheinfluence.com gishpuppy.com grr.la guerillamail.biz guerillamail.com guerillamail.de guerillamail.info guerillamail.net
  guerillamail.org guerrillamail.biz guerrillamail.com guerrillamail.de guerrillamail.info guerrillamail.net guerrillamail.org
  guerrillamailblock.com gustr.com harakirimail.com hidemail.de hmamail.com hulapla.de imails.info inboxalias.com inboxbear.com
  inboxclean.com inboxkitten.com incognitomail.com incognitomail.net incognitomail.org ipoo.org irish2me.com jetable.com jetable.net
  jetable.org jourrapide.com kasmail.com killmail.com killmail.net klassmaster.com klzlk.com koszmail.pl kurzepost.de lifebyfood.com
  link2mail.net litedrop.com lookugly.com lr78.com m4ilweb.info mail-temp.com mail-temporaire.fr mail.tm mail4trash.com mailbidon.com
  mailcatch.com mailcuk.com maildrop.cc maildx.com maileater.com mailexpire.com mailfreeonline.com mailguard.me mailimate.com
  mailin8r.com mailinator.com mailinator.net mailinator.org mailinator2.com mailincubator.com mailismagic.com mailmetrash.com
  mailmoat.com mailnator.com mailnesia.com mailnull.com mailpoof.com mailsac.com mailshell.com mailsiphon.com mailtemp.info
  mailtothis.com mailzilla.com mailzilla.org mbx.cc meltmail.com messagebeamer.de mierdamail.com minuteinbox.com mintemail.com moakt.com
  moakt.cc mohmal.com moncourrier.fr.nf monemail.fr.nf monmail.fr.nf msa.minsmail.com mt2009.com mytemp.email mytempmail.com
  mytrashmail.com nada.email nepwk.com nervmich.net nervtmich.net nobulk.com noclickemail.com nogmailspam.info nomail.xl.cx nospam.ze.tc
  nospamfor.us nowmymail.com objectmail.com obobbo.com onewaymail.com oneoffemail.com ordinaryamerican.net owlpic.com pookmail.com
  privy-mail.com proxymail.eu punkass.com putthisinyourspamdatabase.com quickinbox.com rcpt.at recode.me recursor.net regbypass.com
  rhyta.com rmqkr.net rppkn.com safetymail.info sandelf.de saynotospams.com selfdestructingmail.com sharklasers.com shieldemail.com
  shitmail.me shortmail.net skeefmail.com slaskpost.se slopsbox.com smellfear.com snakemail.com sneakemail.com sofort-mail.de
  sogetthis.com soodonims.com spam.la spam.su spam4.me spamavert.com spambob.com spambog.com spambog.de spambog.ru spambox.info
  spambox.us spamcannon.com spamcero.com spamday.com spamex.com spamfree24.com spamfree24.de spamfree24.org spamgourmet.com
  spamherelots.com spamhole.com spaml.com spamspot.com spamthis.co.uk spamthisplease.com speed.1s.fr supergreatmail.com supermailer.jp
  superrito.com suremail.info teleworm.us temp-mail.com temp-mail.io temp-mail.org temp-mail.ru tempail.com tempe-mail.com tempemail.co
  tempemail.com tempemail.net tempinbox.co.uk tempinbox.com tempmail.com tempmail.de tempmail.dev tempmail.eu tempmail.it tempmail.net
  tempmail.plus tempmail2.com tempmailer.com tempmailer.de tempmailo.com tempomail.fr temporaryemail.net temporaryemail.us
  temporaryforwarding.com temporaryinbox.com thankyou2010.com thisisnotmyrealemail.com throwam.com throwawayemailaddress.com
  throwawaymail.com tilien.com tmail.ws tmailinator.com tmpmail.net tmpmail.org tradermail.info trash-amil.com trash-mail.at trash-mail.com trash-mail.de trash2009.com trashemail.de trashmail.at trashmail.com trashmail.de trashmail.me trashmail.net trashmail.org
  trashmail.ws trashmailer.com trashymail.com trashymail.net trbvm.com turual.com twinmail.de tyldd.com uggsrock.com upliftnow.com
  venompen.com veryrealemail.com viditag.com wegwerfadresse.de wegwerfemail.com wegwerfemail.de wegwerfmail.de wegwerfmail.info
  wegwerfmail.net wegwerfmail.org wh4f.org whyspam.me willhackforfood.biz willselfdestruct.com winemaven.info wronghead.com
  wuzupmail.net xagloo.com xemaps.com xents.com xmaily.com xoxy.net yapped.net yogamaven.com yopmail.com yopmail.fr yopmail.net
  yuurok.com zehnminutenmail.de zippymail.info zoemail.net zomg.info`.split(/\s+/),
);

/** Free mail providers: two addresses at one of them have nothing to do with each other. */
const FREE_MAIL_DOMAINS = new Set(
  `126.com 139.com 163.com aol.com bluewin.ch bol.com.br btinternet.com comcast.net daum.net duck.com email.com fastmail.com fastmail.fm
  free.fr freenet.de gmail.com gmx.at gmx.ch gmx.com gmx.de gmx.net googlemail.com hanmail.net hey.com hotmail.co.uk hotmail.com
  hotmail.de hotmail.es hotmail.fr hotmail.it hushmail.com icloud.com inbox.lv inbox.ru interia.pl laposte.net libero.it list.ru
  live.com live.co.uk live.fr live.nl mac.com mail.com mail.ru mailbox.org mailfence.com me.com msn.com naver.com o2.pl onet.pl
  orange.fr outlook.com outlook.de outlook.fr pm.me posteo.de proton.me protonmail.ch protonmail.com qq.com rediffmail.com riseup.net
  rocketmail.com seznam.cz sfr.fr sina.com skynet.be t-online.de telenet.be tuta.com tuta.io tutamail.com tutanota.com tutanota.de
  uol.com.br verizon.net virgilio.it wanadoo.fr web.de wp.pl xtra.co.nz ya.ru yahoo.co.in yahoo.co.jp yahoo.co.uk yahoo.com yahoo.com.br
  yahoo.de yahoo.es yahoo.fr yahoo.it yandex.com yandex.ru yeah.net ymail.com ziggo.nl zoho.com`.split(/\s+/),
);

const isIn = (domains: ReadonlySet<string>, host: string): boolean => {
  for (let rest = host; rest.includes('.'); rest = rest.slice(rest.indexOf('.') + 1)) if (domains.has(rest)) return true;
  return false;
};

export const isDisposable = (mail_host: string): boolean => isIn(DISPOSABLE_DOMAINS, mail_host);
export const isFreeMail = (mail_host: string): boolean => isIn(FREE_MAIL_DOMAINS, mail_host);

/** Providers that ignore dots, with the host their mailboxes have in common. */
const DOTLESS_PROVIDERS: Record<string, string> = { 'gmail.com': 'gmail.com', 'googlemail.com': 'gmail.com' };

/** Normalizes the spellings of one mailbox: a plus suffix is dropped, and so are dots where the provider ignores them. */
export const normalizeMailbox = (email_key: string): string => {
  const at = email_key.lastIndexOf('@');
  const [local, host] = [email_key.slice(0, at), email_key.slice(at + 1)];
  const name = local.split('+', 1)[0] || local;
  const provider = DOTLESS_PROVIDERS[host];
  return provider ? `${name.replaceAll('.', '')}@${provider}` : `${name}@${host}`;
};
