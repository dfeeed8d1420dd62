/** The lines that were typed before, as in a shell: the arrows go through them. */
export interface LineHistory {
  readonly keep: (line: string) => void
  /** The line before (-1) or after (1) the one that stands there; null where something else is being typed. */
  readonly recall: (by: number, typed: string) => string | null
}

const KEPT = 50

export function createLineHistory(): LineHistory {
  const lines: string[] = []
  /** Which of them stands there; past the last one: none. */
  let at = 0
  return {
    keep(line) {
      if (line !== '' && line !== lines.at(-1)) lines.push(line)
      if (lines.length > KEPT) lines.shift()
      at = lines.length
    },
    recall(by, typed) {
      if (typed !== (lines[at] ?? '')) {
        if (typed !== '') return null
        at = lines.length
      }
      at = Math.min(lines.length, Math.max(0, at + by))
      return lines[at] ?? ''
    },
  }
}
