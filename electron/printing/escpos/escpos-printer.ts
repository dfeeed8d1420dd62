import { serial } from '../../../shared/domain/serial.ts'
import type {
  DrawerOutcome,
  PrinterFault,
  PrinterStatus,
  PrintJob,
  PrintOutcome,
  TicketPrinter,
} from '../../core/ports/devices.ts'
import type { Clock } from '../../core/ports/ports.ts'
import type { PageDrawing } from '../document-service.ts'
import type { Bitmap } from './bitmap.ts'
import { type DeviceFault, faultOf, lastingFaultOf } from './replies.ts'
import {
  type Acknowledgement,
  askPaperInTurn,
  clearBuffers,
  createAcknowledgement,
  type Cut,
  drawerPulse,
  feedAndCut,
  filler,
  initialise,
  isPaper,
  PrinterTrouble,
  rasterBands,
  reportChanges,
  reportNothing,
  Session,
  TOOK_TOO_LONG,
} from './session.ts'
import type { Transport } from './transport.ts'

export interface EscPosPrinterOptions {
  readonly transport: Transport
  readonly clock: Clock
  readonly drawing: Pick<PageDrawing, 'rasterisePage'>
  /** Dots of the print head: 576 for 80 mm paper, 384 for 58 mm, 512 for 80 mm at 180 dots per inch. */
  readonly widthDots: number
  /** Default: partial, so that the ticket stays attached until someone takes it. */
  readonly cut?: Cut
  /** The cash drawer at the printer's connector, and the length of the pulse that opens it. */
  readonly drawerKick?: { readonly pin: 2 | 5; readonly pulseMs: number }
  /** Default: `process-id`. */
  readonly acknowledgement?: Acknowledgement
  /**
   * Maximum times in milliseconds: `connectMs` until a printer in use by another host is free, `replyMs` for a reply,
   * `patienceMs` for printing a complete ticket.
   */
  readonly limits?: { readonly connectMs?: number; readonly replyMs?: number; readonly patienceMs?: number }
}

interface EscPosPrinter extends TicketPrinter {
  openDrawer(): Promise<DrawerOutcome>
  onAwaited: NonNullable<TicketPrinter['onAwaited']>
}

/** Delay before the next attempt after a printer refused a connection, in milliseconds. */
const RETRY_MS = 150
/** Maximum wait for a printer that did not reply last time, in milliseconds. The screens already report it. */
const KNOWN_AWAY_MS = 3_000
/** Duration after which a wait is reported, in milliseconds. */
const REPORT_WAIT_MS = 1_000

/**
 * Creates a receipt printer that understands Epson's ESC/POS, used without a driver. A ticket counts as printed only if
 * the printer acknowledged the end of the job and has no fault afterwards. After the first byte of the picture, any
 * failure makes the outcome unknown. Data left in the printer is then discarded, so that it cannot be printed beside a
 * duplicate. Jobs, drawer and status queries run one at a time.
 */
export function createEscPosPrinter(options: EscPosPrinterOptions): EscPosPrinter {
  const { transport, clock, drawing, widthDots, cut = 'partial', drawerKick, acknowledgement = 'process-id' } = options
  const { connectMs = 10_000, replyMs = 5_000, patienceMs = 60_000 } = options.limits ?? {}
  const remains = createRemains({ cut, acknowledgement, patienceMs })
  const endOfJob = createAcknowledgement(transport.name, clock, acknowledgement)
  const inTurn = serial()

  const listeners = new Set<(awaited: boolean) => void>()
  const withSession = sessionOpener(transport, clock, { connectMs, replyMs }, (awaited) =>
    listeners.forEach((listener) => listener(awaited)),
  )

  async function printPicture(session: Session, picture: Bitmap): Promise<PrintOutcome> {
    const fault = faultOf(await session.status())
    if (fault) return { outcome: 'failed', ...fault }
    await remains.remove(session)
    await session.send(initialise)
    await session.send(reportChanges)
    remains.mayBe('ours')
    try {
      const evidence = await printBands(session, picture)
      remains.mayBe('none')
      return { outcome: 'printed', evidence }
    } catch (error) {
      const left = unknownAfter(error)
      await clearPrinter(session).catch(() => false)
      return left
    }
  }

  async function printBands(session: Session, picture: Bitmap): Promise<string> {
    const giveUpAt = clock.now().monoMs + patienceMs
    session.watch(true)
    for (const band of rasterBands(picture)) {
      await session.send(band)
      // At most one band is in transit.
      await endOfJob.keptUp(session, giveUpAt)
    }
    await session.send(feedAndCut(cut))
    const evidence = await endOfJob.acknowledged(session, giveUpAt)
    await session.send(reportNothing)
    const fault = lastingFaultOf(await session.status())
    if (fault) throw new PrinterTrouble(fault)
    return evidence
  }

  async function kickDrawer(session: Session, pulse: Uint8Array): Promise<DrawerOutcome> {
    const fault = faultOf(await session.status())
    if (fault) return { outcome: 'failed', ...fault }
    await remains.remove(session)
    remains.mayBe('none')
    try {
      await session.send(pulse)
      return { outcome: 'opened', evidence: await endOfJob.acknowledged(session, clock.now().monoMs + patienceMs) }
    } catch (error) {
      return unknownAfter(error)
    }
  }

  return {
    name: transport.name,

    async status() {
      const seen = await inTurn(() => withSession(readStatus))
      return 'state' in seen ? seen : { state: 'not-ready', reason: seen.reason, detail: seen.detail }
    },

    async print({ document }: PrintJob) {
      const picture = await drawing.rasterisePage(document, widthDots)
      if (!picture.ok) return { outcome: 'failed', reason: 'refused', detail: picture.error.detail }
      return inTurn(() => withSession((session) => printPicture(session, picture.value)))
    },

    async openDrawer() {
      if (!drawerKick) return { outcome: 'failed', reason: 'missing', detail: 'no drawer is set up' }
      const { pin, pulseMs } = drawerKick
      return inTurn(() => withSession((session) => kickDrawer(session, drawerPulse(pin, pulseMs))))
    },

    onAwaited(listener, signal) {
      listeners.add(listener)
      signal.addEventListener('abort', () => listeners.delete(listener), { once: true })
    },
  }
}

