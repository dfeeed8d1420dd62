const CONDITION = /\.(skipIf|runIf)\(/gu

/**
 * Returns the innermost `skipIf` or `runIf` condition of a skipped test. If no name matches, returns the only condition
 * in the file, otherwise null. `names` are outermost first.
 */
export function skipCondition(source: string, names: readonly string[]): string | null {
  const found = [...source.matchAll(CONDITION)].map(({ 0: call, 1: kind, index }) => {
    const start = index + call.length
    const end = closing(source, start)
    const condition = source.slice(start, end).replace(/\s+/gu, ' ').trim()
    return { condition: kind === 'runIf' ? `not ${condition}` : condition, name: firstText(source.slice(end)) }
  })
  const named = [...names].toReversed().flatMap((name) => found.filter((each) => isNameOf(each.name, name)))
  const [only, ...others] = new Set(found.map(({ condition }) => condition))
  return named[0]?.condition ?? (others.length === 0 ? (only ?? null) : null)
}

function closing(source: string, start: number): number {
  let depth = 1
  for (let index = start; index < source.length; index++) {
    if (source[index] === '(') depth++
    if (source[index] === ')') depth--
    if (depth === 0) return index
  }
  return source.length
}

const firstText = (source: string): string => /(['"`])(.*?)\1/su.exec(source.slice(0, 400))?.[2] ?? ''

/** Returns true if the written name matches. A written name may have placeholders: `${amount}`, `%s` or `$name`. */
function isNameOf(written: string, name: string): boolean {
  const [start = ''] = written.split(/\$\{|%[sdifjo]|\$[a-z]/u)
  return start === written ? written === name : start !== '' && name.startsWith(start)
}
