import type { SlipRefused } from '../../../shared/kiosk-api/failures.ts'
import type { Notice } from '../../app/problem.ts'
import type { CommandNames } from '../command-name.ts'
import { frPaying } from './paying.ts'
import { refusalText } from '../refusal-text.ts'
import { frSettingFaults } from './settings.ts'
import type { ProblemText, FormatMoney } from '../problem-text.ts'
import { settingFaultText } from '../setting-fault.ts'
import { countedIn } from '../../../shared/i18n/counted.ts'

const counted = countedIn('fr')

/** `paid`: what is known about the money of the sale at hand, as a sentence. */
export type ProblemTexts = {
  readonly [T in Exclude<Notice['type'], NamesMore>]: (
    notice: Extract<Notice, { readonly type: T }>,
    paid: string,
  ) => ProblemText
} & {
  readonly [T in NamesMore]: (
    notice: Extract<Notice, { readonly type: T }>,
    paid: string,
    names: { readonly desk: CommandNames; readonly money: FormatMoney },
  ) => ProblemText
}

/** Problems whose texts name a command or an amount. */
type NamesMore = 'setting-refused' | 'not-in-cash'

const slipRefusals: Readonly<Record<SlipRefused['because'], string>> = {
  unknown: 'Cette borne ne connaît pas ce numéro. Vérifiez-le ; s’il est juste, allez à la machine écrite sur le bon.',
  'not-ours':
    'Cette machine n’a pas signé ce bon, ou il a été modifié. Allez à la machine écrite dessus, ou demandez à un agent.',
  taken: 'Un paiement en cours l’utilise. Attendez qu’il se termine, puis réessayez.',
  spent: 'Il a déjà servi. Ce qui restait est sur le bon qui l’a remplacé.',
  'paid-out': 'Sa somme a déjà été payée en espèces.',
  doubtful:
    'Cette machine a perdu une partie de ses écritures : un responsable vérifie d’abord si ce bon a déjà servi. Gardez-le.',
  'other-currency': 'Il est dans une autre monnaie que cet achat.',
  'hub-away': 'Attendez un instant, puis réessayez.',
}

