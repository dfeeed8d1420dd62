/**
 * Identifiers by which a partner's reply is matched to a sale (sale safety, I14). Absent or empty identifiers match
 * anything; letter case is ignored, because some partners write UUIDs in capitals.
 */
export interface Names {
  readonly event?: string | undefined
  readonly session?: string | undefined
  readonly owner?: string | undefined
  readonly section?: string | undefined
  readonly order?: string | undefined
  readonly hold?: string | undefined
  readonly currency?: string | undefined
}

interface ResponseMismatch {
  readonly name: keyof Names
  readonly ours: string
  readonly theirs: string
}

/** Returns the identifiers in a reply that differ from those of the sale. */
export function responseMismatches(ours: Names, said: Names): readonly ResponseMismatch[] {
  return (Object.keys(said) as (keyof Names)[]).flatMap((name) => {
    const [own, theirs] = [ours[name], said[name]]
    if (!own || !theirs || own.toLowerCase() === theirs.toLowerCase()) return []
    return [{ name, ours: own, theirs: theirs.slice(0, 64) }]
  })
}

/** Returns the first mismatch as text; null without a mismatch. */
export function contradiction(ours: Names, ...said: readonly Names[]): string | null {
  const [first] = said.flatMap((names) => responseMismatches(ours, names))
  return first ? `another ${first.name}: ${first.theirs}` : null
}
