import { obstacles } from '../../../shared/i18n/fr/words.ts'
import type { PrinterRole, ReportPaper } from '../../../shared/kiosk-api/views.ts'

/** What the machine's own staff read. */
export const frService = {
  title: 'État de la borne',
  device: 'Borne',
  version: 'Version',
  partner: 'Billetterie',
  printer: 'Imprimante',
  printers: 'Imprimantes',
  printerRole: (role: PrinterRole) => frPrinterRoles[role],
  paperLow: 'Rouleau bientôt terminé : préparez-en un autre.',
  stoodIn: (count: number) =>
    count === 1 ? 'A remplacé une autre imprimante une fois.' : `A remplacé une autre imprimante ${count} fois.`,
  ledger: 'Journal',
  partnerState: (state: 'up' | 'down') => (state === 'up' ? 'Répond' : 'Ne répond pas'),
  ready: 'En service',
  unknown: 'Inconnu',
  full: 'Disque plein : ventes bloquées',
  sales: 'Ventes',
  selling: { yes: 'Possibles', partly: 'Possibles, avec remarques', no: 'Impossibles' },
  obstacles,
  resumeSales: 'Reprendre les ventes',
  shift: 'Session de caisse',
  shiftBody: 'Le rapport X affiche la recette sans clôturer. Le rapport Z clôture la session et en ouvre une nouvelle.',
  closeX: 'Rapport X',
  closeZ: 'Clôturer (rapport Z)',
  sureZ: 'Oui, clôturer la session',
  closed: (kind: 'X' | 'Z', shiftNo: number) =>
    kind === 'Z' ? `Session ${shiftNo} clôturée` : `Session ${shiftNo} : rapport X établi`,
  takings: (tickets: number, money: string) => (tickets === 1 ? `1 billet, ${money}` : `${tickets} billets, ${money}`),
  noTakings: 'Aucune vente.',
  blind: 'Les montants en espèces s’affichent après le comptage.',
  reportPaper: (paper: ReportPaper) => frReportPapers[paper],
  reportFile: (file: string) => `Enregistré : ${file}`,
  printAgain: 'Imprimer à nouveau',
  refresh: 'Actualiser',
  quit: 'Arrêter le programme',
  quitNow: "Oui, l'arrêter",
  quitBody: 'L’écran se ferme et la borne ne vend plus jusqu’au prochain démarrage.',
  calibration: "Mesure de l'écran",
  measureLead: "Posez une carte bancaire sur l'écran, puis ajustez le cadre aux bords de la carte.",
  cardFrame: "Cadre d'une carte bancaire, 85,6 sur 54 mm",
  shorter: 'Rétrécir le cadre',
  longer: 'Agrandir le cadre',
  perMillimetre: (value: number) => `${value.toFixed(2).replace('.', ',')} px/mm`,
  line: 'Longueur du trait, mesurée à la règle',
  foot: "Hauteur du bas de l'écran au-dessus du sol",
  millimetres: (digits: string) => `${digits} mm`,
  save: 'Enregistrer',
  saved: 'Enregistré : la mesure s’applique à tous les écrans.',
}

const frReportPapers: Readonly<Record<ReportPaper, string>> = {
  printed: 'Le rapport est imprimé.',
  saved: 'Pas d’imprimante de rapports : le rapport est enregistré en fichier.',
  failed: 'Le rapport n’est pas sorti de l’imprimante.',
  unknown: 'Vérifiez l’imprimante : le rapport est peut-être sorti.',
}

const frPrinterRoles: Readonly<Record<PrinterRole, string>> = {
  tickets: 'billets',
  receipts: 'reçus',
  reports: 'rapports',
}