function unknownAfter(error: unknown): { readonly outcome: 'unknown'; readonly detail: string } {
  if (!(error instanceof PrinterTrouble)) throw error
  return { outcome: 'unknown', detail: error.fault.detail }
}

interface Failed {
  readonly outcome: 'failed'
  readonly reason: PrinterFault
  readonly detail: string
}

/**
 * Opens the printer for `talk`. A `PrinterTrouble` that `talk` does not catch must have occurred before anything was
 * done. Waits if the printer serves another host, or still has our last connection until a jam is cleared. Reports a
 * noticeably long wait.
 */
function sessionOpener(
  transport: Transport,
  clock: Clock,
  { connectMs, replyMs }: { readonly connectMs: number; readonly replyMs: number },
  report: (awaited: boolean) => void,
) {
  let isKnownAway = false
  return async <T>(talk: (session: Session) => Promise<T>): Promise<T | Failed> => {
    const answered = new AbortController()
    let reported = false
    const onFirstAnswer = (): void => {
      answered.abort()
      if (reported) report((reported = false))
    }
    void clock.sleep(REPORT_WAIT_MS, answered.signal).then(() => {
      if (!answered.signal.aborted) report((reported = true))
    })
    const giveUpAt = clock.now().monoMs + (isKnownAway ? Math.min(connectMs, KNOWN_AWAY_MS) : connectMs)
    const leftMs = (): number => giveUpAt - clock.now().monoMs
    try {
      for (;;) {
        const opened = await transport.open(clock, leftMs())
        const limits = { replyMs, firstReplyMs: Math.max(replyMs, Math.round(leftMs())) }
        const tried = opened.ok
          ? await talkOn(new Session(opened.value, clock, limits, onFirstAnswer), talk)
          : { failed: opened.error, isBusy: opened.error.isBusy }
        if ('done' in tried) return tried.done
        if (!tried.isBusy || leftMs() <= RETRY_MS)
          return { outcome: 'failed', reason: tried.failed.reason, detail: tried.failed.detail }
        await clock.sleep(RETRY_MS)
      }
    } finally {
      isKnownAway = !answered.signal.aborted
      onFirstAnswer()
    }
  }
}

async function talkOn<T>(
  session: Session,
  talk: (session: Session) => Promise<T>,
): Promise<{ readonly done: T } | { readonly failed: DeviceFault; readonly isBusy: boolean }> {
  try {
    return { done: await talk(session) }
  } catch (error) {
    if (!(error instanceof PrinterTrouble)) throw error
    return { failed: error.fault, isBusy: session.isRefused }
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

/** A printer that clears its buffers replies at once. */
const clearMs = 1_000
/** Time in which the printer may send another reply, after one that may belong to the last job. */
const settleMs = 2_000

interface Parts {
  readonly cut: Cut
  readonly acknowledgement: Acknowledgement
  readonly patienceMs: number
}

/** Data of an earlier job that the printer may still contain: none, the beginning of an unknown job, or ours. */
function createRemains({ cut, acknowledgement, patienceMs }: Parts) {
  let remains: 'none' | 'unknown' | 'ours' = 'unknown'
  return {
    mayBe(left: 'none' | 'ours'): void {
      remains = left
    },

    /**
     * Removes the remains of a job that was cut short in the middle of a picture. The buffers are cleared or, if that
     * fails, the picture is completed with white. A partly printed ticket of ours is cut off, so that it does not stay
     * attached to the next one.
     */
    async remove(session: Session): Promise<void> {
      if (remains === 'none') return
      const cleared = remains === 'ours' && (await clearPrinter(session))
      if (!cleared) await session.send(filler)
      if (remains === 'unknown') return
      await session.send(initialise)
      await session.send(feedAndCut(cut))
      if (cleared || acknowledgement === 'process-id') return
      // These replies do not identify a job, so wait until those to the last job have arrived.
      let answered = await session.heard(askPaperInTurn, isPaper, patienceMs)
      if (!answered) throw new PrinterTrouble(TOOK_TOO_LONG)
      while (answered) answered = await session.heard(new Uint8Array(), isPaper, settleMs)
    },
  }
}

/** Returns false if the printer did not confirm that it discarded its data. */
async function clearPrinter(session: Session): Promise<boolean> {
  session.watch(false)
  return session.heard(clearBuffers, ({ kind }) => kind === 'cleared', clearMs)
}
