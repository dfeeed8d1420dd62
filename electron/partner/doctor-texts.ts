import type { Language } from '../../shared/kiosk-api/views.ts'
import { doctorInArabic } from './doctor-texts-ar.ts'
import { doctorInPortuguese } from './doctor-texts-pt.ts'
import { doctorFields, type DoctorTexts } from './doctor-words.ts'
import type { Finding } from './doctor-finding.ts'

const en: DoctorTexts = {
  steps: {
    name: 'Name',
    connection: 'Connection',
    certificate: 'Certificate',
    clock: 'Clock',
    code: 'Partner code',
    signature: 'Signature',
    events: 'Events',
    section: 'Seats',
    hold: 'Hold',
    purchase: 'Purchase',
  },
  fine: {
    name: '{host} is {address}.',
    connection: '{host} answers on port {port}.',
    certificate: 'Valid until {until}.',
    clock: 'Off by {seconds} s.',
    code: 'Known to the partner.',
    signature: 'Accepted.',
    events: '{count} on sale.',
    section: 'Section {section} of event {event}: {count} seats.',
    hold: 'Seat {seat} was held and given back.',
    purchase: 'Seat {seat} was bought in the demo, for “{name}”.',
  },
  says: {
    'not-reached': 'Not tested: mend what is above first.',
    'not-asked': 'Not tested: when asked for (doctor --hold), one seat is held for a moment and given back.',
    unsigned: 'Requests go unsigned. If the partner asks for signatures, set partner.signing.',
    plain: 'The connection is not encrypted. That is for tests only.',
    'by-proxy': 'The proxy {host} answers on port {port}.',
    'unknown-name':
      'Nobody knows the name {host} ({code}). Check partner.baseUrl, the network cable, and the name server.',
    'refused-connection':
      '{host} takes no connection on port {port}. Check the port in partner.baseUrl; is the service running?',
    'no-connection':
      'No way to {host}, port {port} ({code}). Check the network and the firewall; if the house has a proxy, set partner.httpProxy.',
    'bad-certificate':
      'The certificate of {host} is not trusted ({code}). If the partner has an authority of its own, set partner.caFile; otherwise somebody may stand in between: do not sell, ask the partner.',
    'certificate-ends': 'The certificate ends on {until}, in {days} days. Tell the partner.',
    'certificate-over':
      'The partner’s certificate is over, or this machine’s clock is wrong. Check date and time here first; then tell the partner.',
    'no-answer': 'No answer ({code}). Try again; if it stays so, ask the partner whether the service is down.',
    'clock-off':
      'This machine’s clock is {seconds} s off. Signatures would be refused: turn on the system’s time service.',
    'no-date': 'The partner does not say what time it is: the clock could not be compared.',
    'unknown-code':
      'The partner refuses us (HTTP {status} {code}). Check partner.partnerCode; if it is right, ask whether requests have to be signed.',
    'bad-signature':
      'The partner refuses the signature (HTTP {status} {code}). Check keyId, the secret and the scheme in partner.signing, and the clock.',
    'partner-fault': 'The partner’s service is out of order or overloaded (HTTP {status} {code}). Try again later.',
    refused: 'The partner refuses this (HTTP {status} {code}). Check partner.baseUrl, then ask the partner.',
    unreadable:
      'The answer is not one of this interface ({code}). Check that partner.baseUrl leads to the service and not to a web site.',
    'missing-field':
      'In the partner’s reply “{field}” is missing or cannot be read, and nothing can be sold without it. Ask the partner to add it.',
    'left-out':
      'Not on sale, of what the partner offers: {count}. Of {which}, “{field}” is missing or cannot be read. The rest is sold; tell the partner.',
    'no-owner':
      'The partner does not give “owner_ref” (the customer’s reference). Seats can be sold, but the tickets of an unanswered purchase cannot be read back: the same purchase is repeated, and after that staff have to call the partner. Ask the partner to add the field.',
    'no-events': 'The partner has no event on sale: seats could not be tested.',
    'no-access-code': 'No access code for any event on sale. Put one into accessCodes, for example for event {event}.',
    'wrong-access-code': 'The access code of event {event} is wrong. Ask the partner for the right one.',
    'no-seats': 'Event {event} shows no seats that could be tested.',
    'not-held':
      'Seat {seat} could not be held. Try again; if it stays so, compare partner.hold with the partner’s own documents.',
    'not-released': 'Seat {seat} was held, but could not be given back; it is free again by itself in {seconds} s.',
    'not-bought': 'Not tested: when asked for (doctor --hold), one seat of the demo is bought for “{name}”.',
    'real-sale':
      'Not tested: it would sell a ticket for real. Who does not give a name buys as “{name}” (partner.anonymousCustomer); guichet conformance tries that against a test account.',
    'purchase-refused':
      'The partner refuses a purchase for “{name}” (HTTP {status} {code}); it would do so after the payment. If it wants another name, a telephone number or an email address, set partner.anonymousCustomer; otherwise ask the partner. Do not sell before.',
  },
  fields: {
    amount: 'the total amount',
    currency: 'the currency',
    events: 'the list of events',
    expires_at: 'the end of the session',
    hold_id: 'the hold’s number',
    id: 'the identifier',
    items: 'the held seats',
    map: 'the venue’s map',
    min_price: 'the lowest price',
    number: 'the seat’s number',
    owner_ref: 'the customer’s reference',
    price: 'the price',
    remaining_seconds: 'the time left of the hold',
    seat_id: 'the seat’s identifier',
    seats: 'the list of seats',
    sections: 'the list of sections',
    session_id: 'the session’s identifier',
    starts_at: 'the date and hour',
    status: 'the state',
    title: 'the title',
    zone_id: 'the zone’s identifier',
    zones: 'the list of zones',
  },
  spoken: {
    'partner.baseUrl': 'the address',
    'partner.partnerCode': 'the partner code',
    'partner.signing': 'the signature',
    'partner.httpProxy': 'the proxy (settings file, partner.httpProxy)',
    'partner.caFile': 'its certificate (settings file, partner.caFile)',
    'partner.hold': 'the way seats are held (settings file, partner.hold)',
    'partner.anonymousCustomer': 'the customer of sales without a name (settings file, partner.anonymousCustomer)',
    accessCodes: 'the access codes, at the supervisor’s desk',
    keyId: 'the name of the key',
  },
}

