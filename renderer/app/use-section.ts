import { useEffect, useState } from 'react'
import type { SectionView } from '../../shared/domain/seats/offer.ts'
import type { Invoke } from './client.ts'
import { poll } from './hooks.ts'
import { endsTheVisit, type Problem } from './problem.ts'

interface WatchedSection {
  /** The last picture that came: of the section before, until the first one of this came; null without a section. */
  readonly section: SectionView | null
  /** The service does not answer: the picture grows old. */
  readonly stale: boolean
}

const nothing: WatchedSection = { section: null, stale: false }

/**
 * Keeps a section fresh while it is shown: asked for again and again by its revision, so that an unchanged
 * one costs nothing. Without a section nothing is asked.
 */
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
