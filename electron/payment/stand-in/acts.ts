/**
 * What a stand-in does with a payment. `approve`, `refuse`: after a while · `wait`: nobody decides, but on its page ·
 * `lose-reply`: takes the request and hangs up · `late`: approves long after the usual time · `late-after-cancel`,
 * `late-after-expiry`: says that it is over, and approves later · `expire`: nobody acts in time · `busy`: 429 to the first
 * questions · `fault`: turns the request away, as the real one does · `html`: a page in place of the first answers ·
 * `slow-token`: takes 20 s to let in · `expired-token`: takes the token no longer when first asked · `wrong-amount`,
 * `wrong-currency`: approves another sum · `forget`: knows nothing of it after a while. Of a device alone: `occupied`: another payment runs
 * on it · `stop-too-late`: takes the money although it is asked to stop · `partial`: takes half of it · `not-found`: its reply is lost, and when first asked it
 * does not know it yet · `unplugged`: takes the request, and is without a line for a while · `offline`: cannot be reached · `duplicate`: takes it twice; of ZVT
 * `unplugged:card`, `:pin`, `:bank`, `:told`: the cable comes out there, and from the bank on it took the money · `wrong-pin`: once, then the right
 * one · `card-removed`: too early; `duplicate`: tells its approval twice · `silent`: does not even say that it has heard.
 */
export const actNames = [
  'approve',
  'refuse',
  'wait',
  'lose-reply',
  'late',
  'late-after-cancel',
  'late-after-expiry',
  'expire',
  'busy',
  'fault',
  'html',
  'slow-token',
  'expired-token',
  'wrong-amount',
  'wrong-currency',
  'forget',
  'occupied',
  'stop-too-late',
  'partial',
  'not-found',
  'wrong-pin',
  'card-removed',
  'silent',
  'unplugged',
  'offline',
  'duplicate',
] as const

export type ActName = (typeof actNames)[number]

/** `code`: the provider's word that goes with it. */
export interface Act {
  readonly name: ActName
  readonly code?: string | undefined
}

/** `refuse`, or `refuse:NOT_ENOUGH_FUNDS`; null: no such act. */
export function readAct(text: string): Act | null {
  const [word, code] = text.split(/:(.*)/su)
  const name = actNames.find((each) => each === word)
  if (name === undefined || code === '') return null
  return code === undefined ? { name } : { name, code }
}

/** In milliseconds. */
export interface Timetable {
  /** A customer takes so long. */
  readonly thinkMs: number
  /** After this it is over. */
  readonly decideMs: number
  /** What comes late comes so long after that. */
  readonly lateMs: number
}

/** Where a payment stands, in no provider's words. */
export type Stand = 'waiting' | 'approved' | 'refused' | 'cancelled' | 'expired' | 'forgotten'

/** Of a payment that was begun `ageMs` ago. */
export function standOf({ name }: Act, ageMs: number, { thinkMs, decideMs, lateMs }: Timetable): Stand {
  const thought = ageMs >= thinkMs
  const isOver = ageMs >= decideMs
  const isLate = ageMs >= decideMs + lateMs
  switch (name) {
    case 'refuse':
      return thought ? 'refused' : 'waiting'
    case 'card-removed':
      return thought ? 'cancelled' : 'waiting'
    case 'wait':
    case 'silent':
      return 'waiting'
    case 'late':
      return isLate ? 'approved' : 'waiting'
    case 'late-after-cancel':
      return isLate ? 'approved' : thought ? 'cancelled' : 'waiting'
    case 'late-after-expiry':
      return isLate ? 'approved' : isOver ? 'expired' : 'waiting'
    case 'expire':
      return isOver ? 'expired' : 'waiting'
    case 'forget':
      return thought ? 'forgotten' : 'waiting'
    case 'approve':
    case 'lose-reply':
    case 'busy':
    case 'fault':
    case 'html':
    case 'slow-token':
    case 'expired-token':
    case 'wrong-amount':
    case 'wrong-currency':
    case 'occupied':
    case 'stop-too-late':
    case 'partial':
    case 'not-found':
    case 'unplugged':
    case 'offline':
    case 'wrong-pin':
    case 'duplicate':
      return thought ? 'approved' : 'waiting'
  }
}
