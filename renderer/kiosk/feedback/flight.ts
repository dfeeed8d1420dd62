import { isStill } from '../../components/motion.ts'
import styles from './flight.module.css'

const FLIGHT_MS = 280

/** Where the last finger came down, until something has flown from there. */
let touched: { readonly x: number; readonly y: number } | null = null

/** Remembers every touch, until the answer is called. */
export function followTouches(): () => void {
  const remember = ({ clientX, clientY }: PointerEvent): void => {
    touched = { x: clientX, y: clientY }
  }
  window.addEventListener('pointerdown', remember, true)
  return () => window.removeEventListener('pointerdown', remember, true)
}

/** Animates a seat from the touch to the upper edge of the stub. Does nothing after a key press or if motion is disabled. */
export function flyToStub(): void {
  const from = touched
  touched = null
  const stub = document.querySelector('[data-stub]')?.getBoundingClientRect()
  if (!from || !stub || isStill()) return
  const seat = document.createElement('div')
  seat.className = styles['seat'] ?? ''
  seat.dataset['flying'] = ''
  document.body.append(seat)
  // The seat shrinks to half its size on the way.
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
