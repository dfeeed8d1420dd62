import type { PrinterFault, WayDown } from '../../domain/fleet/readiness.ts'
import {
  eventNames,
  isBeingEmptied,
  isOfNotes,
  isTurnedAway,
  refusalCode,
  span,
  type Advice,
  type ObstacleTexts,
} from '../obstacle-texts.ts'
import { isNotes } from '../../domain/money/tender.ts'
import type { TenderNames } from '../texts.ts'
import type { TermsSetting } from '../../domain/terms.ts'

const units = { minutes: 'min', hours: 'h', days: 'jours' }
const enter = "Le taper sous « Codes d'accès » : au bureau d'une caisse, ou à l'écran des agents d'une borne."

const faults = {
  'no-answer': 'ne répond pas',
  'turned-away': 'refuse cette machine',
  'not-there': 'le lecteur ne répond pas',
  'box-full': 'la caisse à billets est pleine',
  'box-out': 'la caisse à billets n’est pas en place',
  jammed: 'un billet est coincé',
  cheated: 'une fraude a été tentée',
  'other-currency': 'le lecteur prend une autre monnaie',
  'being-emptied': 'la caisse à billets est ouverte, le comptage n’est pas fini',
  'out-of-order': 'le lecteur est en panne',
}
const saidOf = (ways: readonly WayDown[], names: TenderNames, comma: string): string =>
  ways.map(({ tender, fault }) => `${names[tender]}${isNotes(tender) ? ' : ' : ' '}${faults[fault]}`).join(comma)

/** What stops a printer, and what to do about it. */
export const printerAdvice: Readonly<Record<PrinterFault, Advice>> = {
  offline: { what: 'ne répond pas', todo: "Vérifier le câble et l'alimentation de l'imprimante." },
  'paper-out': { what: 'plus de papier', todo: 'Remettre du papier.' },
  jammed: { what: 'bourrage', todo: "Ouvrir l'imprimante et ôter le papier coincé." },
  stopped: { what: 'arrêtée', todo: "Relancer la file d'impression." },
  missing: { what: 'introuvable', todo: "Vérifier le câble et l'alimentation de l'imprimante." },
}

const terms: Readonly<Record<TermsSetting, string>> = {
  'seller.name': 'nom du vendeur',
  'seller.address': 'adresse du vendeur',
  'seller.contact': 'contact du vendeur',
  'terms.conditions': 'conditions de vente',
  'terms.privacy': 'note de confidentialité',
}