export const frProblems: ProblemTexts = {
  'partner-unreachable': (_, paid) => ({
    title: 'La billetterie ne répond pas',
    body: `${paid} Attendez un instant, puis réessayez.`,
  }),
  'partner-refused': (_, paid) => ({
    title: "La billetterie n'a pas accepté la demande",
    body: `${paid} Réessayez ; si cela continue, adressez-vous à un agent.`,
  }),
  'partner-unclear': (_, paid) => ({
    title: 'La réponse de la billetterie est illisible',
    body: `${paid} Réessayez ; si cela continue, adressez-vous à un agent.`,
  }),
  'no-access-code': (_, paid) => ({
    title: 'Cet événement ne se vend pas à cette borne',
    body: `${paid} Choisissez-en un autre, ou demandez au guichet.`,
  }),
  'unknown-event': (_, paid) => ({
    title: "Cet événement n'est plus en vente",
    body: `${paid} Choisissez-en un autre dans la liste.`,
  }),
  'event-ended': (_, paid) => ({
    title: 'Cet événement est terminé',
    body: `${paid} On n’en vend plus de places. Choisissez-en un autre dans la liste.`,
  }),
  'hold-refused': (_, paid) => ({
    title: "Ces places n'ont pas pu être réservées",
    body: `${paid} Choisissez-en d'autres.`,
  }),
  'session-expired': (_, paid) => ({
    title: 'Le temps prévu est écoulé',
    body: `${paid} Reprenez simplement depuis le début.`,
  }),
  'unknown-sale': (_, paid) => ({
    title: "Cette vente n'est plus ouverte",
    body: `${paid} Reprenez simplement depuis le début.`,
  }),
  'wrong-stage': (_, paid) => ({
    title: "Cette action n'est plus possible",
    body: `${paid} La vente en est à une autre étape : continuez à partir de là.`,
  }),
  'sale-in-progress': (_, paid) => ({
    title: 'Une vente est déjà en cours ici',
    body: `${paid} Attendez qu’elle se termine, puis recommencez.`,
  }),
  'too-many-seats': ({ limit }) => ({
    title: `${counted(limit, 'place', 'places')} au plus`,
    body: 'Retirez-en, ou faites un deuxième achat ensuite.',
  }),
  'too-much': () => ({
    title: 'Plus que le reste à payer',
    body: 'Tapez la partie à prendre, ou rien pour tout le reste.',
  }),
  'tickets-turned-up': () => ({
    title: 'Les billets sont là',
    body: 'La billetterie a bien vendu ces places : la vente se termine, les billets s’impriment. Ne rendez rien ; reprenez ce qui serait déjà rendu.',
  }),
  'approval-known': () => ({
    title: 'Ce numéro a déjà servi',
    body: 'Une autre vente de ce service l’a. Relisez le ticket ou le message ; s’il porte bien ce numéro, tapez-le encore une fois.',
  }),
  'payer-needed': () => ({ title: 'Il manque le numéro du client', body: 'Tapez son numéro de téléphone.' }),
  'too-many-parked': ({ limit }) => ({
    title: `${counted(limit, 'vente', 'ventes')} de côté au plus`,
    body: 'Reprenez-en une, ou terminez celle-ci.',
  }),
  'seat-unknown': (_, paid) => ({
    title: 'Le plan a changé entre-temps',
    body: `${paid} Choisissez à nouveau sur le plan à jour.`,
  }),
  'seat-taken': ({ seatCodes }, paid) => ({
    title: seatCodes.length === 1 ? "Cette place vient d'être prise" : "Ces places viennent d'être prises",
    body: `Quelqu'un a été plus rapide. ${paid} Choisissez-en d'autres.`,
  }),
  'hold-expired': (_, paid) => ({
    title: 'Le temps est écoulé',
    body: `Vos places ne sont plus réservées. ${paid} Choisissez à nouveau.`,
  }),
  'price-changed': (_, paid) => ({
    title: 'Le prix vient de changer',
    body: `${paid} Choisissez à nouveau, aux prix affichés maintenant.`,
  }),
  'payment-refused': ({ reason }, paid) => refusalText(frPaying.refused, reason, paid),
  'seat-kept': (_, paid) => ({
    title: 'Cette place n’a pas pu être retirée',
    body: `${paid} Toutes vos places restent réservées. Réessayez, ou payez-les ainsi.`,
  }),
  'payment-cancelled': (_, paid) => ({
    title: 'Paiement annulé',
    body: `${paid} Vos places restent réservées.`,
  }),
  'too-little-time': (_, paid) => ({
    title: 'Plus assez de temps pour payer',
    body: `${paid} Touchez « Changer de places » et reprenez-les : vous aurez un nouveau délai.`,
  }),
  'too-many-open': (_, paid) => ({
    title: 'Trop de paiements sans réponse',
    body: `${paid} Cette borne attend encore l'opérateur pour d'autres clients : payez autrement, ou allez à un guichet.`,
  }),
  'unknown-code': (_, paid) => ({
    title: 'Cette borne ne connaît pas cette référence',
    body: `Vérifiez la référence, et que cette borne est bien celle de votre bon. ${paid}`,
  }),
  'codes-locked': ({ seconds }, paid) => ({
    title: 'Trop de références erronées',
    body: `Réessayez dans ${seconds} s, ou allez à un guichet. ${paid}`,
  }),
  'slip-refused': ({ because }, paid) => ({
    title: 'Ce bon d’avoir n’est pas pris',
    body: `${paid} ${slipRefusals[because]}`,
  }),
  'payment-unavailable': (_, paid) => ({
    title: 'Ce moyen de paiement ne répond pas',
    body: `${paid} Réessayez, ou payez autrement.`,
  }),
  'tender-not-offered': (_, paid) => ({
    title: "Ce moyen de paiement n'est pas proposé ici",
    body: `${paid} Choisissez-en un autre.`,
  }),
  'signed-out': () => ({
    title: 'Vous n’êtes plus au poste',
    body: 'Tapez à nouveau votre code : tout est resté en place.',
  }),
  'wrong-pin': () => ({
    title: "Ce code n'est pas le bon",
    body: 'Tapez-le à nouveau.',
  }),
  'pin-locked': ({ seconds }) => ({
    title: "Trop d'essais",
    body: `Ce code est bloqué encore ${seconds} s. Les autres codes marchent.`,
  }),
  'too-little': () => ({
    title: 'La somme reçue ne suffit pas',
    body: 'Corrigez-la, ou complétez.',
  }),
  'not-in-cash': ({ smallest, currency }, _, { money }) => ({
    title: 'Les billets et les pièces ne font pas cette somme',
    body: `Tapez au moins ${money(smallest, currency)}, ou un multiple de cette somme.`,
  }),
  'printer-not-ready': (_, paid) => ({
    title: "L'imprimante n'est pas prête",
    body: `${paid} Appelez un agent pour la remettre en marche, puis réessayez.`,
  }),
  'invalid-input': (_, paid) => ({
    title: "Quelque chose s'est mal passé",
    body: `${paid} Reprenez depuis le début ; si cela continue, adressez-vous à un agent.`,
  }),
  forbidden: (_, paid) => ({
    title: 'Cet écran ne peut pas faire cela',
    body: `${paid} Reprenez depuis le début ; si cela continue, adressez-vous à un agent.`,
  }),
  internal: ({ incident }, paid) => ({
    title: "Quelque chose s'est mal passé",
    body: `${paid} Reprenez depuis le début ; si cela continue, montrez ce numéro à un agent : ${incident}.`,
  }),
  'purchases-refused': (_, paid) => ({
    title: 'La billetterie n’accepte aucune vente',
    body: `${paid} Prévenez un agent, et allez au guichet le plus proche.`,
  }),
  'storage-full': (_, paid) => ({
    title: 'Cette borne ne peut plus vendre',
    body: `${paid} Sa mémoire est pleine : prévenez un agent, et allez au guichet le plus proche.`,
  }),
  'wrong-answer': () => ({
    title: 'Cette réponse ne correspond pas à cette vente',
    body: 'Relisez la question, puis répondez à nouveau.',
  }),
  'hub-decides': () => ({
    title: 'Le serveur dit bientôt si ce bon a servi',
    body: 'Rien n’est perdu : il est interrogé jusqu’à ce qu’il réponde. Vérifiez le réseau de cette machine.',
  }),
  'training-not-offered': () => ({
    title: 'Il n’y a pas de formation ici',
    body: 'Elle se fait à une vraie caisse ; la démonstration sert elle-même à s’exercer.',
  }),
  'quit-not-offered': () => ({
    title: 'Cet écran ne peut pas arrêter le programme',
    body: 'Arrêtez-le depuis la machine.',
  }),
  'nothing-to-close': ({ shiftNo }) => ({
    title: 'Il n’y a rien à clore',
    body: `Rien ne s’est passé depuis la clôture Z du service ${shiftNo}. Pour l’avoir encore sur papier, imprimez-la à nouveau.`,
  }),
  'no-report': () => ({
    title: 'Il n’y a pas de rapport à imprimer',
    body: 'Faites d’abord un rapport X ou une clôture Z.',
  }),
  'not-allowed': () => ({
    title: 'Votre fonction ne permet pas cela',
    body: 'Demandez à un responsable.',
  }),
  'second-needed': () => ({
    title: 'Un responsable confirme avec vous',
    body: 'C’est plus que ce qu’un guichetier fait seul : le responsable tape son numéro et son code.',
  }),
  'second-person': ({ because, seconds = 0 }) => ({
    title: 'Il faut une deuxième personne',
    body:
      because === 'same-person'
        ? 'Un autre responsable doit donner son numéro et son code.'
        : because === 'not-allowed'
          ? 'Son numéro n’est pas celui d’un responsable.'
          : because === 'pin-locked'
            ? `Son code est bloqué encore ${seconds} s, après trop d’essais.`
            : 'Son numéro ou son code n’est pas le bon.',
  }),
  'guessed-pin': () => ({
    title: 'Ce code se devine',
    body: 'Pas de chiffres répétés ni en suite, pas d’année, pas de date, pas de numéro d’agent : choisissez-en un autre.',
  }),
  'number-taken': () => ({
    title: 'Ce numéro est déjà pris',
    body: 'Donnez-en un autre, ou retirez d’abord celui qui l’a.',
  }),
  'no-such-number': () => ({
    title: 'Personne n’a ce numéro',
    body: 'La liste a changé entre-temps : actualisez-la.',
  }),
  'last-supervisor': () => ({
    title: 'C’est le dernier responsable',
    body: 'Ajoutez-en un autre d’abord : quelqu’un doit pouvoir répondre des autres.',
  }),
  'refund-not-offered': () => ({
    title: 'L’opérateur ne peut pas rendre cette somme d’ici',
    body: 'Rouvrez la liste, ou rendez la somme autrement.',
  }),
  'refund-over': () => ({
    title: 'Ce remboursement n’est plus en cours',
    body: 'Rouvrez la liste : elle dit ce qu’il en est.',
  }),
  'no-such-ticket': () => ({
    title: 'Ce billet n’est pas de cette vente',
    body: 'Rouvrez la vente, puis recommencez.',
  }),
  'ticket-returned': () => ({
    title: 'Un de ces billets a déjà été rendu',
    body: 'Il ne se réimprime pas et ne se rembourse pas deux fois.',
  }),
  'tickets-cancelled': ({ seatCodes }) => ({
    title: `${seatCodes.length === 1 ? 'Billet annulé' : 'Billets annulés'} à la billetterie : ${seatCodes.join(', ')}`,
    body: 'La place peut être de nouveau en vente : pas de duplicata. Demandez à l’organisateur ce qu’il en est.',
  }),
  'other-shift': () => ({
    title: 'Cette vente est d’un service déjà clôturé',
    body: 'Elle ne s’annule plus : remboursez ses billets.',
  }),
  'other-tender': () => ({
    title: 'Cette somme n’a pas été payée de cette façon',
    body: 'Rendez-la par le moyen qui a servi à payer.',
  }),
  'unreadable-report': ({ line, what }) => ({
    title: 'Ce fichier n’est pas un relevé',
    body: `Ligne ${line} : ${what}`,
  }),
  'no-shift': () => ({
    title: 'Ce service de caisse n’existe pas',
    body: 'Choisissez-en un dans la liste.',
  }),
  'unknown-currency': () => ({
    title: 'Ce tiroir ne contient pas cette monnaie',
    body: 'Choisissez une des monnaies proposées.',
  }),
  'float-known': () => ({
    title: 'Le fond de caisse est déjà noté',
    body: 'Corrigez-le par une entrée ou une sortie.',
  }),
  'unknown-piece': () => ({
    title: 'Ce billet ou cette pièce n’existe pas',
    body: 'Reprenez le comptage.',
  }),
  'not-written': () => ({
    title: 'Le fichier n’a pas pu être écrit',
    body: 'Vérifiez le disque de la machine et le dossier choisi, puis réessayez.',
  }),
  'unknown-printer': () => ({
    title: 'Cette imprimante n’est plus dans les réglages',
    body: 'Actualisez la liste des imprimantes.',
  }),
  'access-code-refused': () => ({
    title: 'La billetterie refuse le code d’accès',
    body: 'Il a été renouvelé, ou il est faux. Demandez le bon à l’organisateur, puis tapez-le à la page Codes d’accès.',
  }),
  'setting-refused': ({ faults }, _, { desk }) => ({
    title: 'Ce réglage n’est pas accepté',
    body: faults.map((fault) => settingFaultText(fault, frSettingFaults, desk)).join(' '),
  }),
  'not-saved': () => ({
    title: "La mesure n'a pas pu être enregistrée",
    body: "L'écran garde l'ancienne. Réessayez ; si cela continue, vérifiez le disque de la borne.",
  }),
  'bridge-lost': (_, paid) => ({
    title: 'La borne redémarre',
    body: `${paid} Attendez un instant : cet écran va revenir.`,
  }),
}
