import { useEffect, useState } from 'react'
import { useKioskStore } from '../state/kiosk-context.tsx'

/** Whether a space for a wheelchair with a companion's seat is left: asked once, no until it is known. */
export function useWheelchairPlaces(saleId: string | null): boolean {
  const { invoke } = useKioskStore()
  const [known, setKnown] = useState<{ readonly saleId: string; readonly left: boolean } | null>(null)
  useEffect(() => {
    if (saleId === null) return undefined
    let left = false
    void invoke('viewWheelchairPlaces', { saleId }).then((reply) => {
      if (!left && reply.ok) setKnown({ saleId, left: reply.value.left })
    })
    return () => {
      left = true
    }
  }, [invoke, saleId])
  return known !== null && known.saleId === saleId && known.left
}
