import { useEffect, useState } from 'react'
import type { SectionView } from '../../shared/domain/seats/offer.ts'
import type { Invoke } from './client.ts'
import { poll } from './hooks.ts'
import { endsTheVisit, type Problem } from './problem.ts'

interface WatchedSection {
  /** Latest view received, which may belong to the previously open section. Null if no section is open. */
  readonly section: SectionView | null
  /** True if the booking service does not respond, so that the view may be out of date. */
  readonly stale: boolean
}

const nothing: WatchedSection = { section: null, stale: false }

/** Polls the open section with the revision already received, so that an unchanged section is not transferred again. */
export function useSection(
  { invoke, meet }: { readonly invoke: Invoke; readonly meet: (problem: Problem) => void },
  saleId: string | null,
  sectionId: string | null,
): WatchedSection {
  const [watched, setWatched] = useState<WatchedSection>(nothing)
  const [shownId, setShownId] = useState(sectionId)
  if (shownId !== sectionId) {
    setShownId(sectionId)
    if (sectionId === null) setWatched(nothing)
  }
  useEffect(() => {
    if (saleId === null || sectionId === null) return undefined
    let knownRevision: string | undefined
    return poll(async (left) => {
      const reply = await invoke('viewSection', {
        saleId,
        sectionId,
        ...(knownRevision !== undefined && { knownRevision }),
      })
      if (left()) return
      if (reply.ok) {
        knownRevision = reply.value.revision
        const { section } = reply.value
        setWatched((before) => ({ section: section ?? before.section, stale: false }))
      } else if (endsTheVisit(reply.error)) meet(reply.error)
      else setWatched(({ section }) => ({ section, stale: true }))
    })
  }, [invoke, meet, saleId, sectionId])
  return watched
}
