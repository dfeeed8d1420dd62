import type { PaymentDriver, PaymentFieldName } from '../../../shared/kiosk-api/payment-forms.ts'

interface Field {
  readonly label: string
  readonly hint: string
}

interface Driver {
  readonly name: string
  /** What a customer does. */
  readonly about: string
}

/** Payment methods and providers in the set-up. */
export const frPayment = {
  title: 'Moyens de paiement',
  lead: 'Touchez un moyen de paiement pour le proposer ou choisir son prestataire.',
  notOffered: 'Pas proposé',
  offered: 'Proposé',
  cashAbout: 'Un agent encaisse avec son code ou celui de la machine.',
  attended: 'Terminal autonome (non relié)',
  attendedAbout: 'Le guichetier y encaisse, puis recopie le numéro du reçu ou du message.',
  who: 'Prestataire de paiement',
  whoLead: 'Choisissez le prestataire avec lequel vous avez un contrat.',
  nameHere: 'Nom affiché aux clients',
  nameHint: (usual: string) =>
    `Nom local de ce moyen de paiement, affiché tel quel dans toutes les langues. Si le champ est vide : ${usual}.`,
  formLead:
    'Saisissez les données remises par le prestataire. Les secrets restent dans cette machine : aucun écran ne les affichera plus.',
  more: 'Réglages habituels',
  fewer: 'Réglages du contrat',
  usual: (text: string) => `Par défaut : ${text}`,
  kept: 'Déjà enregistré : laissez vide pour ne rien changer.',
  tryIt: 'Tester',
  trying: "Test en cours ; aucun paiement n'est fait…",
  fine: 'Connexion acceptée.',
  failed: 'Le test a échoué. Corrigez les réglages, puis testez à nouveau.',
  correct: 'Corriger',
  keep: 'Enregistrer',
  untried: 'non testé',
  works: 'test réussi',
  broken: 'test échoué',
  noteDevice: {
    lead: "Branchez le lecteur de billets de banque sur cette machine, puis indiquez son port. Le test n'accepte aucun billet de banque.",
    found: 'Ports trouvés',
    device: 'Port du lecteur',
    deviceHint: (windows: string, network: string) =>
      `Un chemin qui ne change pas, comme dans le manuel ; ${windows} sous Windows ; ${network} pour un port du réseau.`,
    currencyHint: (usual: string) => `Devise des billets de banque acceptés. Si ce champ reste vide : ${usual}.`,
    encryption: 'Liaison chiffrée',
    encryptionHint: 'Sans chiffrement, une personne qui ouvre la borne peut simuler des billets de banque.',
    encryptions: { always: 'Toujours', 'where-it-can': 'Si le lecteur le permet', never: 'Jamais' },
    trying: "Test en cours ; aucun billet de banque n'est accepté…",
    fine: 'Le lecteur répond. Voici ce qu’il accepte.',
    failed: 'Le test a échoué. Corrigez les réglages, puis testez à nouveau.',
  },
  drivers: {
    'djomy-link': {
      name: 'Djomy, par QR code',
      about: 'Le client scanne un QR code et paie sur une page : Orange Money, Areeba, Kulu, carte.',
    },
    'djomy-push': {
      name: 'Djomy, sur le téléphone',
      about: 'Le client saisit son numéro et valide sur son téléphone.',
    },
    'orange-money': {
      name: 'Orange Money Web Payment',
      about: 'Le client scanne un QR code et paie sur la page d’Orange.',
    },
    'mtn-momo': {
      name: 'MTN MoMo',
      about: 'Le client saisit son numéro et valide sur son téléphone. Non disponible en Guinée.',
    },
    'adyen-local': {
      name: 'Adyen, terminal sur place',
      about: 'Le client présente sa carte au terminal, relié par le réseau local.',
    },
    'adyen-cloud': {
      name: 'Adyen, par internet',
      about: 'Le client présente sa carte au terminal, relié par internet.',
    },
    'stripe-terminal': {
      name: 'Lecteur Stripe Terminal',
      about: 'Le client paie par carte, sur le lecteur. Non disponible en Guinée.',
    },
    sumup: { name: 'Lecteur SumUp Solo', about: 'Le client paie par carte, sur le lecteur. N’accepte ni GNF ni XOF.' },
    zvt: {
      name: 'Terminal de carte en réseau (ZVT)',
      about: 'Le client paie par carte sur le terminal à côté de l’écran.',
    },
  } satisfies Record<PaymentDriver, Driver>,
  fields: {
    clientId: { label: 'Identifiant', hint: 'Remis avec le contrat (client ID).' },
    clientSecret: { label: 'Secret', hint: 'Remis avec le contrat (client secret).' },
    merchantKey: { label: 'Clé du marchand', hint: 'Remise par Orange (merchant key).' },
    apiUser: { label: 'Utilisateur de l’API', hint: 'Un UUID, créé sur le portail de MTN.' },
    apiKey: { label: 'Clé de l’API', hint: 'Créée sur le portail du prestataire.' },
    subscriptionKey: { label: 'Clé d’abonnement', hint: 'Celle du produit Collections, sur le portail de MTN.' },
    secretKey: { label: 'Clé secrète', hint: 'Créée dans le tableau de bord de Stripe.' },
    merchantCode: { label: 'Code du marchand', hint: 'Dans le compte SumUp, comme MC0X0ABC.' },
    reader: { label: 'Lecteur', hint: 'Son identifiant chez le prestataire : tmr_… ou rdr_…' },
    affiliateApp: { label: 'Identifiant de l’application', hint: 'Indiqué avec la clé d’affiliation.' },
    affiliateKey: { label: 'Clé d’affiliation', hint: 'Créée sur le portail développeur de SumUp.' },
    partnerDomain: { label: 'Domaine du contrat', hint: 'Seulement si le contrat en nomme un.' },
    method: { label: 'Opérateur', hint: 'OM : Orange Money. MOMO : Areeba.' },
    targetEnvironment: { label: 'Environnement', hint: 'Le nom que MTN donne au pays ; « sandbox » pour des tests.' },
    returnUrl: { label: 'Page de retour', hint: 'Page de votre site (https) affichée au client après le paiement.' },
    cancelUrl: {
      label: 'Page d’annulation',
      hint: 'Page de votre site (https) affichée au client s’il annule le paiement.',
    },
    notificationUrl: {
      label: 'Page de notification',
      hint: 'Page de votre site (https), exigée par Orange. Cette machine ne s’en sert pas.',
    },
    shopName: {
      label: 'Nom de la boutique',
      hint: 'Nom que voit le client : 30 caractères au maximum (lettres sans accent, chiffres, espaces, . - _).',
    },
    baseUrl: { label: 'Adresse du prestataire', hint: 'À changer pour des tests seulement.' },
    host: { label: 'Adresse du terminal', hint: 'Sur le réseau local, par exemple 192.168.1.50.' },
    port: { label: 'Port du terminal', hint: 'Indiqué dans le menu du terminal.' },
    password: { label: 'Mot de passe de la caisse', hint: 'Six chiffres, indiqués dans le menu du terminal.' },
    country: { label: 'Pays', hint: 'Le code que le prestataire donne au pays.' },
    currency: { label: 'Devise', hint: 'Celle du compte, comme GNF.' },
    countryCode: { label: 'Indicatif du pays', hint: 'Pour les numéros de téléphone, comme 224.' },
    nationalDigits: { label: 'Nombre de chiffres d’un numéro', hint: 'Sans l’indicatif du pays.' },
    terminalAddress: { label: 'Adresse du terminal', hint: 'Affichée dans ses réglages de réseau.' },
    poiId: { label: 'Numéro du terminal', hint: 'Modèle et numéro de série, comme au dos : V400m-324688179.' },
    keyIdentifier: {
      label: 'Nom de la clé partagée',
      hint: 'Indiqué dans l’espace client d’Adyen (key identifier).',
    },
    passphrase: { label: 'Phrase secrète de la clé', hint: 'Indiquée dans l’espace client d’Adyen (passphrase).' },
    merchantAccount: { label: 'Compte marchand', hint: 'Pour la Cloud device API seulement.' },
    keyVersion: { label: 'Version de la clé partagée', hint: 'Un nombre ; il change avec la phrase secrète.' },
    fingerprint: {
      label: 'Empreinte du certificat',
      hint: 'SHA-256 du certificat de ce terminal. Si le champ est vide, seul le nom du certificat est vérifié.',
    },
    caFile: {
      label: 'Certificat du prestataire',
      hint: 'Chemin d’un fichier PEM. Si le champ est vide : certificats du système.',
    },
    httpProxy: { label: 'Serveur proxy', hint: 'http://nom:port, si votre réseau en utilise un.' },
  } satisfies Record<PaymentFieldName, Field>,
}
