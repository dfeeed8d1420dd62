import type { RefusalReason } from '../../../shared/domain/money/tender-traits.ts'
import type { ProblemText } from '../problem-text.ts'

const held = 'Vos places restent réservées.'

/** What staff have to put right. */
const forNow = {
  title: 'Ce moyen ne fonctionne pas ici pour le moment',
  body: `${held} Choisissez un autre moyen, ou adressez-vous à un agent.`,
}

/** Over an operator of mobile money. `tender`: as it is called here, such as `Orange Money`. */
export const frPaying = {
  with: (tender: string) => `Payer avec ${tender}`,
  /** Under the name of a way to pay: what the customer will do. */
  how: { scan: 'un code à scanner', telephone: 'une demande sur votre téléphone', notes: 'sans rendu de monnaie' },
  tooLate: 'Plus assez de temps pour payer ainsi',
  accepted: 'Vous pourrez payer avec',
  left: 'Il vous reste',
  soon: 'Plus que trente secondes pour payer.',
  due: 'À payer',
  stop: 'Payer autrement',
  stopBody: 'Vous avez déjà confirmé sur votre téléphone ? Votre paiement compte : nous vérifions d’abord.',
  checking: 'Nous vérifions votre paiement',
  checkingBody: (tender: string) => `Ne payez pas une deuxième fois : nous demandons à ${tender} s'il est passé.`,
  scan: {
    preparing: 'Nous préparons votre code',
    preparingBody: (tender: string) => `Un instant, nous le demandons à ${tender}.`,
    title: 'Scannez pour payer',
    waiting: 'Nous attendons votre paiement.',
    simulated: 'Démonstration : inutile de scanner, la suite vient toute seule.',
    code: (amount: string, tender: string) => `Code à scanner : payer ${amount} avec ${tender}`,
    steps: {
      scan: "Visez ce code avec l'appareil photo de votre téléphone",
      agree: 'Suivez la page qui s’ouvre et confirmez',
      ticket: "Restez ici : vos billets s'impriment aussitôt",
    },
  },
  telephone: {
    title: (tender: string) => `Votre numéro ${tender}`,
    body: 'La demande de paiement arrive sur ce téléphone. Votre numéro n’est pas conservé.',
    number: 'Numéro de téléphone',
    entered: (count: number, whole: number) => `${count} ${count < 2 ? 'chiffre' : 'chiffres'} sur ${whole}`,
    ask: (amount: string) => `Demander ${amount}`,
    back: 'Autre moyen',
    waiting: 'Confirmez sur votre téléphone',
    waitingBody: (tender: string, ending: string) =>
      ending === ''
        ? `${tender} vous envoie une demande de paiement.`
        : `${tender} envoie une demande au numéro qui finit par ${ending}.`,
    steps: {
      request: 'Ouvrez la demande qui arrive sur votre téléphone',
      agree: 'Confirmez avec votre code secret, sur votre téléphone seulement',
      ticket: "Restez ici : vos billets s'impriment aussitôt",
    },
  },
  slip: {
    open: 'J’ai un bon d’avoir',
    title: 'Votre bon d’avoir',
    lead: 'Montrez son code QR au lecteur, ou tapez les dix lettres et chiffres de son numéro.',
    number: 'Numéro du bon',
    owed: (amount: string) => `Votre bon d’avoir : ${amount}`,
    paper: {
      coming: 'Votre bon s’imprime.',
      printed: 'Prenez votre bon : il vaut cette somme.',
      none: 'Photographiez ce numéro : il vaut cette somme, à cette borne.',
    },
    /** A purchase ended without tickets, and its money stays with the customer so. */
    back: 'Votre argent est sur un bon d’avoir',
    backBody:
      'Il n’y a pas eu de billets. Ce bon vaut la somme versée : à cette borne pour un prochain achat, ou en espèces auprès d’un agent.',
    finish: 'J’ai mon bon',
  },
  refused: {
    declined: { title: 'Paiement refusé', body: `${held} Essayez encore, ou choisissez un autre moyen.` },
    'timed-out': {
      title: "Le paiement n'a pas été confirmé à temps",
      body: `${held} Essayez encore, ou choisissez un autre moyen.`,
    },
    'wrong-pin': {
      title: 'Le code n’était pas le bon',
      body: `${held} Choisissez un autre moyen, ou une autre carte.`,
    },
    'card-removed': {
      title: 'La carte a été retirée trop tôt',
      body: `${held} Essayez encore, et laissez la carte jusqu’à ce que le terminal la rende.`,
    },
    'card-expired': {
      title: 'Cette carte n’est plus valable',
      body: `${held} Prenez une autre carte, ou un autre moyen.`,
    },
    'card-not-taken': {
      title: 'Cette carte n’est pas acceptée ici',
      body: `${held} Prenez une autre carte, ou un autre moyen.`,
    },
    'not-enough-money': {
      title: 'Le solde ne suffit pas',
      body: `${held} Rechargez votre compte, ou choisissez un autre moyen.`,
    },
    'over-limit': { title: 'Le plafond du compte est dépassé', body: `${held} Choisissez un autre moyen.` },
    'unknown-payer': {
      title: "Ce numéro n'a pas de compte chez cet opérateur",
      body: `${held} Vérifiez le numéro, ou choisissez un autre moyen.`,
    },
    'provider-down': {
      title: "L'opérateur ne répond pas",
      body: `${held} Choisissez un autre moyen, ou réessayez plus tard.`,
    },
    'not-set-up': forNow,
    'day-not-closed': forNow,
  } satisfies Readonly<Record<RefusalReason, ProblemText>>,
}
