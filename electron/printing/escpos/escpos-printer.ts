import { randomInt } from 'node:crypto'
import { serial } from '../../../shared/domain/serial.ts'
import type { Clock } from '../../core/ports/ports.ts'
import type {
  DrawerOutcome,
  PrinterFault,
  PrinterStatus,
  PrintJob,
  PrintOutcome,
  TicketPrinter,
} from '../../core/ports/printer.ts'
import type { Bitmap } from './bitmap.ts'
import {
  askPaperInTurn,
  askProcessId,
  clearBuffers,
  drawerPulse,
  feedAndCut,
  filler,
  initialise,
  processIdLength,
  rasterBands,
  reportChanges,
  reportNothing,
  type Cut,
} from './commands.ts'
import type { Transport } from './connection.ts'
import { faultOf, lastingFaultOf } from './device-status.ts'
import { rasterisePage } from './page-raster.ts'
import type { Reply } from './replies.ts'
import { PrinterTrouble, Session } from './session.ts'

export interface EscPosPrinterOptions {
  readonly transport: Transport
  readonly clock: Clock
  /** Dots of the print head: 576 for 80 mm paper, 384 for 58 mm, 512 for 80 mm at 180 dots an inch. */
  readonly widthDots: number
  /** Default: partial, so that the ticket hangs until it is taken. */
  readonly cut?: Cut
  /** The cash drawer at the printer's connector, and the length of the pulse that opens it. */
  readonly drawerKick?: { readonly pin: 2 | 5; readonly pulseMs: number }
  /**
   * What the printer says at the end of a job. `process-id` (`GS ( H`) is sent when all is on paper and names the job;
   * `paper-status` (`GS r`) is for printers that do not know it: sent when the printer came to the end of the data.
   */
  readonly acknowledgement?: 'process-id' | 'paper-status'
  /** In milliseconds: until a connection stands, an answer comes, a whole ticket is printed. */
  readonly limits?: { readonly connectMs?: number; readonly replyMs?: number; readonly patienceMs?: number }
}

export interface EscPosPrinter extends TicketPrinter {
  openDrawer(): Promise<DrawerOutcome>
}

const pollMs = 250
/** A printer that clears its buffers answers at once. */
const clearMs = 1_000
/** After an answer that may belong to the last job, the printer has so long to give another. */
const settleMs = 2_000

/**
 * A receipt printer that understands Epson's ESC/POS, spoken to without a driver. A ticket counts as printed only when
 * the printer acknowledged the end of the job and has no fault afterwards. From the first byte of the picture on,
 * whatever goes wrong leaves the outcome unknown, and what the printer still holds is thrown away, so that it cannot
 * come out beside its duplicate. Jobs, drawer and questions take turns.
 */
