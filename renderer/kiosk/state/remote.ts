import type { Problem } from '../../app/problem.ts'

/** Something asked of the main process. */
export type Remote<T> =
  | { readonly state: 'waiting' }
  | { readonly state: 'ready'; readonly value: T }
  | { readonly state: 'failed'; readonly problem: Problem }

export const ready = <T>(value: T): Remote<T> => ({ state: 'ready', value })
export const failed = (problem: Problem): Remote<never> => ({ state: 'failed', problem })
export const waiting: Remote<never> = { state: 'waiting' }

/** The value, where there is one. */
export function valueOf<T>(remote: Remote<T> | null): T | null {
  return remote?.state === 'ready' ? remote.value : null
}
