/** This machine's clock less the partner's, in seconds, by the `Date` of a reply; null: it gives none. */
export function clockOffSeconds(date: string | null | undefined, nowMs: number): number | null {
  const theirs = Date.parse(date ?? '')
  return Number.isNaN(theirs) ? null : Math.round((nowMs - theirs) / 1000)
}
