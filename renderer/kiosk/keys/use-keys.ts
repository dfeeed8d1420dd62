import { useEffect, useEffectEvent, useRef, useState } from 'react'
import {
  digitOf,
  type HearingMove,
  isHearingMove,
  type KeyMove,
  type Keypad,
  keysOf,
  moveOf,
} from '../../../shared/domain/keypad.ts'
import type { KioskState } from '../state/kiosk-state.ts'
import type { KioskStore } from '../state/kiosk-store.ts'
import { scopeOf } from './controls.ts'
import { createScan, type Scan } from './scan.ts'
import { createWalk, type Walk } from './walk.ts'

/** Where the machine has nothing but a switch. */
const USUAL_SCAN_MS = 1500

/** The control that a key came to last, and how many have been before it: it may be said again. */
export interface CameTo {
  readonly count: number
  readonly control: HTMLElement
  /** Where they came from. */
  readonly from: HTMLElement | null
}

const after =
  (control: HTMLElement) =>
  (last: CameTo | null): CameTo => ({ count: (last?.count ?? 0) + 1, control, from: last?.control ?? null })

export interface KeysForHearing {
  /** The first press of help begins to speak. */
  readonly canSpeak: boolean
  readonly onHearing: (move: HearingMove) => void
}

export interface Keys {
  readonly cameTo: CameTo | null
  /** What the one button would take; null where nobody uses one. */
  readonly lit: readonly HTMLElement[] | null
}

/**
 * The whole kiosk by keys alone. The first key shows where one is and presses nothing; from then on keys walk and press
 * until the next customer comes. Staff's screens keep the keys of a browser.
 */
export function useKeys(
  store: KioskStore,
  { byKeys, scanMs, staffDesk }: Pick<KioskState, 'byKeys' | 'scanMs' | 'staffDesk'>,
  { canSpeak, onHearing }: KeysForHearing,
): Keys {
  const [cameTo, setCameTo] = useState<CameTo | null>(null)
  const [lit, setLit] = useState<readonly HTMLElement[]>([])
  const walk = useRef<Walk>(null)
  const scan = useRef<Scan>(null)
  const hearBy = useEffectEvent(onHearing)
  const mayBegin = useEffectEvent(() => canSpeak)
  useEffect(() => {
    const made = createWalk((control) => setCameTo(after(control)))
    walk.current = made
    const hear = createHearing(store, made, {
      pressOne: () => scan.current?.press(),
      hearBy: (move) => hearBy(move),
      mayBegin: () => mayBegin(),
    })
    window.addEventListener('keydown', hear)
    return () => window.removeEventListener('keydown', hear)
  }, [store])
  useEffect(() => {
    if (scanMs === null) return undefined
    const made = createScan(scanMs, (now) => {
      setLit(now)
      if (now[0]) setCameTo(after(now[0]))
    })
    scan.current = made
    return () => made.stop()
  }, [scanMs])
  useEffect(() => {
    if (!byKeys || staffDesk) return undefined
    const look = (): void => walk.current?.look()
    const changes = new MutationObserver(look)
    changes.observe(document.body, {
      subtree: true,
      childList: true,
      characterData: true,
      attributes: true,
      attributeFilter: ['open', 'inert', 'hidden', 'data-screen'],
    })
    document.addEventListener('focusin', look)
    return () => {
      changes.disconnect()
      document.removeEventListener('focusin', look)
    }
  }, [byKeys, staffDesk])
  return { cameTo: byKeys ? cameTo : null, lit: scanMs === null ? null : lit }
}

interface Hands {
  readonly pressOne: () => void
  readonly hearBy: (move: HearingMove) => void
  readonly mayBegin: () => boolean
}

function createHearing(store: KioskStore, walk: Walk, hands: Hands): (event: KeyboardEvent) => void {
  /** The screen whose pad was left: its figures move from then on. */
  let padLeft: Element | null = null

  const beginHere = (): void => {
    if (store.getState().byKeys) return
    store.useKeys()
    walk.begin()
  }

  /** Who sees nothing hears first how it goes; who asks again finds the sheet with all there is. */
  const help = (): void => {
    const { aids, dialog } = store.getState()
    if (hands.mayBegin() && !aids.spoken && dialog !== 'access') store.beginSpeaking()
    else store.openDialog('access')
  }

  const carryOut = (move: KeyMove, { repeat }: KeyboardEvent): boolean => {
    switch (move) {
      case 'select': {
        const pressed = walk.select(repeat)
        if (!pressed && store.getState().dialog === 'idle') store.closeDialog()
        return pressed
      }
      case 'back':
        if (repeat) return true
        if (store.getState().dialog) store.closeDialog()
        else walk.back()
        return true
      case 'help':
        if (!repeat) help()
        return true
      case 'plugged':
      case 'unplugged':
        store.headphones(move === 'plugged' ? 'in' : 'out')
        return true
      case 'previous':
      case 'next':
      case 'up':
      case 'down':
      case 'left':
      case 'right':
        walk.step(move, repeat)
        return true
      default:
        hands.hearBy(move)
        return true
    }
  }

  /** Where figures are typed: true when this key has done its work there. */
  const onPad = (pad: Element, move: KeyMove | null, event: KeyboardEvent): boolean => {
    if (event.key === 'Backspace') return true
    if (padLeft === pad || !movesByFigures(store.getState().info?.keypad)) return false
    if (digitOf(event) !== null) return true
    if (move === 'back') pad.querySelector<HTMLElement>('[data-erase]')?.click()
    else if (move === 'next') {
      padLeft = pad
      beginHere()
      walk.leavePad(pad)
    } else return false
    event.preventDefault()
    return true
  }

  return (event) => {
    const { byKeys, dialog, info, scanMs, staffDesk } = store.getState()
    // Staff type there, or scan: their Enter presses nothing that came up meanwhile.
    if (staffDesk) return
    const move = moveOf(event, info?.keypad ?? 'arrows')
    if (event.defaultPrevented) {
      if (move !== null && move !== 'select') beginHere()
      return
    }
    if (move === 'select' && (scanMs !== null || info?.keypad === 'one-switch')) {
      event.preventDefault()
      event.stopImmediatePropagation()
      if (scanMs === null) store.scan(USUAL_SCAN_MS)
      else if (!event.repeat) hands.pressOne()
      return
    }
    const pad = scopeOf()?.querySelector('[data-types]')
    if (pad && onPad(pad, move, event)) return
    if (move === null && dialog === 'idle') store.closeDialog()
    if (move === null || isWritten(event.target)) return
    if (move !== 'unplugged') beginHere()
    // The first key shows where one is; what is about hearing is done at once.
    if ((!byKeys && !isForHearing(move)) || carryOut(move, event)) event.preventDefault()
  }
}

function isForHearing(move: KeyMove): boolean {
  return isHearingMove(move) || move === 'help' || move === 'plugged' || move === 'unplugged'
}

function movesByFigures(keypad: Keypad = 'arrows'): boolean {
  return Object.values(keysOf(keypad)).some((keys) => keys.some((key) => /^\d$/u.test(key)))
}

/** Lines of text keep their keys. */
function isWritten(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement
  )
}
