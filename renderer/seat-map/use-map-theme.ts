import { useLayoutEffect, useState, type RefObject } from 'react'
import { forgetWidths } from './paint/text.ts'
import { readTheme, watchTheme, type MapTheme } from './paint/theme.ts'

/** The styles where the map stands, read again whenever they change; null before the first look. */
export function useMapTheme(host: RefObject<HTMLElement | null>): MapTheme | null {
  const [theme, setTheme] = useState<MapTheme | null>(null)
  useLayoutEffect(() => {
    const read = (): void => {
      if (!host.current) return
      forgetWidths()
      setTheme(readTheme(host.current))
    }
    read()
    return watchTheme(read)
  }, [host])
  return theme
}
