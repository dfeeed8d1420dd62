import { useEffect, useState } from 'react'
import { useKioskStore } from '../state/kiosk-context.tsx'
import { poll } from '../../app/poll.ts'
import { endsTheVisit } from '../../app/problem.ts'

/**
 * Keeps the venue's counts fresh while they are shown: every 5 s some more of its sections are read for them. Without
 * a sale nothing is asked. True when the service does not answer: the counts grow old.
 */
export function useOverview(saleId: string | null): boolean {
  const { invoke, meet, seeOverview } = useKioskStore()
  const [stale, setStale] = useState(false)
  useEffect(() => {
    if (saleId === null) return undefined
    return poll(async (left) => {
      const reply = await invoke('renewOverview', { saleId })
      if (left()) return
      if (reply.ok) seeOverview(saleId, reply.value)
      else if (endsTheVisit(reply.error)) meet(reply.error)
      setStale(!reply.ok)
    })
  }, [invoke, meet, seeOverview, saleId])
  return stale && saleId !== null
}
