import { useSyncExternalStore } from 'react'

const UPRIGHT = '(max-aspect-ratio: 1/1)'

/** Whether the window is higher than wide, kept up to date. */
export function useUpright(): boolean {
  return useSyncExternalStore(listen, () => matchMedia(UPRIGHT).matches)
}

function listen(changed: () => void): () => void {
  const media = matchMedia(UPRIGHT)
  media.addEventListener('change', changed)
  return () => media.removeEventListener('change', changed)
}
