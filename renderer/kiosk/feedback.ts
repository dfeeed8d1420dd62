import { useEffect } from 'react'
import type { SaleView } from '../../shared/api/kiosk/views.ts'
import { isMotionReduced } from '../ui/hooks.ts'
import { play, type Sound } from '../ui/sound.ts'
import styles from './feedback/flight.module.css'
import type { KioskState } from './state/kiosk-state.ts'
import type { KioskStore } from './state/kiosk-store.ts'

const USUAL_VOLUME = 50

/** Returns the volume from 0 to 100; always 0 in calm mode. */
export function volumeOf({ aids, info }: KioskState): number {
  return aids.calm ? 0 : (info?.soundVolume ?? USUAL_VOLUME)
}

/** Returns the sound for a change of state; null for silence. A page that was just opened does not repeat a sound. */
export function soundOf(before: KioskState, after: KioskState): Sound | null {
  if (before.connection !== 'up' || after.connection !== 'up' || after.staffDesk) return null
  const trouble = troubleOf(after)
  if (trouble !== null && trouble !== troubleOf(before)) return 'trouble'
  if (!isPaid(before.sale) && isPaid(after.sale)) return 'paid'
  if (isPaid(after.sale) && printed(after.sale) > printed(before.sale)) return 'ticket'
  return hasTaken(before, after) ? 'taken' : null
}

/** Returns a key that identifies the current problem, so that the problem sound is played only once. */
function troubleOf({ problem, sale }: KioskState): string | null {
  const stage = sale?.stage
  switch (stage?.name) {
    case 'print-problem':
      return stage.waits ? null : stage.name
    case 'refund-due':
    case 'needs-staff':
    case 'ended':
      return stage.name
    case 'choosing':
    case 'review':
      if (stage.notice) return `${stage.name} ${stage.notice.type}`
      break
    default:
  }
  return problem?.type ?? null
}

function isPaid(sale: SaleView | null): boolean {
  switch (sale?.stage.name) {
    case 'confirming':
    case 'printing':
    case 'print-problem':
    case 'done':
      return true
    default:
      return false
  }
}

function printed(sale: SaleView | null): number {
  const tickets = sale && 'tickets' in sale.stage ? sale.stage.tickets : []
  return tickets.filter(({ state }) => state === 'printed').length
}

/** Returns whether another seat was marked on the map, or the seats of an offer were held. */
function hasTaken(before: KioskState, after: KioskState): boolean {
  if (before.step.name === 'map' && after.step.name === 'map' && after.sale === before.sale)
    return after.step.picked.length > before.step.picked.length
  return after.sale?.stage.name === 'review' && isChoosing(before.sale)
}

function isChoosing(sale: SaleView | null): boolean {
  return sale === null || sale.stage.name === 'choosing' || sale.stage.name === 'holding'
}

const FLIGHT_MS = 280

/** Position of the last touch; null once an animation has used it. */
let touched: { readonly x: number; readonly y: number } | null = null

function followTouches(): () => void {
  const remember = ({ clientX, clientY }: PointerEvent): void => {
    touched = { x: clientX, y: clientY }
  }
  window.addEventListener('pointerdown', remember, true)
  return () => window.removeEventListener('pointerdown', remember, true)
}

/** Animates a seat from the last touch to the ticket stub. Does nothing after a key press or with reduced motion. */
function animateToStub(): void {
  const from = touched
  touched = null
  const stub = document.querySelector('[data-stub]')?.getBoundingClientRect()
  if (!from || !stub || isMotionReduced()) return
  const seat = document.createElement('div')
  seat.className = styles['seat'] ?? ''
  seat.dataset['flying'] = ''
  document.body.append(seat)
  const above = stub.y - seat.offsetHeight / 4
  const at = (x: number, y: number, scale: number): string => `translate(${x}px, ${y}px) scale(${scale})`
  const flight = seat.animate(
    [
      { transform: at(from.x, from.y, 1), opacity: 1 },
      { transform: at(stub.x + stub.width / 2, above, 0.5), opacity: 0 },
    ],
    { duration: FLIGHT_MS, easing: 'cubic-bezier(0.3, 0, 0.3, 1)' },
  )
  flight.addEventListener('finish', () => seat.remove())
}

export function useFeedback(store: KioskStore): void {
  useEffect(() => followTouches(), [])
  useEffect(() => {
    let before = store.getState()
    return store.subscribe(() => {
      const after = store.getState()
      const sound = soundOf(before, after)
      before = after
      if (sound) play(sound, volumeOf(after))
      // The animation starts after the first frame of the next screen, because that frame positions the ticket stub.
      if (sound === 'taken') requestAnimationFrame(() => requestAnimationFrame(animateToStub))
    })
  }, [store])
}
