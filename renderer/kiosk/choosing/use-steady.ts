import { useEffect, useState } from 'react'
import { useFingersDown } from '../../components/fingers-down.ts'

/** The latest value that came while no finger was on the screen: nothing changes under one. */
export function useSteady<T>(value: T): T {
  const fingersDown = useFingersDown()
  const [steady, setSteady] = useState(value)
  useEffect(() => fingersDown.whenNone(() => setSteady(value)), [fingersDown, value])
  return steady
}
