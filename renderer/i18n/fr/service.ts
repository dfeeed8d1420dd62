import { obstacles } from '../../../shared/i18n/fr/obstacles.ts'
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
  paperLow: 'Le rouleau se termine bientôt : préparez-en un autre.',
  stoodIn: (count: number) =>
    count === 1 ? 'A remplacé une autre imprimante une fois.' : `A remplacé une autre imprimante ${count} fois.`,
  ledger: 'Journal',
  partnerState: (state: 'up' | 'down') => (state === 'up' ? 'Répond' : 'Ne répond pas'),
  ready: 'En service',
  unknown: 'Inconnu',
  full: 'Plein : aucune vente ne commence',
  sales: 'Ventes',
  selling: { yes: 'Possibles', partly: 'En partie', no: 'Impossibles' },
  obstacles,
  resumeSales: 'Reprendre les ventes',
  shift: 'Service de caisse',
  shiftBody: 'Le rapport X relève la recette et ne clôt rien. La clôture Z termine le service et commence le suivant.',
  closeX: 'Rapport X',
  closeZ: 'Clôture Z',
  sureZ: 'Oui, clore le service',
  closed: (kind: 'X' | 'Z', shiftNo: number) =>
    kind === 'Z' ? `Service ${shiftNo} clos` : `Service ${shiftNo} relevé`,
  takings: (tickets: number, money: string) => (tickets === 1 ? `1 billet, ${money}` : `${tickets} billets, ${money}`),
  noTakings: 'Aucune vente.',
  blind: 'Les sommes en espèces viennent après le comptage de la caisse.',
  reportPaper: (paper: ReportPaper) => frReportPapers[paper],
  reportFile: (file: string) => `Enregistré : ${file}`,
  printAgain: 'Imprimer à nouveau',
  refresh: 'Actualiser',
  quit: 'Arrêter le programme',
  quitNow: "Oui, l'arrêter",
  quitBody: "L'écran se ferme et la borne ne vend plus jusqu'au redémarrage.",
  calibration: "Mesure de l'écran",
  measureLead: 'Posez une carte bancaire dans le cadre : il doit suivre ses bords.',
  cardFrame: "Cadre d'une carte bancaire, 85,6 sur 54 mm",
  shorter: 'Rétrécir le cadre',
  longer: 'Agrandir le cadre',
  perMillimetre: (value: number) => `${value.toFixed(2).replace('.', ',')} px/mm`,
  line: 'Le trait, à la règle',
  foot: "Du sol au bas de l'écran",
  millimetres: (digits: string) => `${digits} mm`,
  save: 'Enregistrer',
  saved: "C'est enregistré : tous les écrans sont à cette mesure.",
}

const frReportPapers: Readonly<Record<ReportPaper, string>> = {
  printed: 'Le rapport est imprimé.',
  saved: 'Aucune imprimante ne fait les rapports ici : le fichier suffit.',
  failed: 'Le rapport n’est pas sorti de l’imprimante.',
  unknown: 'Regardez l’imprimante : le rapport est peut-être sorti.',
}

const frPrinterRoles: Readonly<Record<PrinterRole, string>> = {
  tickets: 'billets',
  receipts: 'reçus',
  reports: 'rapports',
}
