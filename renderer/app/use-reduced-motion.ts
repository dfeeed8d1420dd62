import { useSyncExternalStore } from 'react'

const reduced = matchMedia('(prefers-reduced-motion: reduce)')

/** Whether the machine is set to keep its screens still. */
export function useReducedMotion(): boolean {
  return useSyncExternalStore(follow, () => reduced.matches)
}

function follow(listener: () => void): () => void {
  reduced.addEventListener('change', listener)
  return () => reduced.removeEventListener('change', listener)
}
