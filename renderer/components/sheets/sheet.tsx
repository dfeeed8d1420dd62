import { useEffect, useRef, type ReactNode } from 'react'
import paper from '../../styles/paper.module.css'
import styles from './sheet.module.css'
import { MoreBelow } from '../more-below.tsx'
import { useSaying } from '../speech/speech.tsx'
import { useTapGuard } from '../hooks.ts'
import { sentence } from '../../i18n/dates.ts'

export interface SheetProps {
  /** The screen's heading; focus goes there when the screen comes up, unless something in it took it. */
  readonly title: string
  /** What makes the same sheet another one, beside its title: its buttons stand elsewhere. */
  readonly turn?: string
  readonly lead?: string | undefined
  /** Of a lead that changes while the screen stays, or that must be read out at once. */
  readonly leadRole?: 'status' | 'alert'
  /** Heading for screen readers only: the drawing says it to everyone else. */
  readonly titleUnseen?: boolean
  readonly notice?: ReactNode
  /** Ways to look at the content, beside the heading. */
  readonly options?: ReactNode
  /** What stands on the stub: the coupon. */
  readonly coupon?: ReactNode
  /**
   * Drawn where room is left over and nowhere else: over the buttons on a wide screen, below the content on an upright
   * one. It fills the element it stands in, and makes nothing else smaller.
   */
  readonly picture?: ReactNode
  /**
   * Buttons, the way on first; they stand in the lower band. A group with `data-broad` has it for itself on a small screen,
   * one with `data-columns` has a broader stub on a wide one.
   */
  readonly actions?: ReactNode
  /** Lines of security print behind the content. */
  readonly background?: ReactNode
  readonly children?: ReactNode
}

/** Both when it comes up, then a lead that changes; one that grows is not said once more from its beginning. */
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

/** The object on the counter: a ticket of paper, with a stub to tear off where the actions are. */
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
    // A field that begins with the keys keeps them.
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
        <MoreBelow />
      </div>
      {hasStub && (
        <>
          <div className={paper.perforation} aria-hidden="true" />
          <div className={`${paper.stub} ${styles.stub}`} data-part="stub">
            <div className={styles.coupon}>{coupon}</div>
            <div className={styles.beside}>{picture}</div>
            {actions && <div className={styles.actions}>{actions}</div>}
            <MoreBelow />
          </div>
        </>
      )}
      <MoreBelow />
    </main>
  )
}
