import { useCallback, useEffect, useState, useSyncExternalStore } from 'react'
import type { KioskInfo } from '../../shared/api/kiosk/views.ts'
import type { SectionView } from '../../shared/domain/seats/offer.ts'
import type { Invoke } from './client.ts'
import { endsTheVisit, type Problem } from './problem.ts'

/** Maximum reach from a wheelchair, in millimetres above the floor. */
const REACH_MM = 1120

/** Height of the lower screen edge on most freestanding kiosks, in millimetres above the floor. */
export const USUAL_FOOT_MM = 800

/** Returns the height of the part of the screen that everybody can reach, in CSS pixels from its lower edge. */
export function reachablePixels({ pixelsPerMillimetre, screenBottomMillimetres }: KioskInfo): number {
  return Math.max(0, REACH_MM - (screenBottomMillimetres ?? USUAL_FOOT_MM)) * pixelsPerMillimetre
}

const FRESH_MS = 5000

/**
 * Calls `ask` at once, and again about 5 s after each reply. The returned function stops the polling; `left` then
 * returns true, and `ask` must discard a late reply.
 */
export function poll(ask: (left: () => boolean) => Promise<void>): () => void {
  let over = false
  let timer: ReturnType<typeof setTimeout> | undefined
  const left = (): boolean => over
  const again = async (): Promise<void> => {
    await ask(left)
    if (!over) timer = setTimeout(() => void again(), FRESH_MS * (0.9 + Math.random() * 0.2))
  }
  void again()
  return () => {
    over = true
    clearTimeout(timer)
  }
}

/**
 * Returns the whole seconds until `endsAt` (a `performance.now()` time), rounded up and at least 0. Null if `endsAt` is
 * null.
 */
export function useSecondsLeft(endsAt: number | null): number | null {
  const subscribe = useCallback((changed: () => void) => everySecondUntil(endsAt, changed), [endsAt])
  return useSyncExternalStore(subscribe, () => secondsUntil(endsAt))
}

function secondsUntil(endsAt: number | null): number | null {
  return endsAt === null ? null : Math.ceil(Math.max(0, endsAt - performance.now()) / 1000)
}

function everySecondUntil(endsAt: number | null, call: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const next = (): void => {
    const rest = endsAt === null ? 0 : endsAt - performance.now()
    if (rest <= 0) return
    // Waits until just past the next whole second, so that no second is skipped or shown twice.
    timer = setTimeout(
      () => {
        call()
        next()
      },
      (rest % 1000) + 5,
    )
  }
  next()
  return () => clearTimeout(timer)
}

const UPRIGHT = '(max-aspect-ratio: 1/1)'

export function useUpright(): boolean {
  return useSyncExternalStore(listen, () => matchMedia(UPRIGHT).matches)
}

function listen(changed: () => void): () => void {
  const media = matchMedia(UPRIGHT)
  media.addEventListener('change', changed)
  return () => media.removeEventListener('change', changed)
}

/** Minimum width and height of the wide layout, in rem. The style sheets use the same values. */
const WIDE_REM = { width: 50, height: 28 }

/** Returns whether the screen uses the wide layout, in which the stub is beside the ticket instead of below it. */
export function useWide(): boolean {
  return useSyncExternalStore(watchLayout, isWide)
}

function isWide(): boolean {
  const { clientWidth = 0, clientHeight = 0 } = document.querySelector('[data-screen]') ?? {}
  const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize)
  return clientWidth > clientHeight && clientWidth >= WIDE_REM.width * rem && clientHeight >= WIDE_REM.height * rem
}

function watchLayout(changed: () => void): () => void {
  const size = new ResizeObserver(changed)
  const aids = new MutationObserver(changed)
  const screen = document.querySelector('[data-screen]')
  if (screen) size.observe(screen)
  aids.observe(document.documentElement, { attributes: true })
  return () => {
    size.disconnect()
    aids.disconnect()
  }
}

interface WatchedSection {
  /** Latest view received, which may belong to the previously open section. Null if no section is open. */
  readonly section: SectionView | null
  /** True if the booking service does not respond, so that the view may be out of date. */
  readonly stale: boolean
}

const noSection: WatchedSection = { section: null, stale: false }

/** Polls the open section with the revision already received, so that an unchanged section is not transferred again. */
export function useSection(
  { invoke, meet }: { readonly invoke: Invoke; readonly meet: (problem: Problem) => void },
  saleId: string | null,
  sectionId: string | null,
): WatchedSection {
  const [watched, setWatched] = useState<WatchedSection>(noSection)
  const [shownId, setShownId] = useState(sectionId)
  if (shownId !== sectionId) {
    setShownId(sectionId)
    if (sectionId === null) setWatched(noSection)
  }
  useEffect(() => {
    if (saleId === null || sectionId === null) return undefined
    let knownRevision: string | undefined
    return poll(async (left) => {
      const reply = await invoke('viewSection', {
        saleId,
        sectionId,
        ...(knownRevision !== undefined && { knownRevision }),
      })
      if (left()) return
      if (reply.ok) {
        knownRevision = reply.value.revision
        const { section } = reply.value
        setWatched((before) => ({ section: section ?? before.section, stale: false }))
      } else if (endsTheVisit(reply.error)) meet(reply.error)
      else setWatched(({ section }) => ({ section, stale: true }))
    })
  }, [invoke, meet, saleId, sectionId])
  return watched
}
