/** Operators' pages, in the order in which they are offered: daily work first. Each is a file of `docs/operating`. */
export const manualNames = [
  'desk',
  'office',
  'shifts',
  'machine',
  'recovery',
  'printers',
  'settings',
  'installing',
  'live-kiosk',
  'lockdown',
  'hub',
  'fleet',
  'updates',
  'security',
] as const

export type ManualName = (typeof manualNames)[number]

/** A page of the manuals in a link's file, such as `office.md`; null: a file that the program does not carry. */
export function manualNameOf(file: string): ManualName | null {
  return manualNames.find((name) => file === `${name}.md`) ?? null
}
