import type { DoctorTexts } from '../doctor-texts.ts'

export const doctor: DoctorTexts = {
  steps: {
    name: 'Nom',
    connection: 'Connexion',
    certificate: 'Certificat',
    clock: 'Horloge',
    code: 'Code partenaire',
    signature: 'Signature',
    events: 'Événements',
    session: 'Vente',
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
    session: 'Elle s’ouvre.',
    section: "Secteur {section} de l'événement {event} : {count} places.",
    hold: 'La place {seat} a été réservée puis rendue.',
    purchase: 'La place {seat} a été achetée en démonstration, au nom de « {name} ».',
  },
  says: {
    'numeric-address': '{host} est une adresse en chiffres : aucun nom à chercher.',
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
    'no-access-code': "Pas de code d'accès. Demandez-le au partenaire, puis tapez-le dans accessCodes.",
    'code-from-hub': "Le serveur du stade envoie le code d'accès une fois la machine inscrite.",
    'wrong-access-code':
      "La billetterie refuse le code d'accès : il a été renouvelé, ou il est faux. Demandez le bon au partenaire, puis tapez-le dans accessCodes.",
    'only-first': 'Les {count} premiers événements ont été essayés, pas les autres.',
    'no-seats': "L'événement {event} ne montre aucune place à vérifier.",
    'not-held':
      "La place {seat} n'a pas pu être réservée. Réessayez ; si cela dure, comparez partner.hold avec la documentation du partenaire.",
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
    sections: 'la liste des secteurs',
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
    accessCodes: "« Codes d'accès »",
    keyId: 'le nom de la clé',
  },
  payments: {
    steps: {
      address: 'Adresse',
      certificate: 'Certificat',
      clock: 'Horloge',
      access: 'Accès',
      contract: 'Contrat',
      device: 'Terminal',
      currency: 'Monnaie',
      trial: 'Essai réel',
    },
    fine: {
      address: '{host} répond.',
      certificate: 'Reconnu.',
      clock: 'Écart de {seconds} s.',
      access: 'Identifiant et secret acceptés.',
      contract: 'Le compte marchand répond.',
      device: 'Il est allumé et joignable.',
      currency: 'Le compte est en {currency}.',
    },
    says: {
      'not-reached': "Pas vérifié : corrigez d'abord ce qui précède.",
      'only-a-payment': 'Pas vérifié : seul un paiement le dirait.',
      'no-date': "Le prestataire ne donne pas l'heure : l'horloge n'a pas pu être comparée.",
      'no-answer':
        "{host} ne répond pas ({code}). Vérifiez l'adresse, le réseau et le pare-feu ; si la maison a un proxy, indiquez-le.",
      plain: "La connexion n'est pas chiffrée. À n'utiliser que pour des essais.",
      untrusted:
        "Le certificat de {host} n'est pas reconnu ({code}). Quelqu'un s'interpose peut-être : n'encaissez pas par ce moyen, appelez le prestataire.",
      'clock-off': "L'horloge de cette machine a {seconds} s d'écart : activez la mise à l'heure du système.",
      refused:
        "Le prestataire refuse (HTTP {status} {code}). Vérifiez l'identifiant et les secrets ; sinon appelez-le avec ce code.",
      'not-on-list':
        "Le prestataire refuse cette machine (HTTP {status} {code}). Vérifiez le domaine du contrat, et demandez-lui d'inscrire sur sa liste l'adresse internet de cette machine.",
      unreadable:
        "La réponse n'est pas celle de ce prestataire (HTTP {status}). Vérifiez l'adresse ; un portail Wi-Fi ou un proxy s'interpose peut-être.",
      'other-currency':
        "Le compte est en {currency}, une autre monnaie que celle des réglages : rien n'y serait encaissé. Corrigez la monnaie, ou demandez un autre compte.",
      'currency-not-taken':
        "Ce prestataire n'encaisse pas en {currency} : rien n'y serait encaissé. Prenez un autre terminal.",
      'test-account': "Compte d'essai : aucun argent ne bouge. N'ouvrez pas avec.",
      'device-named': 'Il est allumé et joignable : c’est le terminal {device}.',
      'device-off':
        'Le terminal ne répond pas ({code}). Allumez-le et vérifiez son réseau ; le moyen de paiement revient tout seul.',
      busy: 'Il est occupé en ce moment : réessayez quand il sera libre.',
      'device-refuses':
        "Le terminal n'accepte pas cette machine ({code}). Vérifiez dans son menu le mot de passe de la caisse, et qu'aucune autre caisse n'y est reliée ; s'il vient d'être allumé, attendez une minute.",
      untried:
        "Écrit d'après des documents publics, pas encore essayé avec l'opérateur. Avant d'ouvrir, payez vous-même une petite somme : une fois acceptée, une fois refusée, une fois laissée sans réponse.",
    },
  },
  notes: {
    steps: {
      port: 'Port',
      device: 'Lecteur de billets',
      encryption: 'Chiffrement',
      notes: 'Billets',
      currency: 'Monnaie',
      box: 'Caisse à billets',
    },
    fine: {
      port: "{device} s'ouvre.",
      device: 'Il répond.',
      encryption: 'La liaison est chiffrée.',
      notes: 'Il connaît des billets.',
      currency: 'Ils sont en {currency}, la monnaie de vente.',
      box: "Elle est en place et il y reste de la place, d'après l'appareil.",
    },
    says: {
      'not-reached': "Pas vérifié : corrigez d'abord ce qui précède.",
      'no-port':
        "{device} n'existe pas ({code}). Vérifiez le câble USB et le chemin dans notes.device ; une règle udev lui donne un chemin qui ne change pas.",
      'no-rights':
        "Ce compte n'a pas le droit d'utiliser {device} ({code}). Ajoutez-le au groupe dialout, puis reconnectez-vous.",
      'in-use':
        "Un autre programme occupe {device} ({code}). Si la borne tourne, c'est elle : arrêtez-la, puis vérifiez.",
      'no-answer': "{device} ne s'ouvre pas ({code}). Vérifiez le câble, et l'adresse s'il est sur le réseau.",
      silent: "Rien ne répond sur {device}. Vérifiez l'alimentation du lecteur, son câble, et qu'il est réglé sur SSP.",
      unfit:
        'Ce qui répond ne prend pas de billets, ou ne chiffre pas alors que notes.encryption dit « always ». Vérifiez le modèle et son protocole.',
      answers: 'Micrologiciel {firmware}, protocole {protocol}.',
      plain:
        "La liaison n'est pas chiffrée : qui ouvre la borne pourrait simuler des billets. Gardez-la fermée à clé, ou demandez au fabricant un appareil qui chiffre.",
      knows: 'Il connaît {values}. Comparez avec les billets en circulation.',
      'other-currency':
        'Il ne connaît aucun billet en {currency}, mais en {currencies}. Demandez le jeu de données au fabricant.',
      'not-there': 'Il a de nouveau disparu. Vérifiez son alimentation et son câble.',
      'box-full': 'La caisse à billets est pleine. Videz-la.',
      'box-out': "La caisse à billets n'est pas en place. Remettez-la jusqu'au déclic.",
      jammed: "Un billet est coincé. Ouvrez l'appareil et retirez-le.",
      cheated: "Il vient de voir quelqu'un retirer un billet par fraude. Allez voir l'appareil.",
      'out-of-order':
        'Il se dit hors service. Éteignez-le et rallumez-le ; si cela ne suffit pas, appelez le fabricant.',
    },
  },
  savedTickets: {
    title: 'Billets gardés',
    inFolder: (files, folder) => `Fichiers dans ${folder} : ${files}.`,
    stay: 'Ce dossier est l’imprimante : ils y restent jusqu’à ce que quelqu’un les supprime.',
    deleted: (hours) => `Ils sont supprimés une fois imprimés, et dans tous les cas ${hours} h après l’événement.`,
  },
  screen: {
    title: 'Écran',
    unsandboxed:
      'Le navigateur de l’écran tourne sans son bac à sable : il a été lancé par root, ou avec --no-sandbox. Une page malveillante pourrait alors atteindre tout le système. Lancez Guichet depuis un autre compte, sans cette option.',
  },
}
