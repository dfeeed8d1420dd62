import { obstacles } from '../../../shared/i18n/en/obstacles.ts'
import type { PrinterRole, ReportPaper } from '../../../shared/kiosk-api/views.ts'
import type { Catalogue } from '../fr/catalogue.ts'

export const enService: Catalogue['service'] = {
  title: 'State of the kiosk',
  device: 'Kiosk',
  version: 'Version',
  partner: 'Ticket office',
  printer: 'Printer',
  printers: 'Printers',
  printerRole: (role) => enPrinterRoles[role],
  paperLow: 'The roll ends soon: have another ready.',
  stoodIn: (count) =>
    count === 1 ? 'Stood in for another printer once.' : `Stood in for another printer ${count} times.`,
  ledger: 'Ledger',
  partnerState: (state) => (state === 'up' ? 'Answers' : 'Does not answer'),
  ready: 'Ready',
  unknown: 'Unknown',
  full: 'Full: no sale starts',
  sales: 'Sales',
  selling: { yes: 'Possible', partly: 'In part', no: 'Impossible' },
  obstacles,
  resumeSales: 'Resume sales',
  shift: 'Shift',
  shiftBody: 'The X report reads the takings and closes nothing. The Z closure ends the shift and begins the next.',
  closeX: 'X report',
  closeZ: 'Z closure',
  sureZ: 'Yes, close the shift',
  closed: (kind, shiftNo) => (kind === 'Z' ? `Shift ${shiftNo} closed` : `Shift ${shiftNo} read`),
  takings: (tickets, money) => (tickets === 1 ? `1 ticket, ${money}` : `${tickets} tickets, ${money}`),
  noTakings: 'No sale.',
  blind: 'The sums of cash come once it is counted.',
  reportPaper: (paper) => enReportPapers[paper],
  reportFile: (file) => `Saved: ${file}`,
  printAgain: 'Print again',
  refresh: 'Look again',
  quit: 'Stop the program',
  quitNow: 'Yes, stop it',
  quitBody: 'The screen closes, and the kiosk sells nothing until it is started again.',
  calibration: 'Size of the screen',
  measureLead: "Lay a bank card in the frame: it must follow the card's edges.",
  cardFrame: 'Frame of a bank card, 85.6 by 54 mm',
  shorter: 'Make the frame smaller',
  longer: 'Make the frame larger',
  perMillimetre: (value) => `${value.toFixed(2)} px/mm`,
  line: 'The line, by a ruler',
  foot: 'From the floor to the screen',
  millimetres: (digits) => `${digits} mm`,
  save: 'Save',
  saved: 'Saved: every screen has this size now.',
}

const enReportPapers: Readonly<Record<ReportPaper, string>> = {
  printed: 'The report is printed.',
  saved: 'No printer makes reports here: the file is enough.',
  failed: 'The report did not come out of the printer.',
  unknown: 'Look at the printer: the report may have come out.',
}

const enPrinterRoles: Readonly<Record<PrinterRole, string>> = {
  tickets: 'tickets',
  receipts: 'receipts',
  reports: 'reports',
}
