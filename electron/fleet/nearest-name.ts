/** Returns the most similar of these names; null if none is similar. */
export function nearestName(typed: string, names: readonly string[]): string | null {
  const within = Math.max(2, Math.floor(typed.length / 3))
  const [near] = names
    .map((name) => ({ name, steps: editSteps(typed.toLowerCase(), name.toLowerCase()) }))
    .filter(({ steps }) => steps <= within)
    .toSorted((a, b) => a.steps - b.steps)
  return near?.name ?? null
}

/** Returns the Levenshtein distance of two texts. */
function editSteps(from: string, to: string): number {
  const [letters, others] = [Array.from(from), Array.from(to)]
  let row = [0, ...others.map((_, index) => index + 1)]
  for (const [at, letter] of letters.entries()) {
    const next = [at + 1]
    for (const [index, other] of others.entries()) {
      const replaced = (row[index] ?? 0) + Number(letter !== other)
      next.push(Math.min((next[index] ?? 0) + 1, (row[index + 1] ?? 0) + 1, replaced))
    }
    row = next
  }
  return row.at(-1) ?? 0
}
