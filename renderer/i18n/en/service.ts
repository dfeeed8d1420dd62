import { obstacles } from '../../../shared/i18n/en/words.ts'
import type { PrinterRole, ReportPaper } from '../../../shared/kiosk-api/views.ts'
import type { Catalogue } from '../fr/catalogue.ts'

export const enService: Catalogue['service'] = {
  title: 'Kiosk status',
  device: 'Kiosk',
  version: 'Version',
  partner: 'Booking service',
  printer: 'Printer',
  printers: 'Printers',
  printerRole: (role) => enPrinterRoles[role],
  paperLow: 'The paper roll is running low: have another one ready.',
  stoodIn: (count) => (count === 1 ? 'Replaced another printer once.' : `Replaced another printer ${count} times.`),
  ledger: 'Journal',
  partnerState: (state) => (state === 'up' ? 'Responding' : 'Not responding'),
  ready: 'In service',
  unknown: 'Unknown',
  full: 'Disk full: sales blocked',
  sales: 'Sales',
  selling: { yes: 'Possible', partly: 'Possible, with remarks', no: 'Not possible' },
  obstacles,
  resumeSales: 'Resume sales',
  shift: 'Shift',
  shiftBody: 'The X report shows takings without closing. The Z report closes the shift and opens the next.',
  closeX: 'X report',
  closeZ: 'Close shift (Z report)',
  sureZ: 'Yes, close the shift',
  closed: (kind, shiftNo) => (kind === 'Z' ? `Shift ${shiftNo} closed` : `Shift ${shiftNo}: X report created`),
  takings: (tickets, money) => (tickets === 1 ? `1 ticket, ${money}` : `${tickets} tickets, ${money}`),
  noTakings: 'No sales.',
  blind: 'Cash amounts appear after counting.',
  reportPaper: (paper) => enReportPapers[paper],
  reportFile: (file) => `Saved: ${file}`,
  printAgain: 'Print again',
  refresh: 'Refresh',
  quit: 'Stop the program',
  quitNow: 'Yes, stop it',
  quitBody: 'The screen closes, and the kiosk does not sell until it is started again.',
  calibration: 'Screen calibration',
  measureLead: 'Place a bank card on the screen, then adjust the frame to the edges of the card.',
  cardFrame: 'Frame of a bank card, 85.6 by 54 mm',
  shorter: 'Make the frame smaller',
  longer: 'Make the frame larger',
  perMillimetre: (value) => `${value.toFixed(2)} px/mm`,
  line: 'Line length, measured with a ruler',
  foot: 'Height of the bottom of the screen above the floor',
  millimetres: (digits) => `${digits} mm`,
  save: 'Save',
  saved: 'Saved: the measurement applies to every page.',
}

const enReportPapers: Readonly<Record<ReportPaper, string>> = {
  printed: 'The report is printed.',
  saved: 'No report printer: the report was saved as a file.',
  failed: 'The report did not come out of the printer.',
  unknown: 'Check the printer: the report may have printed.',
}

const enPrinterRoles: Readonly<Record<PrinterRole, string>> = {
  tickets: 'tickets',
  receipts: 'receipts',
  reports: 'reports',
}
