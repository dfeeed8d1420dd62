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

/** Ways to pay, and who takes the money: asked at the set-up. */
export const frPayment = {
  title: 'Comment paie-t-on ici ?',
  lead: 'Touchez un moyen de paiement pour le proposer, ou pour dire qui l’encaisse.',
  notOffered: 'Pas proposé',
  offered: 'Proposé',
  cashAbout: 'Un agent encaisse, par son code ou celui de la machine.',
  attended: 'Un appareil à part',
  attendedAbout: 'Le guichetier y encaisse, puis recopie le numéro du ticket ou du message.',
  who: 'Qui encaisse ?',
  whoLead: 'Celui avec qui vous avez un contrat.',
  nameHere: 'Nom montré aux gens',
  nameHint: (usual: string) => `Comme on dit ici, dans toutes les langues. Vide : ${usual}.`,
  formLead:
    'Ce que le prestataire vous a remis. Les secrets restent dans cette machine : aucun écran ne les montrera plus.',
  more: 'Réglages habituels',
  fewer: 'Réglages du contrat',
  usual: (text: string) => `D’habitude : ${text}`,
  kept: 'Déjà enregistré : laissez vide pour le garder.',
  tryIt: 'Essayer',
  trying: 'Nous demandons au prestataire ; aucun argent ne bouge…',
  fine: 'Il répond et nous laisse entrer.',
  failed: 'Cela ne va pas encore. Corrigez, puis essayez à nouveau.',
  correct: 'Corriger',
  keep: 'Garder',
  untried: 'pas essayé',
  works: 'essayé : bon',
  broken: 'essayé : échec',
  noteDevice: {
    lead: 'Branchez le lecteur de billets sur cette machine, puis dites où il est. L’essai ne prend aucun billet.',
    found: 'Prises trouvées',
    device: 'Prise du lecteur',
    deviceHint: (windows: string, network: string) =>
      `Un chemin qui ne change pas, comme le manuel le montre ; ${windows} sous Windows ; ${network} pour une prise du réseau.`,
    currencyHint: (usual: string) => `Des billets que prend le lecteur. Vide : ${usual}.`,
    encryption: 'Liaison chiffrée',
    encryptionHint: 'Sans chiffrement, qui ouvre la borne peut simuler des billets.',
    encryptions: { always: 'Toujours', 'where-it-can': 'Si le lecteur le peut', never: 'Jamais' },
    trying: 'Nous interrogeons le lecteur ; aucun billet n’est pris…',
    fine: 'Il répond, et voici ce qu’il prend.',
    failed: 'Cela ne va pas encore. Corrigez, puis essayez à nouveau.',
  },
  drivers: {
    'djomy-link': {
      name: 'Djomy, code QR',
      about: 'Le client scanne un code et paie sur une page : Orange Money, Areeba, Kulu, carte.',
    },
    'djomy-push': { name: 'Djomy, sur le téléphone', about: 'Le client tape son numéro et accepte sur son téléphone.' },
    'orange-money': {
      name: 'Orange Money Web Payment',
      about: 'Le client scanne un code QR et paie sur la page d’Orange.',
    },
    'mtn-momo': { name: 'MTN MoMo', about: 'Le client tape son numéro et accepte sur son téléphone. Pas en Guinée.' },
    'adyen-local': {
      name: 'Adyen, terminal sur place',
      about: 'Le client présente sa carte au terminal, joint par le réseau de la salle.',
    },
    'adyen-cloud': {
      name: 'Adyen, par internet',
      about: 'Le client présente sa carte au terminal, joint par internet.',
    },
    'stripe-terminal': {
      name: 'Lecteur Stripe Terminal',
      about: 'Le client paie par carte, sur le lecteur. Pas en Guinée.',
    },
    sumup: { name: 'Lecteur SumUp Solo', about: 'Le client paie par carte, sur le lecteur. Ni GNF ni XOF.' },
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
    subscriptionKey: { label: 'Clé d’abonnement', hint: 'Du produit Collections.' },
    secretKey: { label: 'Clé secrète', hint: 'Créée dans le tableau de bord de Stripe.' },
    merchantCode: { label: 'Code du marchand', hint: 'Dans le compte SumUp, comme MC0X0ABC.' },
    reader: { label: 'Lecteur', hint: 'Son identifiant chez le prestataire : tmr_… ou rdr_…' },
    affiliateApp: { label: 'Identifiant de l’application', hint: 'Celui de la clé d’affiliation.' },
    affiliateKey: { label: 'Clé d’affiliation', hint: 'Créée sur le portail développeur de SumUp.' },
    partnerDomain: { label: 'Domaine du contrat', hint: 'Seulement si le contrat en nomme un.' },
    method: { label: 'Opérateur', hint: 'OM : Orange Money. MOMO : Areeba.' },
    targetEnvironment: { label: 'Environnement', hint: 'Le pays comme MTN l’appelle ; « sandbox » pour des essais.' },
    returnUrl: { label: 'Page de retour', hint: 'Une page à vous, en https ; le client y revient.' },
    cancelUrl: { label: 'Page d’abandon', hint: 'Une page à vous, en https ; il y revient s’il renonce.' },
    notificationUrl: {
      label: 'Page de notification',
      hint: 'Une page à vous, en https. Rien de ce qui s’y passe ne compte.',
    },
    shopName: { label: 'Nom de la boutique', hint: 'Ce que voit le client : 30 lettres simples au plus.' },
    baseUrl: { label: 'Adresse du prestataire', hint: 'Une autre pour des essais seulement.' },
    host: { label: 'Adresse du terminal', hint: 'Sur le réseau de la maison, par exemple 192.168.1.50.' },
    port: { label: 'Port du terminal', hint: 'Celui de son menu.' },
    password: { label: 'Mot de passe de la caisse', hint: 'Six chiffres, ceux du menu du terminal.' },
    country: { label: 'Pays', hint: 'Comme le prestataire l’appelle.' },
    currency: { label: 'Monnaie', hint: 'Celle du compte, comme GNF.' },
    countryCode: { label: 'Indicatif du pays', hint: 'Des téléphones, comme 224.' },
    nationalDigits: { label: 'Chiffres d’un numéro', hint: 'Sans l’indicatif.' },
    terminalAddress: { label: 'Adresse du terminal', hint: 'Comme il l’affiche dans ses réglages de réseau.' },
    poiId: { label: 'Numéro du terminal', hint: 'Modèle et numéro de série, comme au dos : V400m-324688179.' },
    keyIdentifier: {
      label: 'Nom de la clé partagée',
      hint: 'Comme il est dans l’espace client d’Adyen (key identifier).',
    },
    passphrase: { label: 'Phrase de la clé partagée', hint: 'Celle de l’espace client d’Adyen (passphrase).' },
    merchantAccount: { label: 'Compte marchand', hint: 'Pour la Cloud device API seulement.' },
    keyVersion: { label: 'Version de la clé partagée', hint: 'Un nombre ; il change avec la phrase.' },
    fingerprint: {
      label: 'Empreinte du certificat',
      hint: 'SHA-256 du certificat de ce terminal. Vide : son nom suffit.',
    },
    caFile: { label: 'Certificat du prestataire', hint: 'Un fichier PEM, par son chemin. Vide : ceux du système.' },
    httpProxy: { label: 'Serveur proxy', hint: 'http://nom:port, si la maison en a un.' },
  } satisfies Record<PaymentFieldName, Field>,
}
