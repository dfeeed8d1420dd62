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
    hold: 'Blocage de place',
    purchase: 'Achat',
  },
  fine: {
    name: 'Adresse de {host} : {address}.',
    connection: '{host} répond sur le port {port}.',
    certificate: "Valable jusqu'au {until}.",
    clock: 'Écart : {seconds} s.',
    code: 'Code accepté.',
    signature: 'Acceptée.',
    events: '{count} en vente.',
    session: 'La vente s’ouvre.',
    section: "Secteur {section} de l'événement {event} : {count} places.",
    hold: 'La place {seat} a été bloquée puis libérée.',
    purchase: 'La place {seat} a été achetée en démonstration, au nom de « {name} ».',
  },
  says: {
    'numeric-address': '{host} est une adresse numérique : aucun nom à résoudre.',
    'not-reached': 'Non vérifié : corrigez d’abord les erreurs ci-dessus.',
    'not-asked':
      'Non vérifié. Pour le vérifier, lancez « guichet doctor --hold » : une place est bloquée un instant, puis libérée.',
    unsigned: 'Les requêtes ne sont pas signées. Si le partenaire exige des signatures, réglez partner.signing.',
    plain: 'La connexion n’est pas chiffrée. À n’utiliser que pour des essais.',
    'by-proxy': 'Le proxy {host} répond sur le port {port}.',
    'unknown-name':
      'Nom introuvable : {host} ({code}). Vérifiez partner.baseUrl, le câble réseau et le serveur de noms (DNS).',
    'refused-connection':
      '{host} refuse la connexion sur le port {port}. Vérifiez le port dans partner.baseUrl, et que le service fonctionne.',
    'no-connection':
      'Impossible d’atteindre {host}, port {port} ({code}). Vérifiez le réseau et le pare-feu ; si votre réseau a un proxy, réglez partner.httpProxy.',
    'bad-certificate':
      'Le certificat de {host} n’est pas reconnu ({code}). Si le partenaire a sa propre autorité de certification, réglez partner.caFile. Sinon la connexion est peut-être interceptée : ne vendez pas, appelez le partenaire.',
    'certificate-ends': 'Le certificat expire le {until} (jours restants : {days}). Prévenez le partenaire.',
    'certificate-over':
      'Le certificat du partenaire a expiré, ou l’horloge de cette machine est déréglée. Vérifiez d’abord la date et l’heure ici, puis prévenez le partenaire.',
    'no-answer': 'Pas de réponse ({code}). Réessayez ; si cela dure, demandez au partenaire si le service est arrêté.',
    'clock-off':
      'L’horloge de cette machine a {seconds} s d’écart. Les signatures seraient refusées : activez la mise à l’heure automatique.',
    'no-date': 'La réponse du partenaire n’indique pas l’heure : l’horloge n’a pas pu être comparée.',
    'unknown-code':
      'Le partenaire refuse cette machine (HTTP {status} {code}). Vérifiez partner.partnerCode ; s’il est exact, demandez au partenaire si les requêtes doivent être signées.',
    'bad-signature':
      "Le partenaire refuse la signature (HTTP {status} {code}). Vérifiez keyId, le secret et la méthode dans partner.signing, ainsi que l'horloge.",
    'partner-fault': 'Le service du partenaire est en panne ou surchargé (HTTP {status} {code}). Réessayez plus tard.',
    refused:
      'Le partenaire refuse cette demande (HTTP {status} {code}). Vérifiez partner.baseUrl, puis appelez le partenaire.',
    unreadable:
      'La réponse ne correspond pas à l’interface attendue ({code}). Vérifiez que partner.baseUrl mène au service et non à un site web.',
    'missing-field':
      'Dans la réponse du partenaire, « {field} » manque ou est illisible : la vente est impossible. Demandez au partenaire de l’ajouter.',
    'left-out':
      'Éléments du partenaire exclus de la vente : {count}. Pour {which}, « {field} » manque ou est illisible. Le reste est en vente ; prévenez le partenaire.',
    'no-owner':
      'Le partenaire n’indique pas « owner_ref » (la référence du client). La vente est possible. Mais si un achat reste sans réponse, ses billets ne peuvent pas être relus : l’achat est répété à l’identique, puis un agent doit appeler le partenaire. Demandez-lui d’ajouter ce champ.',
    'no-events': 'Aucun événement en vente chez le partenaire : les places n’ont pas pu être vérifiées.',
    'no-access-code': 'Code d’accès manquant. Demandez-le au partenaire, puis saisissez-le dans accessCodes.',
    'code-from-hub': 'Le serveur du site envoie le code d’accès une fois la machine inscrite.',
    'wrong-access-code':
      'La billetterie refuse le code d’accès : il a été renouvelé, ou il est incorrect. Demandez le bon au partenaire, puis saisissez-le dans accessCodes.',
    'only-first': 'Seuls les {count} premiers événements ont été testés.',
    'no-seats': 'L’événement {event} n’a aucune place à vérifier.',
    'not-held':
      'La place {seat} n’a pas pu être bloquée. Réessayez ; si cela dure, comparez partner.hold avec la documentation du partenaire.',
    'not-released':
      'La place {seat} a été bloquée mais n’a pas pu être libérée ; elle sera libérée automatiquement dans {seconds} s.',
    'not-bought':
      'Non vérifié. Pour le vérifier, lancez « guichet doctor --hold » : une place de démonstration est achetée au nom de « {name} ».',
    'real-sale':
      'Non vérifié : un vrai billet serait vendu. Un client qui ne donne pas son nom achète au nom de « {name} » (partner.anonymousCustomer). Pour tester cet achat sur un compte d’essai, lancez « guichet conformance ».',
    'purchase-refused':
      'Le partenaire refuse un achat au nom de « {name} » (HTTP {status} {code}) ; en vente réelle, ce refus viendrait après le paiement. S’il exige un autre nom, un numéro de téléphone ou une adresse e-mail, réglez partner.anonymousCustomer ; sinon, appelez le partenaire. Ne vendez pas tant que le problème n’est pas résolu.',
  },
  fields: {
    amount: 'le montant total',
    currency: 'la devise',
    events: 'la liste des événements',
    expires_at: 'la fin de la session',
    hold_id: 'le numéro du blocage des places',
    id: "l'identifiant",
    items: 'les places bloquées',
    map: 'le plan du site',
    min_price: 'le prix le plus bas',
    number: 'le numéro de la place',
    owner_ref: 'la référence du client',
    price: 'le prix',
    remaining_seconds: 'le temps restant du blocage',
    seat_id: "l'identifiant de la place",
    seats: 'la liste des places',
    sections: 'la liste des secteurs',
    session_id: "l'identifiant de la session",
    starts_at: "la date et l'heure",
    status: "l'état",
    title: 'le titre',
    zone_id: 'l’identifiant de la catégorie',
    zones: 'la liste des catégories',
  },
  spoken: {
    'partner.baseUrl': "l'adresse",
    'partner.partnerCode': 'le code partenaire',
    'partner.signing': 'la signature',
    'partner.httpProxy': 'le proxy (fichier de réglages, partner.httpProxy)',
    'partner.caFile': 'son certificat (fichier de réglages, partner.caFile)',
    'partner.hold': 'la façon de bloquer les places (fichier de réglages, partner.hold)',
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
      currency: 'Devise',
      trial: 'Test réel',
    },
    fine: {
      address: '{host} répond.',
      certificate: 'Reconnu.',
      clock: 'Écart : {seconds} s.',
      access: 'Identifiant et secret acceptés.',
      contract: 'Le compte marchand répond.',
      device: 'Le terminal est allumé et joignable.',
      currency: 'Le compte est en {currency}.',
    },
    says: {
      'not-reached': 'Non vérifié : corrigez d’abord les erreurs ci-dessus.',
      'only-a-payment': 'Non vérifié : seul un paiement permet de le savoir.',
      'no-date': 'La réponse du prestataire n’indique pas l’heure : l’horloge n’a pas pu être comparée.',
      'no-answer':
        '{host} ne répond pas ({code}). Vérifiez l’adresse, le réseau et le pare-feu ; si votre réseau a un proxy, indiquez-le.',
      plain: "La connexion n'est pas chiffrée. À n'utiliser que pour des essais.",
      untrusted:
        'Le certificat de {host} n’est pas reconnu ({code}). La connexion est peut-être interceptée : n’encaissez pas par ce moyen de paiement, appelez le prestataire.',
      'clock-off': 'L’horloge de cette machine a {seconds} s d’écart : activez la mise à l’heure automatique.',
      refused:
        'Le prestataire refuse la demande (HTTP {status} {code}). Vérifiez l’identifiant et les secrets ; s’ils sont exacts, appelez le prestataire et indiquez-lui ce code.',
      'not-on-list':
        'Le prestataire refuse cette machine (HTTP {status} {code}). Vérifiez le domaine du contrat et demandez au prestataire d’autoriser l’adresse IP publique de cette machine.',
      unreadable:
        'La réponse ne vient pas de ce prestataire (HTTP {status}). Vérifiez l’adresse ; un portail Wi-Fi ou un proxy répond peut-être à sa place.',
      'other-currency':
        'Le compte est en {currency}, une autre devise que celle des réglages : aucun paiement ne serait accepté. Corrigez la devise, ou demandez un autre compte.',
      'currency-not-taken':
        'Ce prestataire n’accepte pas {currency} : aucun paiement ne serait accepté. Choisissez un autre prestataire.',
      'test-account': 'Compte d’essai : les paiements ne sont pas réels. Ne vendez pas avec ce compte.',
      'device-named': 'Le terminal {device} est allumé et joignable.',
      'device-off':
        'Le terminal ne répond pas ({code}). Allumez-le et vérifiez son réseau ; le moyen de paiement se rétablit automatiquement.',
      busy: 'Le terminal est occupé : réessayez plus tard.',
      'device-refuses':
        'Le terminal n’accepte pas cette machine ({code}). Vérifiez dans son menu le mot de passe de caisse, et qu’aucune autre caisse n’y est reliée ; si le terminal vient d’être allumé, attendez une minute.',
      untried:
        'Cette connexion suit la documentation publique du prestataire ; elle n’a pas encore été testée avec lui. Avant d’ouvrir, payez vous-même un petit montant trois fois : acceptez le premier paiement, refusez le deuxième, laissez le troisième sans réponse.',
    },
  },
  notes: {
    steps: {
      port: 'Port',
      device: 'Lecteur de billets de banque',
      encryption: 'Chiffrement',
      notes: 'Billets de banque',
      currency: 'Devise',
      box: 'Coffre à billets de banque',
    },
    fine: {
      port: 'Le port {device} est accessible.',
      device: 'Le lecteur répond.',
      encryption: 'La liaison est chiffrée.',
      notes: 'Jeu de coupures installé.',
      currency: 'Les coupures sont en {currency}, la devise de vente.',
      box: 'Le lecteur signale que le coffre est en place et n’est pas plein.',
    },
    says: {
      'not-reached': 'Non vérifié : corrigez d’abord les erreurs ci-dessus.',
      'no-port':
        '{device} n’existe pas ({code}). Vérifiez le câble USB et le chemin dans notes.device ; une règle udev donne au lecteur un chemin permanent.',
      'no-rights':
        "Ce compte n'a pas le droit d'utiliser {device} ({code}). Ajoutez-le au groupe dialout, puis reconnectez-vous.",
      'in-use':
        'Un autre programme utilise {device} ({code}). Si c’est le programme de la borne, arrêtez-le, puis relancez le test.',
      'no-answer':
        'Le port {device} est inaccessible ({code}). Vérifiez le câble, ou l’adresse si le lecteur est sur le réseau.',
      silent:
        'Aucune réponse sur {device}. Vérifiez l’alimentation et le câble du lecteur, puis son réglage : il doit être sur SSP.',
      unfit:
        'L’appareil n’accepte pas de billets de banque, ou ne chiffre pas alors que notes.encryption vaut « always ». Vérifiez le modèle et son protocole.',
      answers: 'Micrologiciel {firmware}, protocole {protocol}.',
      plain:
        'La liaison n’est pas chiffrée : une personne qui ouvre la borne pourrait simuler des billets de banque. Gardez la borne fermée à clé, ou demandez au fabricant un lecteur qui chiffre.',
      knows: 'Coupures connues : {values}. Comparez-les avec les billets de banque en circulation.',
      'other-currency':
        'Le lecteur connaît des coupures en {currencies}, mais aucune en {currency}. Demandez au fabricant le jeu de données pour {currency}.',
      'not-there': 'Le lecteur ne répond plus. Vérifiez son alimentation et son câble.',
      'box-full': 'Le coffre à billets de banque est plein. Videz-le.',
      'box-out': 'Le coffre à billets de banque n’est pas en place. Remettez-le jusqu’au déclic.',
      jammed: 'Un billet de banque est coincé. Ouvrez le lecteur et retirez le billet de banque.',
      cheated: 'Tentative de fraude détectée (billet de banque retiré). Contrôlez l’appareil.',
      'out-of-order':
        'Le lecteur est hors service. Éteignez-le et rallumez-le ; si cela ne suffit pas, appelez le fabricant.',
    },
  },
  savedTickets: {
    title: 'Billets enregistrés',
    inFolder: (files, folder) => `Fichiers dans ${folder} : ${files}.`,
    stay: 'Les billets sont enregistrés dans ce dossier et y restent jusqu’à leur suppression manuelle.',
    deleted: (hours) => `Ces fichiers sont supprimés après l’impression, et au plus tard ${hours} h après l’événement.`,
  },
  screen: {
    title: 'Écran',
    unsandboxed:
      'Le navigateur de l’écran fonctionne sans bac à sable : il a été lancé par root, ou avec --no-sandbox. Une page malveillante pourrait atteindre tout le système. Lancez Guichet depuis un autre compte, sans cette option.',
  },
}
