import type { ReactNode } from 'react'
import type { DevicePositions, Edge } from '../../shared/api/kiosk/views.ts'
import { useSpoken } from '../ui/speech/speech.tsx'
import { useI18n } from '../i18n/i18n-context.tsx'
import type { I18n } from '../i18n/i18n.ts'
import styles from './pointer.module.css'
import type { Screen } from './screen.ts'
import { useKioskState } from './state/kiosk-context.tsx'

type Device = keyof DevicePositions

/** Device or help point to which each screen directs the customer. */
const soughtAt: Readonly<Partial<Record<Screen['name'], Device>>> = {
  card: 'terminal',
  notes: 'notes',
  printing: 'tickets',
  done: 'tickets',
  cash: 'help',
  'print-problem': 'help',
  'refund-due': 'help',
  'needs-staff': 'help',
}

const ofItself: readonly Screen['name'][] = ['card', 'notes', 'printing', 'done']

/** Strip that points to a device or to staff. Omitted on screens with their own pointer, except in pictogram mode. */
export function Pointer({ screen }: { screen: Screen['name'] }) {
  const { aids } = useKioskState()
  const sought = soughtAt[screen]
  return sought && (aids.pictures || !ofItself.includes(screen)) ? <Strip to={sought} /> : null
}

function Strip({ to }: { to: Device }) {
  const { edge, words } = usePosition(to)
  if (!edge) return null
  return (
    <p className={styles.pointer} data-edge={edge} role="status" data-said>
      <span>{words}</span>
      <svg viewBox="0 0 48 24" aria-hidden="true">
        <path d="M3 12h38M32 3l9.5 9-9.5 9" />
      </svg>
    </p>
  )
}

/**
 * Drawing of a device with an arrow and a text that point to the real device. Shows only the drawing if the settings do
 * not define the device's position.
 */
export function DevicePointer({ to, children }: { to: Device; children?: ReactNode }) {
  const { edge, words } = usePosition(to)
  return (
    <div className={styles.device} data-edge={edge}>
      {children}
      {edge && (
        <>
          <svg className={styles.arrow} viewBox="0 0 64 64" aria-hidden="true" data-arrow>
            <path d="M6 32h50M34 9l23 23-23 23" />
          </svg>
          <p role="status" data-said>
            {words}
          </p>
        </>
      )}
    </div>
  )
}

/** Returns the screen edge nearest to a device, and a text that describes its position. Also speaks the text. */
export function usePosition(to: Device): { readonly edge: Edge | undefined; readonly words: string } {
  const { t } = useI18n()
  const { info } = useKioskState()
  const edge = info?.surroundings?.[to]
  const words = edge ? wordsFor(t, to, edge) : ''
  useSpoken('notice', words)
  return { edge, words }
}

function wordsFor({ around }: I18n['t'], to: Device, edge: Edge): string {
  const texts: Readonly<Partial<Record<Edge, string>>> = around[to]
  return texts[edge] ?? ''
}
