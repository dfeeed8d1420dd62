/** A map of at most so many entries: those that were set longest ago go first. */
export interface Recent<K, V> {
  get(key: K): V | undefined
  set(key: K, value: V): void
}

export function createRecent<K, V>(most: number): Recent<K, V> {
  const kept = new Map<K, V>()
  return {
    get: (key) => kept.get(key),
    set(key, value) {
      kept.delete(key)
      kept.set(key, value)
      const [oldest] = kept.size > most ? kept.keys() : []
      if (oldest !== undefined) kept.delete(oldest)
    },
  }
}
