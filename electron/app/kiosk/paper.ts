import { join } from 'node:path'
import type { OfficePorts } from '../../core/ports/office.ts'
import type { Printers, ReportIssuer, SlipIssuer, TicketIssuer } from '../../core/ports/ports.ts'
import { readBrand } from '../../printing/brand-files.ts'
import { createCardIssuer } from '../../printing/card-issuer.ts'
import { createPrinterPool } from '../../printing/printers/printer-pool.ts'
import { loadPrinters } from '../../printing/printers/printers.ts'
import { createReportIssuer } from '../../printing/report-issuer.ts'
import { createSlipIssuer } from '../../printing/slip-issuer.ts'
import { createTestPrint } from '../../printing/test-print.ts'
import { createTicketIssuer } from '../../printing/ticket-issuer.ts'
import { machineOfCards } from '../printers.ts'
import { reportFolder } from '../sale-ledger.ts'
import type { Ground } from './ground.ts'
import type { KioskSeller } from './seller.ts'

export interface KioskPaper {
  readonly printers: Printers
  readonly opensDrawer: boolean
  readonly tickets: TicketIssuer
  readonly reports: ReportIssuer
  readonly slips: SlipIssuer
  readonly testPrint: OfficePorts['testPrint']
  readonly makeCard: OfficePorts['makeCard']
}

/** All that a kiosk prints, and the printers behind it. */
export async function openPaper(ground: Ground, planOf: KioskSeller['plans']['named']): Promise<KioskPaper> {
  const { config, directory, resourcesDirectory, windowPrinting, clock, log } = ground
  const { folder, paper, selfCheck } = config.tickets
  const { devices, drawer = null, ...roles } = config.printers
  const printing = windowPrinting ?? null
  const loaded = loadPrinters(devices, { paper, clock, printing, resourcesDirectory })
  const printers = createPrinterPool({ printers: loaded, roles, drawer, log })
  const fontsDirectory = join(resourcesDirectory, 'fonts')
  const { numerals, language } = config
  const press = { fontsDirectory, brand: await readBrand(config.tickets), numerals }
  const to = { printers, demo: config.mode === 'demo' }
  const testPrint = createTestPrint(fontsDirectory, language)
  return {
    printers,
    opensDrawer: drawer !== null,
    tickets: createTicketIssuer({
      ...press,
      ...to,
      folder: folder ?? join(directory, 'tickets'),
      paper,
      selfCheck,
      planOf,
      log,
    }),
    reports: createReportIssuer({ ...press, ...to, folder: reportFolder(directory), language }),
    slips: createSlipIssuer({ ...press, ...to, folder: join(directory, 'slips') }),
    makeCard: createCardIssuer({
      fontsDirectory,
      printers,
      folder: join(directory, 'cards'),
      machine: machineOfCards(config),
    }),
    async testPrint(name) {
      const on = loaded.get(name)
      return on ? testPrint(name, on) : null
    },
  }
}
