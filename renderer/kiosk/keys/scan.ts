import { controlsIn, faceOf, isSettling, isThere, scopeOf } from './controls.tsx'

/** Milliseconds that each choice is lit; the customer selects one of them. */
export const scanSpeeds = [1000, 1500, 2500, 4000] as const
export type ScanSpeed = (typeof scanSpeeds)[number]

/** Maximum number of controls in a group. More controls are lit in several groups. */
const AT_ONCE = 6
/** Number of rounds in a group before it is left. */
const ROUNDS = 2
/** Debounce time: repeated presses by a trembling hand count as one. */
const ONCE_MS = 400

type Group = readonly HTMLElement[]

/** Position of the scan: it lights the groups in turn, or the choices of the selected group. */
type At =
  | { readonly level: 'groups'; readonly index: number }
  | { readonly level: 'choices'; readonly group: Group; readonly index: number; readonly back: number }

export interface Scan {
  /** Handles a press of the single button. Selects the lit control or group. */
  readonly press: () => void
  readonly stop: () => void
}

/**
 * Lights the controls in turn for a customer with a single button (switch scanning). After each choice, it pauses for
 * two intervals.
 */
export function createScan(everyMs: ScanSpeed, onLit: (lit: Group) => void): Scan {
  const start: At = { level: 'groups', index: -1 }
  let at: At = start
  let lit: Group = []
  let face = ''
  let pressedAt = -Infinity
  let timer: ReturnType<typeof setTimeout> | undefined

  const light = (now: Group, forMs: number = everyMs): void => {
    lit = now
    onLit(now)
    clearTimeout(timer)
    timer = setTimeout(next, forMs)
  }
  const nextGroup = (after: number, groups: readonly Group[]): void => {
    const index = groups.length > 0 ? (after + 1) % groups.length : -1
    at = { level: 'groups', index }
    light(groups[index] ?? [])
  }
  function next(): void {
    const scope = scopeOf()
    if (!scope) return light([])
    if (faceOf(scope) !== face) at = start
    face = faceOf(scope)
    const groups = groupsIn(scope)
    if (at.level === 'groups') return nextGroup(at.index, groups)
    const { group, index, back } = at
    if (index + 1 >= group.length * ROUNDS || !group.every(isThere)) return nextGroup(back - 1, groups)
    at = { ...at, index: index + 1 }
    light(group.slice((index + 1) % group.length, ((index + 1) % group.length) + 1))
  }
  next()
  return {
    press() {
      const scope = scopeOf()
      const [first] = lit
      const now = performance.now()
      if (!scope || !first || isSettling() || faceOf(scope) !== face || now - pressedAt < ONCE_MS) return
      pressedAt = now
      if (at.level === 'groups' && lit.length > 1) {
        at = { level: 'choices', group: lit, index: 0, back: at.index }
        return light([first])
      }
      at = start
      light([], 2 * everyMs)
      first.focus()
      first.click()
    },
    stop: () => clearTimeout(timer),
  }
}

/**
 * Returns the controls that belong together, in the order of key navigation. If there are few controls, each is its own
 * group.
 */
function groupsIn(scope: HTMLElement): readonly Group[] {
  const usable = controlsIn(scope).filter((control) => control.ariaDisabled !== 'true')
  if (usable.length <= AT_ONCE) return usable.map((control) => [control])
  const together = [...Map.groupBy(usable, (control) => control.closest('ul, nav, [role="group"], [data-part]'))]
  return together.flatMap(([, group]) => {
    const size = Math.ceil(group.length / Math.ceil(group.length / AT_ONCE))
    return Array.from({ length: Math.ceil(group.length / size) }, (_, part) =>
      group.slice(part * size, (part + 1) * size),
    )
  })
}
