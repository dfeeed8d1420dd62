import { controlsIn, faceOf, isSettling, isThere, scopeOf } from './controls.tsx'

/** Highlighting times, in milliseconds, from which the customer can select. */
export const scanSpeeds = [1000, 1500, 2500, 4000] as const
export type ScanSpeed = (typeof scanSpeeds)[number]

/** Maximum number of controls in a group; more controls are divided into several groups. */
const AT_ONCE = 6
/** Number of rounds through a selected group before the scan returns to highlighting whole groups. */
const ROUNDS = 2
/** Debounce time in milliseconds: repeated presses by a trembling hand count as one. */
const ONCE_MS = 400

type Group = readonly HTMLElement[]

/** Position of the scan. The scan highlights the groups in turn, or the choices of the selected group. */
type At =
  | { readonly level: 'groups'; readonly index: number }
  | { readonly level: 'choices'; readonly group: Group; readonly index: number; readonly back: number }

const start: At = { level: 'groups', index: -1 }

/** Highlights the controls in turn for a customer with a single button (switch scanning). */
export class Scan {
  readonly #everyMs: ScanSpeed
  readonly #onLit: (lit: Group) => void
  #at: At = start
  #lit: Group = []
  #face = ''
  #pressedAt = -Infinity
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(everyMs: ScanSpeed, onLit: (lit: Group) => void) {
    this.#everyMs = everyMs
    this.#onLit = onLit
    this.#next()
  }

  press(): void {
    const scope = scopeOf()
    const [first] = this.#lit
    const now = performance.now()
    if (!scope || !first || isSettling() || faceOf(scope) !== this.#face || now - this.#pressedAt < ONCE_MS) return
    this.#pressedAt = now
    if (this.#at.level === 'groups' && this.#lit.length > 1) {
      this.#at = { level: 'choices', group: this.#lit, index: 0, back: this.#at.index }
      return this.#light([first])
    }
    this.#at = start
    this.#light([], 2 * this.#everyMs)
    first.focus()
    first.click()
  }

  stop(): void {
    clearTimeout(this.#timer)
  }

  #light(lit: Group, forMs: number = this.#everyMs): void {
    this.#lit = lit
    this.#onLit(lit)
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.#next(), forMs)
  }

  #nextGroup(after: number, groups: readonly Group[]): void {
    const index = groups.length > 0 ? (after + 1) % groups.length : -1
    this.#at = { level: 'groups', index }
    this.#light(groups[index] ?? [])
  }

  #next(): void {
    const scope = scopeOf()
    if (!scope) return this.#light([])
    if (faceOf(scope) !== this.#face) this.#at = start
    this.#face = faceOf(scope)
    const groups = groupsIn(scope)
    if (this.#at.level === 'groups') return this.#nextGroup(this.#at.index, groups)
    const { group, index, back } = this.#at
    if (index + 1 >= group.length * ROUNDS || !group.every(isThere)) return this.#nextGroup(back - 1, groups)
    this.#at = { ...this.#at, index: index + 1 }
    this.#light(group.slice((index + 1) % group.length, ((index + 1) % group.length) + 1))
  }
}

/**
 * Returns the groups of related controls in the order of key navigation; if there are few controls, each forms its own
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