const fr: DoctorTexts = {
  steps: {
    name: 'Nom',
    connection: 'Connexion',
    certificate: 'Certificat',
    clock: 'Horloge',
    code: 'Code partenaire',
    signature: 'Signature',
    events: 'Événements',
    section: 'Places',
    hold: 'Réservation',
    purchase: 'Achat',
  },
  fine: {
    name: '{host} est {address}.',
    connection: '{host} répond sur le port {port}.',
    certificate: "Valable jusqu'au {until}.",
    clock: 'Écart de {seconds} s.',
    code: 'Connu du partenaire.',
    signature: 'Acceptée.',
    events: '{count} en vente.',
    section: "Section {section} de l'événement {event} : {count} places.",
    hold: 'La place {seat} a été réservée puis rendue.',
    purchase: 'La place {seat} a été achetée en démonstration, au nom de « {name} ».',
  },
  says: {
    'not-reached': "Pas vérifié : corrigez d'abord ce qui précède.",
    'not-asked': 'Pas vérifié : sur demande (doctor --hold), une place est réservée un instant puis rendue.',
    unsigned: 'Les demandes ne sont pas signées. Si le partenaire exige des signatures, réglez partner.signing.',
    plain: "La connexion n'est pas chiffrée. À n'utiliser que pour des essais.",
    'by-proxy': 'Le proxy {host} répond sur le port {port}.',
    'unknown-name':
      'Personne ne connaît le nom {host} ({code}). Vérifiez partner.baseUrl, le câble réseau et le serveur de noms.',
    'refused-connection':
      '{host} refuse la connexion sur le port {port}. Vérifiez le port dans partner.baseUrl ; le service tourne-t-il ?',
    'no-connection':
      "Impossible d'atteindre {host}, port {port} ({code}). Vérifiez le réseau et le pare-feu ; si la maison a un proxy, réglez partner.httpProxy.",
    'bad-certificate':
      "Le certificat de {host} n'est pas reconnu ({code}). Si le partenaire a sa propre autorité, réglez partner.caFile ; sinon quelqu'un s'interpose peut-être : ne vendez pas, appelez le partenaire.",
    'certificate-ends': 'Le certificat prend fin le {until}, dans {days} jours. Prévenez le partenaire.',
    'certificate-over':
      "Le certificat du partenaire a pris fin, ou l'horloge de cette machine est fausse. Vérifiez d'abord la date et l'heure ici, puis prévenez le partenaire.",
    'no-answer': 'Pas de réponse ({code}). Réessayez ; si cela dure, demandez au partenaire si le service est arrêté.',
    'clock-off':
      "L'horloge de cette machine a {seconds} s d'écart. Les signatures seraient refusées : activez la mise à l'heure du système.",
    'no-date': "Le partenaire ne donne pas l'heure : l'horloge n'a pas pu être comparée.",
    'unknown-code':
      'Le partenaire nous refuse (HTTP {status} {code}). Vérifiez partner.partnerCode ; sinon demandez si les demandes doivent être signées.',
    'bad-signature':
      "Le partenaire refuse la signature (HTTP {status} {code}). Vérifiez keyId, le secret et la méthode dans partner.signing, ainsi que l'horloge.",
    'partner-fault': 'Le service du partenaire est en panne ou surchargé (HTTP {status} {code}). Réessayez plus tard.',
    refused:
      'Le partenaire refuse cette demande (HTTP {status} {code}). Vérifiez partner.baseUrl, puis appelez le partenaire.',
    unreadable:
      "La réponse n'est pas celle de cette interface ({code}). Vérifiez que partner.baseUrl mène au service et non à un site web.",
    'missing-field':
      "Dans la réponse du partenaire, « {field} » manque ou est illisible, et rien ne peut être vendu sans cela. Demandez au partenaire de l'ajouter.",
    'left-out':
      '{count} élément(s) du partenaire ne sont pas proposés à la vente : à {which}, « {field} » manque ou est illisible. Le reste se vend ; prévenez le partenaire.',
    'no-owner':
      "Le partenaire n'indique pas « owner_ref » (la référence du client). La vente est possible, mais les billets d'un achat resté sans réponse ne peuvent pas être relus : l'achat est répété à l'identique, puis le personnel doit appeler le partenaire. Demandez-lui d'ajouter ce champ.",
    'no-events': "Le partenaire n'a aucun événement en vente : les places n'ont pas pu être vérifiées.",
    'no-access-code':
      "Aucun code d'accès pour un événement en vente. Ajoutez-en un dans accessCodes, par exemple pour l'événement {event}.",
    'wrong-access-code': "Le code d'accès de l'événement {event} est faux. Demandez le bon au partenaire.",
    'no-seats': "L'événement {event} ne montre aucune place à vérifier.",
    'not-held':
      "La place {seat} n'a pas pu être réservée. Réessayez ; si cela dure, comparez partner.hold avec les documents du partenaire.",
    'not-released':
      "La place {seat} a été réservée mais n'a pas pu être rendue ; elle se libère d'elle-même dans {seconds} s.",
    'not-bought':
      'Pas vérifié : sur demande (doctor --hold), une place de démonstration est achetée au nom de « {name} ».',
    'real-sale':
      "Pas vérifié : un vrai billet serait vendu. Un client qui ne donne pas son nom achète au nom de « {name} » (partner.anonymousCustomer) ; guichet conformance l'essaie sur un compte de test.",
    'purchase-refused':
      "Le partenaire refuse un achat au nom de « {name} » (HTTP {status} {code}) ; il le refuserait après le paiement. S'il exige un autre nom, un numéro de téléphone ou une adresse e-mail, réglez partner.anonymousCustomer ; sinon appelez le partenaire. Ne vendez pas avant.",
  },
  fields: {
    amount: 'le montant total',
    currency: 'la monnaie',
    events: 'la liste des événements',
    expires_at: 'la fin de la session',
    hold_id: 'le numéro de la réservation',
    id: "l'identifiant",
    items: 'les places réservées',
    map: 'le plan de la salle',
    min_price: 'le prix le plus bas',
    number: 'le numéro de la place',
    owner_ref: 'la référence du client',
    price: 'le prix',
    remaining_seconds: 'le temps restant de la réservation',
    seat_id: "l'identifiant de la place",
    seats: 'la liste des places',
    sections: 'la liste des sections',
    session_id: "l'identifiant de la session",
    starts_at: "la date et l'heure",
    status: "l'état",
    title: 'le titre',
    zone_id: "l'identifiant de la zone",
    zones: 'la liste des zones',
  },
  spoken: {
    'partner.baseUrl': "l'adresse",
    'partner.partnerCode': 'le code partenaire',
    'partner.signing': 'la signature',
    'partner.httpProxy': 'le proxy (fichier de réglages, partner.httpProxy)',
    'partner.caFile': 'son certificat (fichier de réglages, partner.caFile)',
    'partner.hold': 'la façon de réserver (fichier de réglages, partner.hold)',
    'partner.anonymousCustomer': 'le client des ventes sans nom (fichier de réglages, partner.anonymousCustomer)',
    accessCodes: "les codes d'accès, au poste du responsable",
    keyId: 'le nom de la clé',
  },
}

const catalogues: Readonly<Record<Language, DoctorTexts>> = { fr, en, pt: doctorInPortuguese, ar: doctorInArabic }

/** `spoken`: for a screen, in place of the names of settings. */
export function describeFinding({ step, says, facts }: Finding, language: Language, spoken = false) {
  const texts = catalogues[language]
  const template = says === 'fine' ? texts.fine[step] : texts.says[says]
  const named = spoken
    ? Object.entries(texts.spoken).reduce((text, [setting, words]) => text.replaceAll(setting, words), template)
    : template
  const said = (name: string): string => (name === 'field' ? fieldOf(texts, facts[name]) : String(facts[name] ?? ''))
  const text = named.replaceAll(/\{(\w+)\}/gu, (_, name: string) => said(name)).replace(/ \)/u, ')')
  return { title: texts.steps[step], text }
}

/** The path as the partner knows it, and what it is in words. */
function fieldOf({ fields }: DoctorTexts, path: string | number | undefined): string {
  const last = String(path).split('.').at(-1)
  const known = doctorFields.find((field) => field === last)
  return known ? `${path} – ${fields[known]}` : String(path)
}
