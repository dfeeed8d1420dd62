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
const enter = "Le saisir sous « Codes d'accès » : au bureau d'une caisse, ou à l'écran des agents d'une borne."

const faults = {
  'no-answer': 'ne répond pas',
  'turned-away': 'refuse cette machine',
  'not-there': 'le lecteur de billets de banque ne répond pas',
  'box-full': 'le coffre à billets de banque est plein',
  'box-out': 'le coffre à billets de banque n’est pas en place',
  jammed: 'un billet de banque est coincé',
  cheated: 'tentative de fraude',
  'other-currency': 'le lecteur accepte une autre devise',
  'being-emptied': 'le coffre à billets de banque est ouvert, le comptage n’est pas terminé',
  'out-of-order': 'le lecteur est en panne',
}
const saidOf = (ways: readonly WayDown[], names: TenderNames, comma: string): string =>
  ways.map(({ tender, fault }) => `${names[tender]}${isNotes(tender) ? ' : ' : ' '}${faults[fault]}`).join(comma)

/** What stops a printer, and what to do about it. */
export const printerAdvice: Readonly<Record<PrinterFault, Advice>> = {
  offline: { what: 'ne répond pas', todo: "Vérifier le câble et l'alimentation de l'imprimante." },
  'paper-out': { what: 'sans papier', todo: 'Remettre du papier.' },
  jammed: { what: 'bourrage papier', todo: 'Ouvrir l’imprimante et retirer le papier coincé.' },
  stopped: { what: 'arrêtée', todo: "Relancer la file d'impression." },
  missing: { what: 'introuvable', todo: "Vérifier le câble et l'alimentation de l'imprimante." },
}

const terms: Readonly<Record<TermsSetting, string>> = {
  'seller.name': 'nom du vendeur',
  'seller.address': 'adresse du vendeur',
  'seller.contact': 'contact du vendeur',
  'terms.conditions': 'conditions de vente',
  'terms.privacy': 'politique de confidentialité',
}

