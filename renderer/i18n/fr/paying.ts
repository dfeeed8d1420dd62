import type { RefusalReason } from '../../../shared/domain/money/tender.ts'
import type { ProblemText } from '../problem-text.ts'

const held = 'Vos places restent bloquées.'

/** What staff have to put right. */
const forNow = {
  title: 'Moyen de paiement indisponible pour le moment',
  body: `${held} Choisissez un autre moyen de paiement, ou adressez-vous à un agent.`,
}

/** Over an operator of mobile money. `tender`: as it is called here, such as `Orange Money`. */
export const frPaying = {
  with: (tender: string) => `Payer avec ${tender}`,
  /** Under the name of a way to pay: what the customer will do. */
  how: {
    scan: 'QR code à scanner',
    telephone: 'à valider sur votre téléphone',
    notes: 'sans monnaie rendue',
  },
  tooLate: 'Pas assez de temps pour payer de cette façon',
  accepted: 'Paiements acceptés',
  left: 'Il vous reste',
  soon: 'Il vous reste trente secondes pour payer.',
  due: 'À payer',
  stop: 'Payer autrement',
  stopBody: "Si vous avez déjà validé sur votre téléphone, votre paiement n'est pas perdu : nous vérifions d'abord.",
  checking: 'Nous vérifions votre paiement',
  checkingBody: (tender: string) => `${tender} n'a pas encore confirmé le paiement. Ne payez pas une deuxième fois.`,
  scan: {
    preparing: 'Préparation du QR code…',
    preparingBody: (tender: string) => `Un instant : connexion à ${tender}.`,
    title: 'Scannez pour payer',
    waiting: 'Nous attendons votre paiement.',
    simulated: 'Démonstration : inutile de scanner ; le paiement se fait tout seul.',
    code: (amount: string, tender: string) => `QR code à scanner : payer ${amount} avec ${tender}`,
    steps: {
      scan: "Scannez ce QR code avec l'appareil photo de votre téléphone",
      agree: 'Suivez les indications sur votre téléphone, puis validez',
      ticket: "Restez ici : vos billets s'impriment aussitôt",
    },
  },
  telephone: {
    title: (tender: string) => `Votre numéro ${tender}`,
    body: "Nous envoyons une demande de paiement à ce numéro. Ce numéro n'est pas conservé.",
    number: 'Numéro de téléphone',
    entered: (count: number, whole: number) => `${count} ${count < 2 ? 'chiffre' : 'chiffres'} sur ${whole}`,
    ask: (amount: string) => `Payer ${amount}`,
    back: 'Autre moyen de paiement',
    waiting: 'Validez sur votre téléphone',
    waitingBody: (tender: string, ending: string) =>
      ending === ''
        ? `${tender} vous envoie une demande de paiement.`
        : `${tender} envoie une demande au numéro qui finit par ${ending}.`,
    steps: {
      request: 'Ouvrez la demande qui arrive sur votre téléphone',
      agree: 'Validez avec votre code secret, uniquement sur votre téléphone',
      ticket: "Restez ici : vos billets s'impriment aussitôt",
    },
  },
  slip: {
    open: 'Utiliser un avoir',
    title: 'Votre avoir',
    lead: 'Présentez son QR code devant le lecteur, ou saisissez son numéro à dix caractères.',
    number: "Numéro de l'avoir",
    owed: (amount: string) => `Votre avoir : ${amount}`,
    paper: {
      coming: 'Votre avoir s’imprime.',
      printed: 'Prenez votre avoir : il vaut ce montant.',
      none: 'Prenez ce numéro en photo : il vaut ce montant à cette borne.',
    },
    /** A purchase ended without tickets, and its money stays with the customer so. */
    back: 'Vous êtes remboursé par un avoir',
    backBody:
      "Aucun billet n'a été émis. Utilisez cet avoir pour un prochain achat à cette borne, ou demandez à un agent de vous le rembourser en espèces.",
    finish: "J'ai pris mon avoir",
  },
  refused: {
    declined: { title: 'Paiement refusé', body: `${held} Réessayez, ou choisissez un autre moyen de paiement.` },
    'timed-out': {
      title: "Le paiement n'a pas été confirmé à temps",
      body: `${held} Réessayez, ou choisissez un autre moyen de paiement.`,
    },
    'wrong-pin': {
      title: 'Code secret incorrect',
      body: `${held} Utilisez une autre carte ou un autre moyen de paiement.`,
    },
    'card-removed': {
      title: 'La carte a été retirée trop tôt',
      body: `${held} Réessayez, et laissez la carte en place jusqu’à ce que le terminal vous demande de la retirer.`,
    },
    'card-expired': {
      title: 'Carte expirée',
      body: `${held} Utilisez une autre carte ou un autre moyen de paiement.`,
    },
    'card-not-taken': {
      title: 'Cette carte n’est pas acceptée ici',
      body: `${held} Utilisez une autre carte ou un autre moyen de paiement.`,
    },
    'not-enough-money': {
      title: 'Solde insuffisant',
      body: `${held} Rechargez votre compte, ou choisissez un autre moyen de paiement.`,
    },
    'over-limit': { title: 'Plafond de paiement atteint', body: `${held} Choisissez un autre moyen de paiement.` },
    'unknown-payer': {
      title: 'Numéro non reconnu par cet opérateur',
      body: `${held} Vérifiez le numéro, ou choisissez un autre moyen de paiement.`,
    },
    'provider-down': {
      title: 'Le service de paiement ne répond pas',
      body: `${held} Choisissez un autre moyen de paiement, ou réessayez plus tard.`,
    },
    'not-set-up': forNow,
    'day-not-closed': forNow,
  } satisfies Readonly<Record<RefusalReason, ProblemText>>,
}
