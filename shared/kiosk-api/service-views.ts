import type { Readiness } from '../domain/fleet/readiness.ts'
import type { PartnerView, PrinterView, PrinterRole } from './views.ts'

/** The machine as its staff see it, asked for again. */
export interface ServiceView {
  readonly readiness: Readiness
  readonly partner: PartnerView
  /** Where tickets come out, or where they are saved. */
  readonly printer: PrinterView
  readonly printers: readonly ServicePrinterView[]
  /** `full`: the disk's reserve is touched, and no new sale may start. */
  readonly ledger: 'ready' | 'full'
  /** Whether the program can be ended from its screen. */
  readonly mayQuit: boolean
  /** Whether a technician can set the machine up again from its screen; false when absent. */
  readonly maySetUp?: true
  /** Whether a device takes notes here, whose box people empty; false when absent. */
  readonly takesNotes?: true
  /** Whether the machine owes credit slips; false when absent. */
  readonly owesSlips?: true
  /** What was practised here can be thrown away; only in training. */
  readonly mayRestartTraining?: true
}

/** One of the machine's printers as its staff see it. */
export interface ServicePrinterView extends Omit<PrinterView, 'standsIn' | 'awaited'> {
  /** As the settings name it. */
  readonly name: string
  readonly roles: readonly PrinterRole[]
  /** The device's own words, where it is not ready. */
  readonly detail: string
  /** The roll ends soon; only printers with a sensor for it say so. */
  readonly paperLow: boolean
  /** Jobs it did in place of another since the program started. */
  readonly stoodIn: number
}
