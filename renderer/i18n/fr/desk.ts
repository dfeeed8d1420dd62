import type { DeskCommandName } from '../../../shared/domain/desk/shortcuts.ts'
import {
  type AccountTender,
  type DocumentTender,
  MAX_PHONE_DIGITS,
  MIN_PHONE_DIGITS,
  type MobileMoney,
} from '../../../shared/domain/money/tender.ts'
import type { AgentCallReason } from '../../../shared/domain/staff.ts'
import { tenderNames } from '../../../shared/i18n/fr/words.ts'
import type { SaleMoney } from '../../app/problem.ts'
import { deviceName, placeNames } from '../names.ts'
import type { DeskNotice, DeskRefusals, FormatMoney, ProblemText } from '../problem-text.ts'

const held = 'Les places restent bloquées.'

const frDeskRefusals: DeskRefusals = {
  terminal: {
    declined: {
      title: 'Carte refusée',
      body: `${held} La banque ou le terminal a refusé le paiement. Proposez une autre carte ou un autre moyen de paiement.`,
    },
    'timed-out': {
      title: 'Carte non présentée à temps',
      body: `${held} Recommencez quand le client a sa carte en main, ou proposez un autre moyen de paiement.`,
    },
    'wrong-pin': {
      title: 'Code erroné',
      body: `${held} Le client a saisi trop de codes erronés. Proposez une autre carte ou un autre moyen de paiement.`,
    },
    'card-removed': {
      title: 'Carte retirée trop tôt',
      body: `${held} Recommencez : la carte doit rester en place jusqu’à la fin du paiement.`,
    },
    'card-expired': { title: 'Carte expirée', body: `${held} Proposez une autre carte ou un autre moyen de paiement.` },
    'card-not-taken': {
      title: 'Carte non acceptée',
      body: `${held} Le terminal n’accepte pas cette carte, ou ne peut pas la lire. Proposez une autre carte ou un autre moyen de paiement.`,
    },
    'not-enough-money': {
      title: 'Solde insuffisant',
      body: `${held} Proposez une autre carte, ou de payer une partie du montant par un autre moyen de paiement.`,
    },
    'over-limit': {
      title: 'Plafond de la carte dépassé',
      body: `${held} Proposez une autre carte, ou de payer une partie du montant par un autre moyen de paiement.`,
    },
    'unknown-payer': {
      title: 'Carte inconnue',
      body: `${held} Le terminal n’accepte pas cette carte. Proposez une autre carte ou un autre moyen de paiement.`,
    },
    'provider-down': {
      title: 'La banque ne répond pas',
      body: `${held} Proposez un autre moyen de paiement, ou réessayez dans quelques minutes.`,
    },
    'not-set-up': {
      title: 'Paiement par carte indisponible',
      body: `${held} Choisissez un autre moyen de paiement et prévenez un responsable : le contrat ou les réglages sont à vérifier.`,
    },
    'day-not-closed': {
      title: 'Télécollecte du terminal à faire',
      body: `${held} Choisissez un autre moyen de paiement et prévenez un responsable : la télécollecte du terminal se lance à la page « Sessions et clôtures ».`,
    },
    unavailable: {
      title: 'Le terminal de paiement ne répond pas',
      body: `${held} Vérifiez l’appareil et recommencez, ou proposez un autre moyen de paiement.`,
    },
  },
  telephone: (tender) => ({
    declined: {
      title: 'Paiement refusé sur le téléphone',
      body: `${held} Demandez au client s’il a refusé ou saisi un code erroné. Recommencez avec ${tender}, ou proposez un autre moyen de paiement.`,
    },
    'timed-out': {
      title: 'Le client n’a pas confirmé à temps',
      body: `${held} Demandez-lui si la demande de paiement ${tender} est arrivée. Recommencez quand il a son téléphone en main.`,
    },
    'not-enough-money': {
      title: `Solde ${tender} insuffisant`,
      body: `${held} Le client peut recharger son compte, ou payer tout ou partie du montant par un autre moyen de paiement.`,
    },
    'over-limit': {
      title: `Plafond du compte ${tender} dépassé`,
      body: `${held} Proposez un autre moyen de paiement, pour tout ou partie du montant.`,
    },
    'unknown-payer': {
      title: `Ce numéro n’a pas de compte ${tender}`,
      body: `${held} Relisez le numéro avec le client et corrigez-le, ou proposez un autre moyen de paiement.`,
    },
    'provider-down': {
      title: `${tender} ne répond pas`,
      body: `${held} Proposez un autre moyen de paiement, ou réessayez dans quelques minutes.`,
    },
    'not-set-up': {
      title: `Paiement ${tender} indisponible`,
      body: `${held} Choisissez un autre moyen de paiement et prévenez un responsable : le contrat ou les réglages sont à vérifier.`,
    },
    unavailable: {
      title: `${tender} ne répond pas`,
      body: `${held} Recommencez dans un instant, ou proposez un autre moyen de paiement.`,
    },
  }),
}