export const obstacles: ObstacleTexts = {
  training: () => ({
    what: 'Caisse en formation : elle ne vend rien',
    todo: 'À son écran, « Fin de la formation », puis s’identifier.',
  }),
  'partner-unreachable': () => ({
    what: 'La billetterie ne répond pas à cette machine',
    todo: 'Vérifier la liaison au réseau. Si les autres machines vendent, lancer « guichet doctor » sur celle-ci.',
  }),
  'clock-off': ({ minutes, refused }) => ({
    what: `L'horloge ${minutes > 0 ? 'avance' : 'retarde'} de ${span(minutes, units)}${refused ? ' : la billetterie refuse la machine' : ''}`,
    todo: "Régler la date et l'heure de l'ordinateur et activer la mise à l'heure automatique. La vente reprend d'elle-même.",
  }),
  'not-let-in': (refusal) => ({
    what: `La billetterie refuse cette machine (${refusalCode(refusal)})`,
    todo: '« guichet doctor » dit ce qui ne va pas : code partenaire, nom de la clé ou secret. Le corriger par « Refaire la mise en service » sur une borne, par « guichet setup » à une caisse.',
  }),
  'not-understood': ({ detail }) => ({
    what: `La réponse de la billetterie est illisible (${detail})`,
    todo: "Vérifier l'adresse de la billetterie, puis l'appeler : « guichet doctor » dit ce qui manque.",
  }),
  'access-code-missing': (met) => ({
    what: `Code d'accès manquant${met.all ? ', rien n’est en vente' : ''} : ${eventNames(met, ', ')}`,
    todo: `Demander le code à la billetterie. ${enter}`,
  }),
  'access-code-refused': (met) => ({
    what: `Code d'accès refusé${met.all ? ', rien n’est en vente' : ''} : ${eventNames(met, ', ')}`,
    todo: `Le code est faux ou a été renouvelé. Demander le nouveau à la billetterie. ${enter}`,
  }),
  'session-refused': (met) => ({
    what: `La billetterie n'ouvre pas la vente (${refusalCode(met)}) : ${eventNames(met, ', ')}`,
    todo: 'Demander à la billetterie si cette vente est ouverte, et lui dire ce code.',
  }),
  'purchases-refused': (refusal) => ({
    what: `La billetterie refuse les achats (${refusalCode(refusal)})`,
    todo: "Lancer « guichet doctor », corriger ce qu'il nomme, puis toucher « Reprendre les ventes ».",
  }),
  'no-way-to-pay': () => ({
    what: 'Aucun moyen de paiement sur cette borne',
    todo: "Ajouter un moyen de paiement dans les réglages : les espèces, si un agent se tient près d'elle, ou la carte.",
  }),
  'payments-down': ({ ways, all }, names) => ({
    what: `${saidOf(ways, names, ', ')}${all ? ' : aucun autre moyen de paiement' : ''}`,
    todo: ways.every(isBeingEmptied)
      ? 'À l’écran des agents de cette borne, sous « Caisse à billets » : enregistrer le comptage, ou refermer sans compter.'
      : ways.every(isOfNotes)
        ? 'Ouvrir la machine avec la clé et regarder le lecteur de billets : câble, bourrage, caisse à billets pleine ou absente. Ce moyen de paiement revient de lui-même.'
        : ways.some(isTurnedAway)
          ? '« guichet doctor » dit ce qui ne va pas : identifiant, secret, ou adresse absente de la liste du prestataire. Le corriger par « Refaire la mise en service » sur une borne, par « guichet setup » à une caisse.'
          : 'Vérifier la liaison au réseau. Si elle tient, attendre que le prestataire réponde : ce moyen de paiement revient de lui-même. « guichet doctor » en dit plus.',
  }),
  'no-tickets': ({ fault }) => ({
    what: `Aucun billet ne sort : ${printerAdvice[fault].what}`,
    todo: printerAdvice[fault].todo,
  }),
  ledger: ({ condition }) =>
    condition === 'disk-failed'
      ? { what: 'Le disque refuse d’écrire', todo: 'Ne plus vendre ici. Remplacer le disque, puis restaurer la copie.' }
      : {
          what: 'Le journal est rompu',
          todo: 'Ne plus vendre ici. Suivre le manuel, page « Quand quelque chose a mal tourné ».',
        },
  'disk-full': () => ({ what: 'Disque plein : plus aucune vente', todo: 'Faire de la place sur le disque.' }),
  'damaged-files': ({ files }) => ({
    what: `Fichier${files.length === 1 ? ' abîmé' : 's abîmés'} : ${files.join(', ')}`,
    todo: 'La machine vend sans lui. Remettre une bonne copie d’une sauvegarde, ou saisir à nouveau son contenu ; puis déplacer le fichier abîmé ailleurs.',
  }),
  'unprintable-characters': ({ characters, ...met }) => ({
    what: `Caractères imprimés comme un cadre vide (${characters.join(' ')}) : ${eventNames(met, ', ')}`,
    todo: 'La machine vend. Demander à la billetterie d’écrire ce titre ou ce lieu dans une écriture que les papiers connaissent.',
  }),
  'screen-failing': ({ side }) => ({
    what:
      side === 'seller'
        ? 'L’écran tombe sans cesse en panne : il se recharge toutes les 30 secondes'
        : 'L’écran du client tombe sans cesse en panne : la caisse vend',
    todo: 'Redémarrer la machine. Si la panne revient, envoyer au fournisseur les lignes « screen failed » de guichet.log.',
  }),
  'terms-missing': ({ settings }) => ({
    what: `Il manque pour une vente en règle : ${settings.map((setting) => terms[setting]).join(', ')}`,
    todo: 'La machine vend. Les indiquer par « Refaire la mise en service » sur une borne, par « guichet setup » à une caisse, ou dans config.json.',
  }),
  other: () => ({
    what: 'Cette machine ne peut pas vendre',
    todo: "Lire sur son écran des agents, « État de la borne », ce qui l'en empêche, et mettre ce serveur à jour.",
  }),
}
