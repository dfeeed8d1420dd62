import { useSyncExternalStore } from 'react'

const reduced = (): MediaQueryList => matchMedia('(prefers-reduced-motion: reduce)')

/** Whether nothing may move now: the machine is set so, or somebody asked for calm. */
export function isStill(): boolean {
  return reduced().matches || document.documentElement.dataset['motion'] === 'none'
}

/** Whether the machine is set to keep its screens still. */
export function useReducedMotion(): boolean {
  return useSyncExternalStore(
    follow,
    () => reduced().matches,
    () => false,
  )
}

function follow(listener: () => void): () => void {
  const query = reduced()
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}
