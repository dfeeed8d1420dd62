/**
 * By what a partner's reply can be known to be about this sale (sale safety, I14). Ids are compared without regard to
 * case, for some partners write a UUID in capitals. What is left out or empty names nothing.
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

interface Contradiction {
  readonly name: keyof Names
  readonly ours: string
  readonly theirs: string
}

/** What a reply says of whose it is, where that is not ours. */
export function contradictions(ours: Names, said: Names): readonly Contradiction[] {
  return (Object.keys(said) as (keyof Names)[]).flatMap((name) => {
    const [own, theirs] = [ours[name], said[name]]
    if (!own || !theirs || own.toLowerCase() === theirs.toLowerCase()) return []
    return [{ name, ours: own, theirs: theirs.slice(0, 64) }]
  })
}

/** The first of them in words; null: nothing contradicts. */
export function contradiction(ours: Names, ...said: readonly Names[]): string | null {
  const [first] = said.flatMap((names) => contradictions(ours, names))
  return first ? `another ${first.name}: ${first.theirs}` : null
}
