import { isNotes, type TenderKind } from '../../../shared/domain/money/tender.ts'
import type { WayDown } from '../../../shared/domain/fleet/readiness.ts'
import type { Minor } from '../../../shared/domain/money/money.ts'
import type { Ports } from '../ports/ports.ts'

/** What the device for notes says of itself. While it takes none, nobody is offered to pay with them. */
export interface NotesWatch {
  /** Of the tenders of this machine those that can be paid with now. */
  offered(): readonly TenderKind[]
  down(): readonly WayDown[]
  /** What can be put in; empty where nothing can. */
  values(currency: string): readonly Minor[]
}

/** `changed`: told each time that another list may be offered. */
export function watchNotes(
  { notes, log }: Pick<Ports, 'notes' | 'log'>,
  tenders: readonly TenderKind[],
  changed: (offered: readonly TenderKind[]) => void,
): NotesWatch {
  const takes = tenders.some(isNotes)
  const fault = () => (takes ? (notes?.fault() ?? null) : null)
  const offered = () => (fault() === null ? tenders : tenders.filter((kind) => !isNotes(kind)))
  let told = fault()
  if (takes)
    notes?.onChange(() => {
      const now = fault()
      if (now === told) return
      told = now
      if (now === null) log.info('notes.accepted-again')
      else log.warn('notes.rejected', { fault: now })
      changed(offered())
    })
  return {
    offered,
    down() {
      const why = fault()
      return why === null ? [] : [{ tender: 'notes', fault: why }]
    },
    values: (currency) => (takes && notes && fault() === null ? notes.denominations(currency) : []),
  }
}
