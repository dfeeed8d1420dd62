import { type Acknowledgement, isPaper, TOOK_TOO_LONG } from './acknowledgement.ts'
import { askPaperInTurn, clearBuffers, feedAndCut, filler, initialise, type Cut } from './commands.ts'
import { PrinterTrouble, type Session } from './session.ts'

/** A printer that clears its buffers answers at once. */
const clearMs = 1_000
/** After an answer that may belong to the last job, the printer has so long to give another. */
const settleMs = 2_000

interface Parts {
  readonly cut: Cut
  readonly acknowledgement: Acknowledgement
  readonly patienceMs: number
}

/** What the printer may still have of an earlier job: nothing, somebody else's beginning, or ours. */
export function createRemains({ cut, acknowledgement, patienceMs }: Parts) {
  let remains: 'none' | 'unknown' | 'ours' = 'unknown'
  return {
    mayBe(left: 'none' | 'ours'): void {
      remains = left
    },

    /**
     * A job cut short leaves the printer in the middle of a picture. What it holds is cleared, or else the picture ended
     * with white; a torn piece of ours is cut off, so that it does not hang on the next ticket.
     */
    async remove(session: Session): Promise<void> {
      if (remains === 'none') return
      const cleared = remains === 'ours' && (await clearPrinter(session))
      if (!cleared) await session.send(filler)
      if (remains === 'unknown') return
      await session.send(initialise)
      await session.send(feedAndCut(cut))
      if (cleared || acknowledgement === 'process-id') return
      // These answers carry no name: wait until those to the last job have come.
      let answered = await session.heard(askPaperInTurn, isPaper, patienceMs)
      if (!answered) throw new PrinterTrouble(TOOK_TOO_LONG)
      while (answered) answered = await session.heard(new Uint8Array(), isPaper, settleMs)
    },
  }
}

/** False where the printer did not say that it threw away what it held. */
export async function clearPrinter(session: Session): Promise<boolean> {
  session.watch(false)
  return session.heard(clearBuffers, ({ kind }) => kind === 'cleared', clearMs)
}
