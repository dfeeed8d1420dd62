import { useEffect, useRef, type ReactNode } from 'react'
import paper from '../../styles/paper.module.css'
import styles from './sheet.module.css'
import { ScrollHint } from '../scroll-hint.tsx'
import { useSaying } from '../speech/speech.tsx'
import { useTapGuard } from '../hooks.ts'
import { sentence } from '../../i18n/dates.ts'

export interface SheetProps {
  /**
   * Heading of the screen. The heading receives the focus when the screen appears, unless an element inside the screen
   * has the focus.
   */
  readonly title: string
  /** Identifies a state of the sheet with the same title but buttons in other places. */
  readonly turn?: string
  readonly lead?: string | undefined
  /** Role of a lead that changes while the screen remains, or that must be announced immediately. */
  readonly leadRole?: 'status' | 'alert'
  /** True if the heading is for screen readers only, because the drawing shows the same. */
  readonly titleUnseen?: boolean
  readonly notice?: ReactNode
  /** Display options of the content, beside the heading. */
  readonly options?: ReactNode
  /** Coupon on the stub. */
  readonly coupon?: ReactNode
  /**
   * Shown only in spare space: above the buttons on a wide screen, below the content on an upright one. The picture
   * fills its container and does not shrink other elements.
   */
  readonly picture?: ReactNode
  /**
   * Buttons in the lower band, the way forward first. A group with `data-broad` has the band to itself on a small
   * screen; one with `data-columns` has a wider stub on a wide screen.
   */
  readonly actions?: ReactNode
  /** Lines of security print behind the content. */
  readonly background?: ReactNode
  readonly children?: ReactNode
}

/**
 * Speaks the title and the lead when the screen appears, then each changed lead. If a lead only grows, speaks the added
 * part.
 */
function useSpokenHead(title: string, lead: string): void {
  const say = useSaying()
  const said = useRef({ say: null as typeof say | null, title: '', lead: '' })
  useEffect(() => {
    const before = said.current
    said.current = { say, title, lead }
    if (before.say !== say || before.title !== title) return say('screen', lead ? `${sentence(title)} ${lead}` : title)
    const grew = before.lead !== '' && lead.startsWith(before.lead)
    say('fact', grew ? lead.slice(before.lead.length).replace(/^[ ·]+/u, '') : lead)
  }, [say, title, lead])
}

/** Screen in the form of a paper ticket. Its stub, to tear off, holds the actions. */
export function Sheet({
  title,
  turn = '',
  lead,
  leadRole,
  titleUnseen = false,
  notice,
  options,
  coupon,
  picture,
  actions,
  background,
  children,
}: SheetProps) {
  const settling = useTapGuard(`${title} ${turn}`)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    const title = heading.current
    // A field that already has the focus retains it.
    if (!title?.closest('main')?.contains(document.activeElement)) title?.focus({ preventScroll: true })
  }, [])
  useSpokenHead(title, lead ?? '')
  const hasStub = Boolean(coupon) || Boolean(actions)
  return (
    <main className={`${paper.ticket} ${styles.sheet}`} data-settling={settling}>
      <div className={`${paper.main} ${styles.body} ${hasStub ? '' : paper.whole}`}>
        {background && <div className={styles.background}>{background}</div>}
        <div className={titleUnseen ? 'unseen' : styles.head} data-said>
          <h1 ref={heading} tabIndex={-1} className={styles.title}>
            {title}
          </h1>
          {lead && <p className={styles.lead}>{leadRole ? <span role={leadRole}>{lead}</span> : lead}</p>}
          {options && (
            <div className={styles.options} data-part="options">
              {options}
            </div>
          )}
        </div>
        {notice}
        <div className={styles.content}>{children}</div>
        <div className={styles.below}>{picture}</div>
        <ScrollHint />
      </div>
      {hasStub && (
        <>
          <div className={paper.perforation} aria-hidden="true" />
          <div className={`${paper.stub} ${styles.stub}`} data-part="stub">
            <div className={styles.coupon}>{coupon}</div>
            <div className={styles.beside}>{picture}</div>
            {actions && <div className={styles.actions}>{actions}</div>}
            <ScrollHint />
          </div>
        </>
      )}
      <ScrollHint />
    </main>
  )
}