export function createEscPosPrinter(options: EscPosPrinterOptions): EscPosPrinter {
  const { transport, clock, widthDots, cut = 'partial', drawerKick, acknowledgement = 'process-id' } = options
  const { connectMs = 3_000, replyMs = 5_000, patienceMs = 60_000 } = options.limits ?? {}
  /** What the printer may still have of an earlier job: nothing, somebody else's beginning, or ours. */
  let remains: 'none' | 'unknown' | 'ours' = 'unknown'
  const inTurn = serial()

  /** Opens the printer for `talk`; a trouble that `talk` leaves to this place happened before anything was done. */
  async function withSession<T>(talk: (session: Session) => Promise<T>): Promise<T | Failed> {
    const opened = await transport.open(clock, connectMs)
    if (!opened.ok) return { outcome: 'failed', reason: opened.error.reason, detail: opened.error.detail }
    const session = new Session(opened.value, clock, replyMs)
    try {
      return await talk(session)
    } catch (error) {
      if (!(error instanceof PrinterTrouble)) throw error
      return { outcome: 'failed', ...error.fault }
    } finally {
      await session.close()
    }
  }

  async function readStatus(session: Session): Promise<PrinterStatus> {
    const status = await session.status()
    const fault = faultOf(status)
    if (fault) return { state: 'not-ready', ...fault }
    return status.paperLow ? { state: 'ready', paperLow: true } : { state: 'ready' }
  }

  async function printPicture(session: Session, picture: Bitmap): Promise<PrintOutcome> {
    const fault = faultOf(await session.status())
    if (fault) return { outcome: 'failed', ...fault }
    await removeRemains(session)
    await session.send(initialise)
    await session.send(reportChanges)
    remains = 'ours'
    try {
      const evidence = await printBands(session, picture)
      remains = 'none'
      return { outcome: 'printed', evidence }
    } catch (error) {
      if (!(error instanceof PrinterTrouble)) throw error
      await clear(session).catch(() => false)
      return { outcome: 'unknown', detail: error.fault.detail }
    }
  }

  async function printBands(session: Session, picture: Bitmap): Promise<string> {
    const giveUpAt = clock.now().monoMs + patienceMs
    session.watch(true)
    for (const band of rasterBands(picture)) {
      await session.send(band)
      // The answer says that the printer keeps up: no more than a band is on its way.
      while (!(await goesOnBefore(session, giveUpAt))) await clock.sleep(pollMs)
    }
    await session.send(feedAndCut(cut))
    const evidence = await acknowledged(session, giveUpAt)
    await session.send(reportNothing)
    const fault = lastingFaultOf(await session.status())
    if (fault) throw new PrinterTrouble(fault)
    return evidence
  }

  /** Asks for the acknowledgement and waits for it while the printer goes on. */
  async function acknowledged(session: Session, giveUpAt: number): Promise<string> {
    const id = Array.from({ length: processIdLength }, () => randomInt(36).toString(36))
      .join('')
      .toUpperCase()
    const byId = acknowledgement === 'process-id'
    const isOurs = (reply: Reply): boolean =>
      byId ? reply.kind === 'process' && reply.id === id : reply.kind === 'paper'
    let done = false
    const reply = session.next((heard) => (isOurs(heard) ? (done = true) : null))
    const timer = new AbortController()
    try {
      await session.send(byId ? askProcessId(id) : askPaperInTurn)
      for (;;) {
        await Promise.race([reply.promise, clock.sleep(pollMs, timer.signal)])
        if (done) return `${transport.name}: ${byId ? `process ${id} completed` : 'end of data reached'}`
        await goesOnBefore(session, giveUpAt)
      }
    } finally {
      timer.abort()
      reply.forget()
    }
  }

  async function goesOnBefore(session: Session, giveUpAt: number): Promise<boolean> {
    if (clock.now().monoMs >= giveUpAt) throw new PrinterTrouble(tookTooLong)
    return session.goesOn()
  }

  /**
   * A job cut short leaves the printer in the middle of a picture. What it holds is cleared, or else the picture ended
   * with white; a torn piece of ours is cut off, so that it does not hang on the next ticket.
   */
  async function removeRemains(session: Session): Promise<void> {
    if (remains === 'none') return
    const cleared = remains === 'ours' && (await clear(session))
    if (!cleared) await session.send(filler)
    if (remains === 'unknown') return
    await session.send(initialise)
    await session.send(feedAndCut(cut))
    if (cleared || acknowledgement === 'process-id') return
    // These answers carry no name: wait until those to the last job have come.
    let answered = await session.heard(askPaperInTurn, isPaper, patienceMs)
    if (!answered) throw new PrinterTrouble(tookTooLong)
    while (answered) answered = await session.heard(nothing, isPaper, settleMs)
  }

  async function clear(session: Session): Promise<boolean> {
    session.watch(false)
    return session.heard(clearBuffers, ({ kind }) => kind === 'cleared', clearMs)
  }

  async function kickDrawer(session: Session, pulse: Uint8Array): Promise<DrawerOutcome> {
    const fault = faultOf(await session.status())
    if (fault) return { outcome: 'failed', ...fault }
    await removeRemains(session)
    remains = 'none'
    try {
      await session.send(pulse)
      return { outcome: 'opened', evidence: await acknowledged(session, clock.now().monoMs + patienceMs) }
    } catch (error) {
      if (!(error instanceof PrinterTrouble)) throw error
      return { outcome: 'unknown', detail: error.fault.detail }
    }
  }

  return {
    name: transport.name,

    status: () =>
      inTurn(async () => {
        const seen = await withSession(readStatus)
        return 'state' in seen ? seen : { state: 'not-ready', reason: seen.reason, detail: seen.detail }
      }),

    async print({ document }: PrintJob) {
      const picture = await rasterisePage(document, widthDots)
      if (!picture.ok) return { outcome: 'failed', reason: 'refused', detail: picture.error.detail }
      return inTurn(() => withSession((session) => printPicture(session, picture.value)))
    },

    async openDrawer() {
      if (!drawerKick) return { outcome: 'failed', reason: 'missing', detail: 'no drawer is set up' }
      const pulse = drawerPulse(drawerKick.pin, drawerKick.pulseMs)
      return inTurn(() => withSession((session) => kickDrawer(session, pulse)))
    },
  }
}

interface Failed {
  readonly outcome: 'failed'
  readonly reason: PrinterFault
  readonly detail: string
}

const tookTooLong = { reason: 'stopped', detail: 'the printer did not finish in time' } as const
const nothing = new Uint8Array()
const isPaper = (reply: Reply): boolean => reply.kind === 'paper'