const list = new Intl.ListFormat('fr', { type: 'conjunction' })
const choices = new Intl.ListFormat('fr', { type: 'disjunction' })

type Own<T extends DeskNotice['type']> = Extract<DeskNotice, { readonly type: T }>

export const frDesk = {
  title: 'Vente',
  device: (id: string) => deviceName('Caisse', id),
  signIn: 'Connexion',
  signInBody: 'Saisissez votre code, puis appuyez sur Entrée.',
  training: {
    title: 'Formation',
    body: 'Un responsable saisit son numéro et son code, puis appuie sur Entrée. Les ventes de formation ne comptent pas ; la caisse réelle reste verrouillée.',
    begin: 'Commencer la formation',
    leave: 'Annuler',
    band: 'Ventes fictives, billets non valables, tiroir fermé.',
    end: 'Fin de la formation',
  },
  pin: 'Code',
  choose: 'Quel événement ?',
  noEvents: 'Aucun événement en vente pour le moment.',
  eventStands: { over: 'terminé', begun: 'commencé', soldOut: 'complet' },
  seatsLeft: (left: number, count: string) => (left === 1 ? '1 place disponible' : `${count} places disponibles`),
  commandLabel: 'Ligne de commande',
  eventHint: 'Numéro de l’événement',
  sumHint: 'Montant reçu (Entrée = montant exact)',
  parked: 'En attente',
  parkedHint: 'Numéro de la vente',
  parkedOver: 'places libérées',
  behind: {
    title: 'En cours',
    count: (count: number) => `En cours : ${count}`,
    confirming: (since: string) => `attend la billetterie depuis ${since}`,
    printing: (out: number, of: number) => `impression ${out} sur ${of}`,
    stopped: (seats: string) => `imprimante à vérifier : il manque ${seats}`,
    asking: 'paiement à vérifier',
    question: 'décision à prendre',
    back: 'à rembourser',
    done: 'billets imprimés',
  },
  late: {
    title: (amount: string) => `Paiement de ${amount} reçu : billets en attente`,
    body: 'Le paiement est enregistré. Les billets s’imprimeront dès que la billetterie répondra ; suivez la vente dans « En cours ».',
    tell: 'À dire au client',
    words: (amount: string, number: string) =>
      `« Votre paiement de ${amount} est enregistré. Gardez le numéro ${number} : vos billets sortiront ici, sinon vous serez remboursé. »`,
    number: 'Numéro à donner au client',
  },
  copies: {
    title: 'Duplicatas de la dernière vente',
    body: 'Chaque billet portera la mention DUPLICATA. Entrée : premier motif. Sinon, saisissez un numéro ou un motif.',
    hint: 'Motif, ou Entrée',
  },
  papers: {
    out: 'Sortis',
    missing: 'Pas encore sortis',
    doubtful: 'Peut-être sortis',
    body: 'Relancez l’imprimante, puis appuyez sur Entrée : seuls les billets manquants s’impriment.',
    doubt:
      'Les billets « Peut-être sortis » sont-ils vraiment sortis ? Si oui, saisissez 1. Sinon, Entrée les imprime de nouveau en DUPLICATA.',
  },
  offers: 'Meilleures places',
  arrowsChange: (search: string) => `Haut / bas : ${search}`,
  places: (count: number) => (count === 1 ? '1 place' : `${count} places`),
  row: 'Rang',
  seats: 'Places',
  gate: 'Porte',
  price: 'Prix',
  toPay: 'À payer',
  heldFor: 'Bloquées encore',
  given: 'Monnaie à rendre',
  nothingToGive: 'Rien à rendre',
  lastSale: (seats: string, amount: string) => `Vente précédente : ${seats}, ${amount}`,
  empty: 'Aucune place choisie',
  emptyBody: 'Les places, le prix et la monnaie s’affichent ici.',
  tenders: tenderNames,
  left: 'Reste à payer',
  inCash: 'En espèces',
  reference: 'Référence',
  found: 'Vente correspondant à ce billet',
  customer: {
    label: 'Client',
    noted: 'enregistré',
    title: 'Client (facultatif)',
    body: 'Nom, téléphone ou les deux, comme Mariama Bah 622 11 22 33. Après #, une note interne, comme # revient à 18 h. Pour ne rien noter, appuyez sur Entrée.',
    kept: 'Avec l’accord du client. Nom et téléphone sont transmis à la billetterie ; la note reste ici. Données chiffrées, effacées après l’événement (30 jours, sauf autre réglage).',
    hint: 'Nom, téléphone, # note',
  },
  calls: {
    title: 'Appels des bornes',
    reasons: { cash: 'espèces à encaisser', problem: 'problème', help: 'demande d’aide' } satisfies Record<
      AgentCallReason,
      string
    >,
    since: (time: string) => `depuis ${time}`,
    coming: (who: string) => `${who} y va`,
    go: 'J’y vais',
    done: 'Traité',
    unreached: 'Appels des bornes : le serveur ne répond pas',
    unsent: 'Réponse non envoyée : le serveur ne répond pas.',
  },
  badge: {
    open: 'Mon badge',
    title: 'Votre badge pour les bornes',
    body: 'Photographiez ce code. À une borne, il remplace votre code personnel pour encaisser des espèces, jusqu’au rapport Z de cette caisse. Personne d’autre ne doit le voir. Un nouveau badge annule l’ancien.',
    'no-shift': 'Saisissez d’abord le fond de caisse de cette session.',
    'no-number': 'Connectez-vous avec votre numéro d’agent : le code de la machine n’a pas de badge.',
    unreachable: 'Le serveur ne répond pas. Réessayez dans un instant.',
    close: 'Fermer',
  },
  float: {
    body: 'Comptez le fond de caisse et saisissez le montant, par exemple 200k. 0 si le tiroir est vide.',
    later: 'plus tard',
  },
  payerHint: 'Numéro de téléphone du client',
  questionHints: {
    moved: '1 : oui   ·   2 : non',
    'give-up': '1 : oui   ·   2 : non',
    'not-paid': '1 : refusé   ·   2 : paie autrement',
    'pay-back': 'Référence du remboursement, puis Entrée',
  },
  attended: {
    card: {
      title: 'Encaissez sur le terminal',
      body: 'Une fois le paiement accepté, saisissez le numéro d’autorisation imprimé sur le reçu du terminal.',
      hint: 'Numéro d’autorisation du reçu',
    },
    byTelephone: {
      title: 'Encaissez sur le téléphone de la caisse',
      body: 'Dès réception du message de l’opérateur, saisissez le numéro de transaction.',
      hint: 'Numéro de transaction du message',
    },
    document: {
      title: 'Recopiez le numéro du document',
      body: 'Numéro du chèque, ou référence de l’ordre de virement. Un responsable confirme ensuite avec son code.',
      hint: 'Numéro du document',
      answersFor: 'Le responsable répond du paiement si l’argent n’arrive pas.',
    },
    notPaid: 'refusé ou pas payé',
  },
  account: {
    title: 'Vendre sur un compte client',
    payTitle: 'Paiement d’un compte client',
    find: 'Numéro du compte, ou une partie du nom',
    which: 'Quel compte ?',
    owes: 'Montant dû',
    limit: 'Limite',
    items: 'Ventes à payer (par défaut, les plus anciennes)',
    by: 'Payé par',
    amount: 'Montant payé',
    answersFor: 'Le responsable accepte que le client paie plus tard.',
    paid: 'Paiement enregistré. Le reçu est imprimé.',
    paidWithoutPaper: 'Paiement enregistré. Aucun reçu n’est imprimé.',
    printAgain: 'Réimprimer le reçu',
  },
  payingBy: {
    terminal: 'Terminal de paiement : carte du client',
    drawer: 'Paiement en espèces',
    telephone: (operator: string) => `Le client valide le paiement ${operator} sur son téléphone`,
    document: {
      cheque: 'Chèque : numéro à recopier',
      'bank-transfer': 'Virement : référence de l’ordre à recopier',
    },
    account: 'Vente sur compte client',
  },
  atTerminal: (shown: string) => `Le terminal affiche au client : « ${shown} ».`,
  askingAgain: (reference: string) => `Pas de réponse : nouvelle vérification. Référence ${reference}`,
  questions: {
    'not-paid': {
      title: 'Pourquoi le paiement n’a-t-il pas eu lieu ?',
      body: 'Vérifiez sur l’appareil : si le client a été débité, revenez en arrière et saisissez le numéro.',
      yes: 'Refusé par l’appareil',
      no: 'Le client paie autrement',
    },
    moved: {
      title: 'Le paiement est-il passé ?',
      body: 'Vérifiez le reçu du terminal, le message de l’opérateur ou le tiroir.',
      yes: 'Oui, le paiement est reçu',
      no: 'Non, rien n’est payé',
    },
    'give-up': {
      title: 'Rembourser et abandonner la vente ?',
      body: 'Une partie est déjà payée ; les places seront libérées.',
      yes: 'Oui, tout rembourser',
      no: 'Non, continuer le paiement',
    },
    'pay-back': {
      title: 'À rembourser au client',
      body: 'Remboursez ce montant, puis saisissez la référence du remboursement. Entrée seule : à traiter plus tard au bureau, sous « Ventes arrêtées ».',
    },
  },
  stages: {
    holding: 'Blocage des places…',
    releasing: 'Libération des places…',
    confirming: 'Confirmation…',
    printing: 'Impression…',
    done: 'Vendu',
  },
  problem: {
    'refund-due': 'Client à rembourser : la vente est au bureau, sous « Ventes arrêtées ». Entrée : continuer.',
    'needs-staff':
      'Cette vente attend une décision : répondez au bureau, sous « Ventes arrêtées ». Entrée : continuer.',
  },
  partnerDown: 'Billetterie injoignable : aucune nouvelle vente.',
  printerDown: 'Imprimante non prête.',
  printerAwaited: 'Imprimante occupée, peut-être par une autre caisse : attente de quelques secondes.',
  enter: 'Entrée',
  space: 'Espace',
  enterMeans: {
    events: 'choisir',
    search: 'chercher',
    take: 'choisir ces places',
    pay: 'encaisser',
    recall: 'rappeler',
    open: 'ouvrir',
    next: 'client suivant',
    print: 'imprimer',
    rest: 'reprendre l’impression',
    send: 'demander le paiement',
    note: 'enregistrer',
    charged: 'valider',
    answer: 'répondre',
    goOn: 'continuer',
  },
  leaveOffice: 'retour',
  commands: {
    'go-back': 'annuler',
    events: 'événement',
    map: 'plan',
    card: 'carte',
    customer: 'client',
    park: 'mettre en attente',
    recall: 'rappeler',
    behind: 'en cours',
    repeat: 'répéter',
    reprint: 'duplicata',
    invoice: 'facture',
    telephone: 'téléphone',
    files: 'ventes',
    call: 'appel',
    badge: 'mon badge',
    language: 'langue du client',
    aloud: 'lecture vocale',
    switch: 'relève',
    office: 'bureau',
    lock: 'verrouiller',
    training: 'formation',
  } satisfies Record<Exclude<DeskCommandName, MobileMoney | DocumentTender | AccountTender>, string>,
  refused: frDeskRefusals,
  money: {
    'no-sale': 'Les ventes précédentes sont enregistrées.',
    none: 'Rien n’a été payé.',
    'left-open': 'Un paiement de cette vente est encore en cours de vérification : s’il aboutit, il sera remboursé.',
    pending: 'Ce paiement n’est pas encore enregistré : n’encaissez pas une deuxième fois.',
    partly: 'La partie déjà payée est enregistrée.',
    paid: 'Cette vente est payée et enregistrée.',
    owed: 'Le montant payé est à rembourser.',
    closed: 'Cette vente est terminée.',
  } satisfies Readonly<Record<SaleMoney, string>>,
  problems: {
    'no-access-code': (): ProblemText => ({
      title: 'Le code d’accès de cet événement manque',
      body: 'Demandez à un responsable de le saisir : bureau, page « Codes d’accès ».',
    }),
    'partner-refused': (_: unknown, paid: string): ProblemText => ({
      title: 'La billetterie a refusé la demande',
      body: `${paid} Recommencez ; si cela continue, prévenez un responsable.`,
    }),
    'partner-unclear': (_: unknown, paid: string): ProblemText => ({
      title: 'Réponse incorrecte de la billetterie',
      body: `${paid} Recommencez ; si cela continue, prévenez un responsable.`,
    }),
    'session-expired': (_: unknown, paid: string): ProblemText => ({
      title: 'Le délai est écoulé',
      body: `${paid} Cherchez les places à nouveau.`,
    }),
    'hold-expired': (_: unknown, paid: string): ProblemText => ({
      title: 'Le délai est écoulé',
      body: `Les places ne sont plus bloquées. ${paid} Cherchez-les à nouveau.`,
    }),
    'payment-cancelled': (_: unknown, paid: string): ProblemText => ({
      title: 'Paiement annulé',
      body: `${paid} Les places restent bloquées.`,
    }),
    'too-little-time': (_: unknown, paid: string): ProblemText => ({
      title: 'Pas assez de temps pour payer',
      body: `${paid} Appuyez sur Échap et reprenez les places : le délai repart de zéro.`,
    }),
    'printer-not-ready': (_: unknown, paid: string): ProblemText => ({
      title: 'L’imprimante n’est pas prête',
      body: `${paid} Vérifiez le papier et le capot. Si une autre caisse imprime, attendez qu’elle ait fini, puis réessayez.`,
    }),
    'purchasing-suspended': (_: unknown, paid: string): ProblemText => ({
      title: 'La billetterie refuse les ventes',
      body: `${paid} Prévenez un responsable : bureau, page « Machine », bouton « Reprendre les ventes ».`,
    }),
    'storage-full': (_: unknown, paid: string): ProblemText => ({
      title: 'Le disque de cette caisse est plein',
      body: `${paid} Libérez de l’espace sur le disque, puis recommencez ; les ventes interrompues reprennent toutes seules.`,
    }),
    'invalid-input': (_: unknown, paid: string): ProblemText => ({
      title: 'Demande refusée par la machine',
      body: `${paid} Recommencez ; si cela continue, prévenez un responsable.`,
    }),
    forbidden: (_: unknown, paid: string): ProblemText => ({
      title: 'Action impossible depuis cet écran',
      body: `${paid} Prévenez un responsable.`,
    }),
    'bridge-lost': (_: unknown, paid: string): ProblemText => ({
      title: 'La caisse redémarre',
      body: `${paid} Attendez un instant : cet écran va revenir.`,
    }),
    internal: ({ incident }: Own<'internal'>, paid: string): ProblemText => ({
      title: 'Une erreur est survenue',
      body: `${paid} Recommencez ; si cela continue, donnez ce numéro à un responsable : ${incident}.`,
    }),
    'event-ended': (_: unknown, paid: string): ProblemText => ({
      title: 'Cet événement est terminé',
      body: `${paid} Seules les places déjà bloquées peuvent encore être payées. Choisissez un autre événement.`,
    }),
    'hold-refused': ({ code, limit }: Own<'hold-refused'>, paid: string): ProblemText =>
      code === 'SEAT_LIMIT'
        ? {
            title: 'Trop de places pour une seule vente',
            body:
              limit === undefined
                ? 'Faites plusieurs ventes, avec moins de places chacune.'
                : `Maximum ${limit} par vente : faites plusieurs ventes.`,
          }
        : { title: 'La billetterie n’a pas bloqué ces places', body: `${paid} Choisissez d’autres places.` },
    'seat-taken': ({ seatCodes }: Own<'seat-taken'>, paid: string): ProblemText => ({
      title:
        seatCodes.length === 1
          ? `La place ${seatCodes.join()} vient d’être prise`
          : `Les places ${seatCodes.join(', ')} viennent d’être prises`,
      body: `Un autre acheteur a été plus rapide. ${paid} Choisissez à nouveau.`,
    }),
    'seat-twice': ({ seatCodes }: Own<'seat-twice'>): ProblemText => ({
      title: `Deux fois la même place : ${list.format(seatCodes)}`,
      body: 'Indiquez chaque place une seule fois dans la ligne.',
    }),
    'no-count': ({ limit }: Own<'no-count'>): ProblemText => ({
      title: 'Combien de places ?',
      body: `Commencez par le nombre, de 1 à ${limit}. Exemple : « 4 tribune nord ».`,
    }),
    'which-line': ({ typed, lines }: Own<'which-line'>): ProblemText => ({
      title: `« ${typed} » peut se comprendre de plusieurs façons`,
      body: `Saisissez ${choices.format(lines.map((line) => `« ${line} »`))}.`,
    }),
    'not-seats': ({ typed }: Own<'not-seats'>): ProblemText => ({
      title: `« ${typed} » : quelles places ?`,
      body: 'Saisissez les numéros après le rang : « F 12-15 » ou « F 12,14 ».',
    }),
    'which-place': ({ words, places }: Own<'which-place'>): ProblemText => ({
      title: `« ${words} » : où exactement ?`,
      body: `Précisez : ${choices.format(placeNames(places))}.`,
    }),
    'one-price': (): ProblemText => ({
      title: 'Pas de tarif réduit ni de gratuité ici',
      body: 'Adressez-vous à l’organisateur pour une invitation, une gratuité ou un tarif réduit.',
    }),
    'unknown-place': ({ words }: Own<'unknown-place'>): ProblemText => ({
      title: `« ${words} » : lieu inconnu`,
      body: 'Indiquez une tribune, une catégorie ou un secteur du site.',
    }),
    'unknown-row': ({ row }: Own<'unknown-row'>): ProblemText => ({
      title: `Rang ${row.toUpperCase()} introuvable`,
      body: 'Vérifiez le rang dans ce secteur.',
    }),
    'unknown-seat': ({ numbers }: Own<'unknown-seat'>): ProblemText => ({
      title:
        numbers.length === 1
          ? `Place ${numbers.join()} introuvable`
          : `Places ${list.format(numbers.map(String))} introuvables`,
      body: numbers.length === 1 ? 'Ce numéro n’existe pas dans ce rang.' : 'Ces numéros n’existent pas dans ce rang.',
    }),
    'nothing-free': (): ProblemText => ({
      title: 'Pas assez de places à cet endroit',
      body: 'Essayez une autre tribune, ou moins de places.',
    }),
    'not-a-sum': (): ProblemText => ({
      title: 'Montant non valide',
      body: 'Saisissez des chiffres : 500000, 500k ou 1,5m.',
    }),
    'ambiguous-sum': ({ typed, grouped, decimal, currency }: Own<'ambiguous-sum'>): ProblemText => ({
      title: `« ${typed} » : ${grouped} ou ${decimal} ${currency} ?`,
      body: `Pour le premier montant, saisissez ${grouped} sans point ni virgule ; pour l’autre, un ou deux chiffres après la virgule.`,
    }),
    'much-received': (
      { received, due, currency }: Own<'much-received'>,
      _: string,
      money: FormatMoney,
    ): ProblemText => ({
      title: `${money(received, currency)} reçus pour ${money(due, currency)}`,
      body: `Il faudrait rendre ${money(received - due, currency)}. Recomptez ; si le montant est correct, saisissez-le de nouveau.`,
    }),
    'nothing-parked': (): ProblemText => ({
      title: 'Aucune vente en attente',
      body: 'Une vente à payer peut être mise en attente ; ses places restent bloquées.',
    }),
    'nothing-to-repeat': (): ProblemText => ({
      title: 'Rien à répéter',
      body: 'Vendez d’abord des places : vous pourrez ensuite répéter la demande d’une touche.',
    }),
    'nothing-to-reprint': (): ProblemText => ({
      title: 'Aucun duplicata possible',
      body: 'La dernière vente de cette caisse n’a aucun billet imprimé.',
    }),
    'last-goes-on': (): ProblemText => ({
      title: 'La dernière vente n’est pas terminée',
      body: 'Ses billets sont en cours d’impression ou en attente : voyez « En cours ».',
    }),
    'reprint-requested': ({ count }: Own<'reprint-requested'>): ProblemText => ({
      title: count === 1 ? 'Duplicata en cours d’impression' : `${count} duplicatas en cours d’impression`,
      body: 'Vous pouvez continuer à vendre.',
    }),
    'copies-out': ({ count, wanted }: Own<'copies-out'>): ProblemText =>
      count === wanted
        ? count === 1
          ? { title: 'Duplicata sorti', body: 'Remettez-le au client.' }
          : { title: `${count} duplicatas sortis`, body: 'Remettez-les au client.' }
        : {
            title: `${count} ${count < 2 ? 'duplicata sorti' : 'duplicatas sortis'} sur ${wanted}`,
            body: 'Vérifiez l’imprimante, puis recommencez.',
          },
    'partner-unreachable': (): ProblemText => ({
      title: 'La billetterie ne répond pas',
      body: 'Votre saisie est conservée. Entrée : réessayer. La vente reprend dès que la billetterie répond.',
    }),
    'nothing-behind': (): ProblemText => ({
      title: 'Aucune vente en cours',
      body: 'Toutes les ventes payées ont leurs billets.',
    }),
    'no-such-sale': (): ProblemText => ({
      title: 'Aucune vente à ce numéro',
      body: 'Choisissez un numéro de la liste.',
    }),
    'not-a-number': (): ProblemText => ({
      title: 'Numéro de téléphone non valide',
      body: `Saisissez de ${MIN_PHONE_DIGITS} à ${MAX_PHONE_DIGITS} chiffres, avec ou sans +.`,
    }),
    'which-figures': ({ typed }: Own<'which-figures'>): ProblemText => ({
      title: `« ${typed} » : où commence le numéro ?`,
      body: 'Mettez une virgule devant le numéro, ou un + devant l’indicatif du pays.',
    }),
    'too-long': ({ field, limit }: Own<'too-long'>): ProblemText => ({
      title: `${limit} caractères maximum`,
      body: `Raccourcissez ${{ name: 'le nom', note: 'la note', reason: 'le motif', reference: 'le numéro' }[field]}.`,
    }),
    'card-number': (): ProblemText => ({
      title: 'Cela ressemble à un numéro de carte',
      body: 'Ne saisissez jamais un numéro de carte ici.',
    }),
    'no-approval': (): ProblemText => ({
      title: 'Numéro d’autorisation non valide',
      body: 'Recopiez celui du reçu du terminal ou du message : au moins 4 lettres ou chiffres.',
    }),
    'no-document': (): ProblemText => ({
      title: 'Numéro de document non valide',
      body: 'Saisissez 30 caractères au plus : lettres, chiffres, espaces, - et /. Commencez par une lettre ou un chiffre.',
    }),
    'key-failed': (_: unknown, paid: string): ProblemText => ({
      title: 'La commande n’a pas abouti',
      body: `${paid} Recommencez ; si cela continue, prévenez un responsable.`,
    }),
    'one-or-two': (): ProblemText => ({
      title: 'Répondez par 1 ou 2',
      body: 'Vérifiez d’abord, puis saisissez 1 ou 2.',
    }),
    'no-such-ticket': (): ProblemText => ({
      title: 'Billet introuvable à cette caisse',
      body: 'Scannez-le à nouveau. S’il reste introuvable, envoyez le client là où il a acheté ce billet.',
    }),
    incomplete: ({ field }: Own<'incomplete'>): ProblemText =>
      ({
        reason: { title: 'Le motif manque', body: 'Choisissez-le dans la liste, ou saisissez-le.' },
        receipt: { title: 'Le numéro du reçu manque', body: 'Recopiez celui du reçu du terminal ou du message.' },
        company: { title: 'La société manque', body: 'Saisissez le nom de la société à facturer.' },
        address: { title: 'L’adresse manque', body: 'Saisissez l’adresse de la société.' },
        pin: {
          title: 'Un code a au moins 4 chiffres',
          body: 'Pour une autre personne, saisissez d’abord son numéro.',
        },
      })[field],
    'no-such-event': (): ProblemText => ({
      title: 'Aucun événement à ce numéro',
      body: 'Choisissez un numéro de la liste.',
    }),
  },
}
