import { randomInt } from 'node:crypto'
import type { Clock } from '../../core/ports/ports.ts'
import { askPaperInTurn, askProcessId, processIdLength } from './commands.ts'
import type { Reply } from './replies.ts'
import { PrinterTrouble, type Session } from './session.ts'

/**
 * What the printer says at the end of a job. `process-id` (`GS ( H`) is sent when all is on paper and names the job;
 * `paper-status` (`GS r`) is for printers that do not know it: sent when the printer came to the end of the data.
 */
export type Acknowledgement = 'process-id' | 'paper-status'

export const TOOK_TOO_LONG = { reason: 'stopped', detail: 'the printer did not finish in time' } as const
const POLL_MS = 250
export const isPaper = (reply: Reply): boolean => reply.kind === 'paper'

export function createAcknowledgement(printer: string, clock: Clock, kind: Acknowledgement) {
  async function goesOnBefore(session: Session, giveUpAt: number): Promise<boolean> {
    if (clock.now().monoMs >= giveUpAt) throw new PrinterTrouble(TOOK_TOO_LONG)
    return session.goesOn()
  }

  return {
    /** Resolves once the printer answers that it is on-line. */
    async keptUp(session: Session, giveUpAt: number): Promise<void> {
      while (!(await goesOnBefore(session, giveUpAt))) await clock.sleep(POLL_MS)
    },

    /** Asks for the acknowledgement and waits for it while the printer goes on. */
    async acknowledged(session: Session, giveUpAt: number): Promise<string> {
      const id = Array.from({ length: processIdLength }, () => randomInt(36).toString(36))
        .join('')
        .toUpperCase()
      const byId = kind === 'process-id'
      const isOurs = (reply: Reply): boolean => (byId ? reply.kind === 'process' && reply.id === id : isPaper(reply))
      let done = false
      const reply = session.next((heard) => (isOurs(heard) ? (done = true) : null))
      const timer = new AbortController()
      try {
        await session.send(byId ? askProcessId(id) : askPaperInTurn)
        for (;;) {
          await Promise.race([reply.promise, clock.sleep(POLL_MS, timer.signal)])
          if (done) return `${printer}: ${byId ? `process ${id} completed` : 'end of data reached'}`
          await goesOnBefore(session, giveUpAt)
        }
      } finally {
        timer.abort()
        reply.forget()
      }
    },
  }
}
