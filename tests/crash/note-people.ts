import type { Kiosk } from '../../electron/core/kiosk.ts'
import type { NoteValidator } from '../../electron/core/ports/note-validator.ts'
import type { SaleLedger } from '../../electron/core/ports/ports.ts'
import type { Random } from '../simulation/random.ts'
import { quickClock } from './accounts.ts'
import { paths, writeLine } from './devices.ts'
import type { KioskWord } from './kiosk-order.ts'
import type { PutIn } from '../notes/put-in.ts'

export const CHIEF_PIN = '8642'

/** So long a device that has come up tells of what was before. */
const TELLING_MS = 25_000

/** The last payment in notes begins, and is given up at once: by then it has told of everything. */
export async function hearTheRest(notes: NoteValidator): Promise<void> {
  const clock = quickClock()
  while (notes.fault() === 'not-there') await clock.sleep(250)
  await clock.sleep(TELLING_MS)
  await notes.next({ currency: 'GNF', values: [] }, AbortSignal.abort())
}

/** Tells the customer before the screen whether it wants a note. */
export function wantNotes({ sales }: Kiosk): void {
  sales.subscribe((sale) => {
    const { saleId } = sale
    const takes = sale.state === 'paying' && sale.phase !== 'recovering' && sale.notes !== undefined
    if (takes && sale.notes?.held !== undefined) return
    process.send?.({ word: takes ? 'wants a note' : 'wants no note', saleId } satisfies KioskWord)
  })
}

/** Staff look into the device until the note is on its way no more; null: there is none. */
export async function whereIsNote(saleId: string): Promise<boolean> {
  for (;;) {
    const at = await new Promise<PutIn['at'] | null>((resolve) => {
      process.once('message', (answer) => resolve(answer as PutIn['at'] | null))
      process.send?.({ word: 'where is the note', saleId } satisfies KioskWord)
    })
    if (at !== 'inside') return at === 'in the box'
  }
}

/** Somebody with a slip pays with it, or has the cash for it; false: neither. */
export async function useSlip(
  { api }: Kiosk,
  ledger: SaleLedger,
  directory: string,
  random: Random,
  person: { readonly pin: string; readonly saleId: string },
): Promise<boolean> {
  const [open] = ledger.slips.open()
  if (!open) return false
  const slip = random.chance(0.5) ? open.slipId : ledger.slips.codeOf(open)
  if (random.chance(0.7)) return (await api.paySlip({ saleId: person.saleId, slip })).ok
  const paid = await api.payOutSlip({ pin: person.pin, second: { pin: CHIEF_PIN }, slip })
  if (paid.ok) writeLine(paths(directory).slips, { slipId: open.slipId })
  return paid.ok
}