export const obstacles: ObstacleTexts = {
  training: () => ({
    what: 'Caisse en formation : aucune vente réelle',
    todo: 'Sur son écran, choisir « Fin de la formation », puis s’identifier.',
  }),
  'partner-unreachable': () => ({
    what: 'La billetterie ne répond pas à cette machine',
    todo: 'Vérifier la connexion au réseau. Si d’autres machines vendent encore, lancer « guichet doctor » sur celle-ci.',
  }),
  'clock-off': ({ minutes, refused }) => ({
    what: `L'horloge ${minutes > 0 ? 'avance' : 'retarde'} de ${span(minutes, units)}${refused ? ' : la billetterie refuse la machine' : ''}`,
    todo: 'Régler la date et l’heure de l’ordinateur et activer la mise à l’heure automatique. La vente reprend ensuite automatiquement.',
  }),
  'not-let-in': (refusal) => ({
    what: `La billetterie refuse cette machine (${refusalCode(refusal)})`,
    todo: '« guichet doctor » indique l’erreur : code partenaire, nom de la clé ou secret. La corriger par « Réinstaller la machine » sur une borne, par « guichet setup » à une caisse.',
  }),
  'not-understood': ({ detail }) => ({
    what: `Réponse non valable de la billetterie (${detail})`,
    todo: 'Vérifier l’adresse de la billetterie, puis l’appeler : « guichet doctor » indique ce qui manque.',
  }),
  'access-code-missing': (met) => ({
    what: `Code d'accès manquant${met.all ? ', rien n’est en vente' : ''} : ${eventNames(met, ', ')}`,
    todo: `Demander le code à la billetterie. ${enter}`,
  }),
  'access-code-refused': (met) => ({
    what: `Code d'accès refusé${met.all ? ', rien n’est en vente' : ''} : ${eventNames(met, ', ')}`,
    todo: `Le code est incorrect ou a été renouvelé. Demander le nouveau à la billetterie. ${enter}`,
  }),
  'session-refused': (met) => ({
    what: `La billetterie n'ouvre pas la vente (${refusalCode(met)}) : ${eventNames(met, ', ')}`,
    todo: 'Demander à la billetterie si cette vente est ouverte, en lui indiquant ce code.',
  }),
  'purchases-refused': (refusal) => ({
    what: `La billetterie refuse les achats (${refusalCode(refusal)})`,
    todo: 'Lancer « guichet doctor », corriger l’erreur indiquée, puis choisir « Reprendre les ventes », sous « État de la borne » ou au bureau, page « Machine ».',
  }),
  'no-way-to-pay': () => ({
    what: 'Aucun moyen de paiement sur cette borne',
    todo: 'Ajouter un moyen de paiement dans les réglages : la carte, ou les espèces si un agent se tient à côté de la borne.',
  }),
  'payments-down': ({ ways, all }, names) => ({
    what: `${saidOf(ways, names, ', ')}${all ? ' : aucun autre moyen de paiement' : ''}`,
    todo: ways.every(isBeingEmptied)
      ? 'À l’écran des agents de cette borne, sous « Coffre à billets de banque » : enregistrer le comptage, ou fermer sans compter.'
      : ways.every(isOfNotes)
        ? 'Ouvrir la borne avec la clé et contrôler le lecteur de billets de banque : câble, bourrage, coffre plein ou absent. Ce moyen de paiement se rétablit automatiquement.'
        : ways.some(isTurnedAway)
          ? '« guichet doctor » indique l’erreur : identifiant, secret, ou adresse absente de la liste du prestataire. La corriger par « Réinstaller la machine » sur une borne, par « guichet setup » à une caisse.'
          : 'Vérifier la connexion au réseau. Si elle fonctionne, attendre que le prestataire réponde : ce moyen de paiement se rétablit automatiquement. « guichet doctor » donne les détails.',
  }),
  'no-tickets': ({ fault }) => ({
    what: `Aucun billet ne s’imprime : ${printerAdvice[fault].what}`,
    todo: printerAdvice[fault].todo,
  }),
  ledger: ({ condition }) =>
    condition === 'disk-failed'
      ? {
          what: 'Écriture impossible sur le disque',
          todo: 'Ne plus vendre ici. Remplacer le disque, puis restaurer la copie.',
        }
      : {
          what: 'Le journal est altéré',
          todo: 'Ne plus vendre ici. Suivre le manuel, page « Quand quelque chose a mal tourné ».',
        },
  'disk-full': () => ({ what: 'Disque plein : aucune nouvelle vente', todo: 'Libérer de l’espace sur le disque.' }),
  'damaged-files': ({ files }) => ({
    what: `Fichier${files.length === 1 ? ' endommagé' : 's endommagés'} : ${files.join(', ')}`,
    todo: 'La machine vend, mais sans ces données. Restaurer une bonne copie d’une sauvegarde, ou saisir à nouveau les données ; puis déplacer chaque fichier endommagé.',
  }),
  'unprintable-characters': ({ characters, ...met }) => ({
    what: `Caractères imprimés sous forme de cadre vide (${characters.join(' ')}) : ${eventNames(met, ', ')}`,
    todo: 'La machine vend. Demander à la billetterie d’écrire ce titre ou ce lieu en caractères imprimables.',
  }),
  'screen-failing': ({ side }) => ({
    what:
      side === 'seller'
        ? 'L’écran tombe en panne à répétition : il se recharge toutes les 30 secondes'
        : 'L’écran client tombe en panne à répétition : la caisse continue de vendre',
    todo: 'Redémarrer la machine. Si la panne revient, envoyer au fournisseur les lignes « screen failed » de guichet.log.',
  }),
  'terms-missing': ({ settings }) => ({
    what: `Indications légales manquantes : ${settings.map((setting) => terms[setting]).join(', ')}`,
    todo: 'La machine vend. Les compléter par « Réinstaller la machine » sur une borne, par « guichet setup » à une caisse, ou dans config.json.',
  }),
  other: () => ({
    what: 'Cette machine ne peut pas vendre',
    todo: 'Lire la cause sur son écran des agents, « État de la borne », et mettre ce serveur à jour.',
  }),
}
