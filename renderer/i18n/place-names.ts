import type { CalledPlace } from '../../shared/domain/desk/desk-command.ts'
import { isolated } from './numerals.ts'

/** As many as a line of the desk has room for. */
const MOST = 6

/** Places to choose from, each with the code that may be typed for it. */
export function placeNames(places: readonly CalledPlace[]): readonly string[] {
  const names = places.map(({ name, code }) => isolated(code === '' || code === name ? name : `${name} (${code})`))
  return names.length > MOST ? [...names.slice(0, MOST), '…'] : names
}
