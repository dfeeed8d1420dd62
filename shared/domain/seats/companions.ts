import type { ChosenSeat } from './offer.ts'

type Held = Pick<ChosenSeat, 'seatId' | 'place'>

/** Whether one of several held seats may be given back alone: a companion's seat is not kept without its space. */
export function mayTakeOut(held: readonly Held[], seatId: string): boolean {
  const count = (seats: readonly Held[], trait: 'accessible' | 'companion'): number =>
    seats.filter(({ place }) => place[trait]).length
  const left = held.filter((seat) => seat.seatId !== seatId)
  const spacesGo = count(left, 'accessible') < count(held, 'accessible')
  return !spacesGo || count(left, 'companion') <= count(left, 'accessible')
}
