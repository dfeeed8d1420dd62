import type { SaleMoney } from '../../app/sale-money.ts'
import { frDeskRefusals } from './desk-refusals.ts'
import { MAX_PHONE_DIGITS, MIN_PHONE_DIGITS } from '../../../shared/domain/money/telephone.ts'
import { tenderNames } from '../../../shared/i18n/fr/words.ts'
import type { DeskNotice } from '../desk-notice.ts'
import type { MobileMoney } from '../../../shared/domain/money/tender.ts'
import type { DeskCommandName } from '../../../shared/domain/desk/shortcuts.ts'
import type { ProblemText, FormatMoney } from '../problem-text.ts'
import { deviceName } from '../device-name.ts'
import { placeNames } from '../place-names.ts'

const list = new Intl.ListFormat('fr', { type: 'conjunction' })
const choices = new Intl.ListFormat('fr', { type: 'disjunction' })

type Own<T extends DeskNotice['type']> = Extract<DeskNotice, { readonly type: T }>

/** The cashier's desk. */
export const frDesk = {
  title: 'Guichet',
  device: (id: string) => deviceName('Caisse', id),
  signIn: 'Prise de poste',
  signInBody: 'Tapez votre code, puis Entrée.',
  training: {
    title: 'Formation',
    body: 'Un responsable tape son numéro et son code, puis Entrée. Rien de ce qui se vend en formation ne compte ; la vraie caisse reste verrouillée, comme elle est.',
    begin: 'Commencer la formation',
    leave: 'Renoncer',
    band: 'Rien n’est vendu, aucun billet n’ouvre une porte, le tiroir reste fermé.',
    end: 'Fin de la formation',
  },
  pin: 'Code',
  ready: 'Prêt à vendre',
  choose: 'Quel événement ?',
  chooseBody: 'Tapez le numéro, puis Entrée.',
  noEvents: 'Rien n’est en vente pour le moment.',
  eventStands: { over: 'terminé', begun: 'commencé', soldOut: 'complet' },
  seatsLeft: (left: number, count: string) => (left === 1 ? '1 place libre' : `${count} places libres`),
  commandLabel: 'Saisie',
  eventHint: 'Numéro de l’événement',
  sumHint: 'Somme reçue, ou Entrée pour le compte juste',
  parked: 'De côté',
  parkedHint: 'Numéro de la vente',
  parkedOver: 'réservation expirée',
  behind: {
    title: 'En cours',
    count: (count: number) => `En cours : ${count}`,
    confirming: (since: string) => `attend la billetterie depuis ${since}`,
    printing: (out: number, of: number) => `impression ${out} sur ${of}`,
    stopped: (seats: string) => `imprimante à vérifier, reste ${seats}`,
    asking: 'paiement à vérifier',
    question: 'attend une réponse',
    back: 'somme à rendre',
    done: 'billets sortis',
  },
  late: {
    title: (amount: string) => `Payé ${amount} : la billetterie ne répond pas`,
    body: 'La somme est encaissée et notée. Dès que la billetterie répond, les billets s’impriment tout seuls ; la vente reste visible sous « En cours ».',
    tell: 'À dire au client',
    words: (amount: string, number: string) =>
      `« C’est payé : ${amount}. La billetterie ne répond pas encore. Gardez le numéro ${number} : vos billets sortiront ici, ou vous serez remboursé. »`,
    number: 'Numéro à donner',
  },
  copies: {
    title: 'Réimprimer la dernière vente',
    body: 'Chaque billet sort en DUPLICATA. Entrée prend le premier motif ; un chiffre ou quelques mots en donnent un autre.',
    hint: 'Motif, ou Entrée',
  },
  papers: {
    out: 'Sortis',
    missing: 'Pas encore sortis',
    doubtful: 'Peut-être sortis',
    body: 'Remettez l’imprimante en marche, puis Entrée : seul ce qui manque s’imprime.',
    doubt: 'Cherchez d’abord ces billets. Ils sont là : tapez 1. Sinon, Entrée les imprime en DUPLICATA.',
  },
  offers: 'Meilleures places',
  places: (count: number) => (count === 1 ? '1 place' : `${count} places`),
  row: 'Rang',
  seats: 'Places',
  gate: 'Porte',
  price: 'Prix',
  toPay: 'À payer',
  heldFor: 'Réservé encore',
  given: 'À rendre',
  nothingToGive: 'Compte juste',
  lastSale: (seats: string, amount: string) => `Vente précédente : ${seats}, ${amount}`,
  empty: 'Aucune place choisie',
  emptyBody: 'Les places choisies, le prix et la monnaie se lisent ici.',
  tenders: tenderNames,
  left: 'Reste à payer',
  inCash: 'En espèces',
  reference: 'Référence',
  found: 'La vente de ce billet',
  customer: {
    label: 'Client',
    noted: 'noté',
    title: 'Pour qui ?',
    body: 'Nom, téléphone, ou les deux : Mariama Bah 622 11 22 33. Après #, une note pour les collègues : # revient à 18 h. Entrée seule : personne.',
    kept: 'Seulement si le client le veut. Nom et téléphone partent à la billetterie avec l’achat, la note reste ici. Tout est chiffré, et effacé 30 jours après l’événement.',
    hint: 'Nom, téléphone, # note',
  },
  float: {
    body: 'Comptez ce que contient le tiroir au début du service et tapez la somme, par exemple 200k. 0 s’il est vide.',
    later: 'plus tard',
  },
  payerHint: 'Numéro de téléphone du client',
  questionHints: {
    moved: '1 : oui   ·   2 : non',
    'give-up': '1 : oui   ·   2 : non',
    'not-paid': '1 : refusé   ·   2 : pas payé',
    'pay-back': 'Référence du remboursement, puis Entrée',
  },
  attended: {
    card: {
      title: 'Encaissez sur le terminal',
      body: 'Le paiement accepté, le terminal imprime un ticket : tapez le numéro d’autorisation qui y figure.',
      hint: 'Numéro d’autorisation du ticket',
    },
    byTelephone: {
      title: 'Encaissez sur le téléphone du guichet',
      body: 'Le message de l’opérateur arrivé, tapez le numéro de transaction qui y figure.',
      hint: 'Numéro de transaction du message',
    },
    notPaid: 'refusé ou pas payé',
  },
  payingBy: {
    terminal: 'Terminal de paiement : carte du client',
    drawer: 'Le client compte les espèces',
    telephone: (operator: string) => `Le client valide ${operator} sur son téléphone`,
  },
  atTerminal: (shown: string) => `Le terminal dit au client : « ${shown} ».`,
  askingAgain: (reference: string) => `Réponse perdue : nous redemandons. Référence ${reference}`,
  questions: {
    'not-paid': {
      title: 'Rien n’a été encaissé ?',
      body: 'Vérifiez sur l’appareil : si l’argent est pris, revenez en arrière et tapez le numéro.',
      yes: 'Refusé par l’appareil',
      no: 'Le client paie autrement',
    },
    moved: {
      title: 'Le paiement est-il passé ?',
      body: 'Regardez le reçu du terminal, le message de l’opérateur ou le tiroir.',
      yes: 'Oui, l’argent est reçu',
      no: 'Non, rien n’a été pris',
    },
    'give-up': {
      title: 'Rendre l’argent et arrêter la vente ?',
      body: 'Une partie est déjà payée ; les places seront libérées.',
      yes: 'Oui, tout rendre',
      no: 'Non, continuer le paiement',
    },
    'pay-back': {
      title: 'À rendre au client',
      body: 'Rendez cette somme, puis tapez la référence du remboursement. Entrée seule la laisse dans la liste des agents.',
    },
  },
  stages: {
    holding: 'Réservation…',
    releasing: 'Libération…',
    confirming: 'Confirmation…',
    printing: 'Impression…',
    done: 'Vendu',
  },
  problem: {
    'refund-due': 'Somme à rendre : la vente est dans la liste des agents. Entrée pour continuer.',
    'needs-staff': 'Cette vente attend une réponse dans la liste des agents. Entrée pour continuer.',
  },
  partnerDown: 'Billetterie injoignable : aucune nouvelle vente.',
  printerDown: 'Imprimante pas prête.',
  printerAwaited: 'Imprimante occupée, peut-être par un autre guichet : attente de quelques secondes.',
  enter: 'Entrée',
  enterMeans: {
    events: 'choisir',
    search: 'chercher',
    take: 'réserver',
    pay: 'encaisser',
    recall: 'reprendre',
    open: 'ouvrir',
    next: 'client suivant',
    print: 'imprimer',
    rest: 'imprimer la suite',
    send: 'demander le paiement',
    note: 'noter',
    charged: 'encaissé',
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
    park: 'de côté',
    recall: 'reprendre',
    behind: 'en cours',
    repeat: 'bis',
    reprint: 'duplicata',
    files: 'ventes',
    language: 'langue du client',
    aloud: 'lire au client',
    switch: 'relève',
    office: 'bureau',
    lock: 'verrouiller',
    training: 'formation',
  } satisfies Record<Exclude<DeskCommandName, MobileMoney>, string>,
  refused: frDeskRefusals,
  /** By what is known about the money of the sale at hand. */
  money: {
    'no-sale': 'Les ventes d’avant restent acquises.',
    none: 'Rien n’a été payé.',
    'left-open': 'Un paiement de cette vente est encore vérifié : s’il est passé, il sera rendu.',
    pending: 'Ce paiement n’est pas encore noté : n’encaissez pas une deuxième fois.',
    partly: 'La partie déjà payée est enregistrée.',
    paid: 'Cette vente est payée et enregistrée.',
    owed: 'La somme payée est à rendre.',
    closed: 'Cette vente est réglée.',
  } satisfies Readonly<Record<SaleMoney, string>>,
  problems: {
    'no-access-code': (): ProblemText => ({
      title: 'Le code d’accès de cet événement manque',
      body: 'Un responsable le tape au bureau, page « Codes d’accès ».',
    }),
    'partner-refused': (_: unknown, paid: string): ProblemText => ({
      title: 'La billetterie n’a pas accepté la demande',
      body: `${paid} Recommencez ; si cela continue, prévenez un responsable.`,
    }),
    'partner-unclear': (_: unknown, paid: string): ProblemText => ({
      title: 'La réponse de la billetterie est illisible',
      body: `${paid} Recommencez ; si cela continue, prévenez un responsable.`,
    }),
    'session-expired': (_: unknown, paid: string): ProblemText => ({
      title: 'Le temps de choix est écoulé',
      body: `${paid} Cherchez les places à nouveau.`,
    }),
    'hold-expired': (_: unknown, paid: string): ProblemText => ({
      title: 'Le temps est écoulé',
      body: `Les places ne sont plus réservées. ${paid} Cherchez-les à nouveau.`,
    }),
    'payment-cancelled': (_: unknown, paid: string): ProblemText => ({
      title: 'Paiement annulé',
      body: `${paid} Les places restent réservées.`,
    }),
    'too-little-time': (_: unknown, paid: string): ProblemText => ({
      title: 'Plus assez de temps pour payer',
      body: `${paid} Faites Échap et reprenez les places : le délai repart.`,
    }),
    'printer-not-ready': (_: unknown, paid: string): ProblemText => ({
      title: 'L’imprimante n’est pas prête',
      body: `${paid} Vérifiez le papier et le capot, et si un autre guichet s’en sert, puis réessayez.`,
    }),
    'purchases-refused': (_: unknown, paid: string): ProblemText => ({
      title: 'La billetterie refuse les ventes',
      body: `${paid} Un responsable regarde au bureau, page « Machine », et reprend les ventes.`,
    }),
    'storage-full': (_: unknown, paid: string): ProblemText => ({
      title: 'Le disque de cette caisse est plein',
      body: `${paid} Faites de la place sur le disque, puis recommencez ; les ventes qui attendent reprennent d’elles-mêmes.`,
    }),
    'invalid-input': (_: unknown, paid: string): ProblemText => ({
      title: 'Cette demande n’est pas passée',
      body: `${paid} Recommencez ; si cela continue, prévenez un responsable.`,
    }),
    forbidden: (_: unknown, paid: string): ProblemText => ({
      title: 'Cet écran ne peut pas faire cela',
      body: `${paid} Prévenez un responsable.`,
    }),
    'bridge-lost': (_: unknown, paid: string): ProblemText => ({
      title: 'La caisse redémarre',
      body: `${paid} Attendez un instant : cet écran reprend de lui-même.`,
    }),
    internal: ({ incident }: Own<'internal'>, paid: string): ProblemText => ({
      title: 'Quelque chose s’est mal passé',
      body: `${paid} Recommencez ; si cela continue, donnez ce numéro à un responsable : ${incident}.`,
    }),
    'event-ended': (_: unknown, paid: string): ProblemText => ({
      title: 'Cet événement est terminé',
      body: `${paid} La billetterie n’en vend plus de places ; celles déjà réservées peuvent être payées. Choisissez un autre événement.`,
    }),
    'hold-refused': ({ code, limit }: Own<'hold-refused'>, paid: string): ProblemText =>
      code === 'SEAT_LIMIT'
        ? {
            title: 'La billetterie prend moins de places par vente',
            body:
              limit === undefined
                ? 'Faites plusieurs ventes, avec moins de places chacune.'
                : `Au plus ${limit} à la fois : faites plusieurs ventes.`,
          }
        : { title: 'La billetterie n’a pas réservé ces places', body: `${paid} Choisissez-en d’autres.` },
    'seat-taken': ({ seatCodes }: Own<'seat-taken'>, paid: string): ProblemText => ({
      title:
        seatCodes.length === 1
          ? `La place ${seatCodes.join()} vient d’être prise`
          : `Les places ${seatCodes.join(', ')} viennent d’être prises`,
      body: `Quelqu’un a été plus rapide. ${paid} Choisissez-en d’autres.`,
    }),
    'no-count': ({ limit }: Own<'no-count'>): ProblemText => ({
      title: 'Combien de places ?',
      body: `Commencez par le nombre, de 1 à ${limit} : « 4 tribune nord ».`,
    }),
    'which-line': ({ typed, lines }: Own<'which-line'>): ProblemText => ({
      title: `« ${typed} » peut se comprendre de plusieurs façons`,
      body: `Tapez ${choices.format(lines.map((line) => `« ${line} »`))}.`,
    }),
    'not-seats': ({ typed }: Own<'not-seats'>): ProblemText => ({
      title: `« ${typed} » : quelles places ?`,
      body: 'Tapez les numéros après le rang : « F 12-15 » ou « F 12,14 ».',
    }),
    'which-place': ({ words, places }: Own<'which-place'>): ProblemText => ({
      title: `« ${words} » : où exactement ?`,
      body: `Précisez : ${choices.format(placeNames(places))}.`,
    }),
    'one-price': (): ProblemText => ({
      title: 'Chaque place se vend à son prix',
      body: 'Une invitation, une gratuité, un tarif réduit ou un bon se demandent à l’organisateur : lui seul peut les accorder.',
    }),
    'unknown-place': ({ words }: Own<'unknown-place'>): ProblemText => ({
      title: `« ${words} » n’existe pas ici`,
      body: 'Donnez une tribune, une zone ou un secteur de la salle.',
    }),
    'unknown-row': ({ row }: Own<'unknown-row'>): ProblemText => ({
      title: `Pas de rang ${row.toUpperCase()}`,
      body: 'Vérifiez le rang dans ce secteur.',
    }),
    'unknown-seat': ({ numbers }: Own<'unknown-seat'>): ProblemText => ({
      title: `Pas de place ${list.format(numbers.map(String))}`,
      body: 'Ce numéro n’existe pas dans ce rang.',
    }),
    'nothing-free': (): ProblemText => ({
      title: 'Plus assez de places à cet endroit',
      body: 'Essayez une autre tribune, ou moins de places.',
    }),
    'not-a-sum': (): ProblemText => ({
      title: 'Ce n’est pas une somme',
      body: 'Tapez des chiffres : 500000, 500k ou 1,5m.',
    }),
    'ambiguous-sum': ({ typed, grouped, decimal, currency }: Own<'ambiguous-sum'>): ProblemText => ({
      title: `« ${typed} » : ${grouped} ou ${decimal} ${currency} ?`,
      body: `Pour la première somme, tapez ${grouped} sans point ni virgule ; pour l’autre, un ou deux chiffres après la virgule.`,
    }),
    'much-received': (
      { received, due, currency }: Own<'much-received'>,
      _: string,
      money: FormatMoney,
    ): ProblemText => ({
      title: `${money(received, currency)} reçus pour ${money(due, currency)}`,
      body: `Il faudrait rendre ${money(received - due, currency)}. Recomptez ; si c’est juste, tapez la même somme encore une fois.`,
    }),
    'nothing-parked': (): ProblemText => ({
      title: 'Aucune vente de côté',
      body: 'Mettez de côté une vente à payer ; elle garde ses places.',
    }),
    'nothing-to-repeat': (): ProblemText => ({
      title: 'Rien à répéter',
      body: 'Vendez d’abord des places ; la même demande se répète ensuite d’une touche.',
    }),
    'nothing-to-reprint': (): ProblemText => ({
      title: 'Rien à réimprimer',
      body: 'La dernière vente de cette caisse n’a pas de billet à refaire.',
    }),
    'last-goes-on': (): ProblemText => ({
      title: 'La dernière vente n’est pas terminée',
      body: 'Ses billets sortent encore, ou attendent : voyez « En cours ».',
    }),
    'copies-ordered': ({ count }: Own<'copies-ordered'>): ProblemText => ({
      title: count === 1 ? 'Un duplicata s’imprime' : `${count} duplicatas s’impriment`,
      body: 'Vous pouvez continuer à vendre.',
    }),
    'copies-out': ({ count, wanted }: Own<'copies-out'>): ProblemText =>
      count === wanted
        ? { title: count === 1 ? 'Duplicata sorti' : `${count} duplicatas sortis`, body: 'Remettez-les au client.' }
        : {
            title: `${count} ${count < 2 ? 'duplicata' : 'duplicatas'} sur ${wanted}`,
            body: 'Vérifiez l’imprimante, puis recommencez.',
          },
    'partner-unreachable': (): ProblemText => ({
      title: 'La billetterie ne répond pas',
      body: 'Rien n’est perdu : votre ligne reste là. Entrée la relance ; la caisse se rouvre seule quand la billetterie revient.',
    }),
    'nothing-behind': (): ProblemText => ({
      title: 'Aucune vente en cours',
      body: 'Toutes les ventes payées ont leurs billets.',
    }),
    'no-such-sale': (): ProblemText => ({ title: 'Pas de vente à ce numéro', body: 'Prenez un numéro de la liste.' }),
    'not-a-number': (): ProblemText => ({
      title: 'Ce n’est pas un numéro de téléphone',
      body: `Tapez de ${MIN_PHONE_DIGITS} à ${MAX_PHONE_DIGITS} chiffres, avec ou sans +.`,
    }),
    'which-figures': ({ typed }: Own<'which-figures'>): ProblemText => ({
      title: `« ${typed} » : où commence le numéro ?`,
      body: 'Mettez une virgule devant le numéro, ou un + devant l’indicatif du pays.',
    }),
    'too-long': ({ field, limit }: Own<'too-long'>): ProblemText => ({
      title: `${limit} caractères au plus`,
      body: `Raccourcissez ${{ name: 'le nom', note: 'la note', reason: 'le motif', reference: 'le numéro' }[field]}.`,
    }),
    'card-number': (): ProblemText => ({
      title: 'Cela ressemble à un numéro de carte',
      body: 'Un numéro de carte ne s’écrit jamais ici.',
    }),
    'no-approval': (): ProblemText => ({
      title: 'Ce n’est pas un numéro d’autorisation',
      body: 'Recopiez celui du ticket ou du message : au moins 4 lettres ou chiffres.',
    }),
    'key-failed': (_: unknown, paid: string): ProblemText => ({
      title: 'Cette touche n’a pas abouti',
      body: `${paid} Recommencez ; si cela continue, prévenez un responsable.`,
    }),
    'one-or-two': (): ProblemText => ({ title: 'Répondez par 1 ou 2', body: 'Vérifiez d’abord, puis tapez 1 ou 2.' }),
    'no-such-ticket': (): ProblemText => ({
      title: 'Ce billet n’a pas été vendu ici',
      body: 'Il a été vendu ailleurs, ou ce n’est pas un billet.',
    }),
    incomplete: ({ field }: Own<'incomplete'>): ProblemText =>
      ({
        reason: { title: 'Le motif manque', body: 'Choisissez-le dans la liste, ou écrivez-le.' },
        receipt: { title: 'Le numéro du reçu manque', body: 'Recopiez celui du ticket du terminal ou du message.' },
        pin: {
          title: 'Un code a au moins 4 chiffres',
          body: 'Pour une autre personne, tapez d’abord son numéro.',
        },
      })[field],
    'no-such-event': (): ProblemText => ({
      title: 'Pas d’événement à ce numéro',
      body: 'Prenez un numéro de la liste.',
    }),
  },
}
