import { useEffect, useState } from 'react'
import { useFingersDown } from '../../components/fingers-down.ts'

const TURN_MS = 15_000

/** Which of several is shown: the next one every fifteen seconds, never under a finger, unless they keep `still`. */
export function useTurns(count: number, still: boolean): number {
  const [turn, setTurn] = useState(0)
  const fingers = useFingersDown()
  const turns = !still && count > 1
  useEffect(() => {
    if (!turns) return undefined
    const timer = setInterval(() => {
      // A touch ends on what it began on, or is no touch.
      if (!fingers.any()) setTurn((before) => before + 1)
    }, TURN_MS)
    return () => clearInterval(timer)
  }, [turns, fingers])
  return count === 0 ? 0 : turn % count
}
