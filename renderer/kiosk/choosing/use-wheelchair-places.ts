import { useEffect, useState } from 'react'
import { useKioskState, useKioskStore } from '../state/kiosk-context.tsx'
import { WHEELCHAIR_PARTY } from '../state/steps.ts'

export type WheelchairPlaces = 'unknown' | 'left' | 'none'

/** Whether a space for a wheelchair with a companion's seat can be bought: asked once a visit. */
export function useWheelchairPlaces(saleId: string | null): WheelchairPlaces {
  const { invoke } = useKioskStore()
  const { info } = useKioskState()
  const [known, setKnown] = useState<{ readonly saleId: string; readonly left: boolean } | null>(null)
  useEffect(() => {
    if (saleId === null) return undefined
    let left = false
    void invoke('viewWheelchairPlaces', { saleId }).then((reply) => {
      if (!left) setKnown({ saleId, left: reply.ok && reply.value.left })
    })
    return () => {
      left = true
    }
  }, [invoke, saleId])
  if ((info?.maxSeats ?? 1) < WHEELCHAIR_PARTY) return 'none'
  if (known?.saleId !== saleId) return 'unknown'
  return known.left ? 'left' : 'none'
}
