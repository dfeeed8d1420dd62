import { useEffect, useRef, type ReactNode } from 'react'
import paper from '../../styles/paper.module.css'
import styles from './sheet.module.css'
import { Guilloche } from '../illustrations/guilloche.tsx'
import { ScrollHint } from '../scroll-hint.tsx'
import { useSaying } from '../speech/speech.tsx'
import { useTapGuard } from '../hooks.ts'
import { sentence } from '../../i18n/dates.ts'

export interface SheetProps {
  /** Heading of the screen. It receives the focus unless an element of the screen already has it. */
  readonly title: string
  /** Distinguishes states of the sheet that have the same title but different button positions. */
  readonly turn?: string
  readonly lead?: string | undefined
  /** Role of an introductory text that changes while the screen remains, or must be announced immediately. */
  readonly leadRole?: 'status' | 'alert'
  /** True if the heading is for screen readers only, because a drawing has the same content. */
  readonly titleUnseen?: boolean
  /** True if a picture replaces the heading and fills the sheet to its edges. Default: false. */
  readonly bleed?: boolean
  /** Line above the heading, such as the selected event. */
  readonly above?: ReactNode
  readonly notice?: ReactNode
  readonly options?: ReactNode
  readonly coupon?: ReactNode
  /** Picture that fills spare space: above the buttons on a wide screen, below the content on an upright screen. */
  readonly picture?: ReactNode
  /**
   * Buttons, main action first. `data-broad`: attribute of a group that gets its own row on a small screen.
   * `data-columns`: attribute of a group that widens the stub on a wide screen. With the value `half`, the stub takes
   * almost half of the sheet.
   */
  readonly actions?: ReactNode
  readonly background?: ReactNode
  readonly children?: ReactNode
}

/**
 * Speaks the title and the introductory text, and later each changed text. If words were only added to the text, speaks
 * only the added words.
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

/**
 * Focuses and speaks the heading of a sheet. Returns the properties of the `main` element, which ignores touches at
 * first, and of the `h1` element.
 */
export function useSheetHead({ title, lead = '', turn = '' }: Pick<SheetProps, 'title' | 'lead' | 'turn'>) {
  const settling = useTapGuard(`${title} ${turn}`)
  const ref = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    // If another element of the sheet already has the focus when the sheet opens, the heading does not take it.
    if (!ref.current?.closest('main')?.contains(document.activeElement)) ref.current?.focus({ preventScroll: true })
  }, [])
  useSpokenHead(title, lead)
  return { main: { 'data-settling': settling }, heading: { ref, tabIndex: -1 } }
}

/** Screen in the form of a paper ticket, with the actions on its stub. */
export function Sheet({
  title,
  turn = '',
  lead,
  leadRole,
  bleed = false,
  titleUnseen = bleed,
  above,
  notice,
  options,
  coupon,
  picture,
  actions,
  background,
  children,
}: SheetProps) {
  const { main, heading } = useSheetHead({ title, lead, turn })
  const hasStub = Boolean(coupon) || Boolean(actions)
  return (
    <main className={`${paper.ticket} ${styles.sheet}`} {...main} data-bleed={bleed}>
      <div className={`${paper.main} ${styles.body} ${hasStub ? '' : paper.whole}`}>
        {background && <div className={styles.background}>{background}</div>}
        {above}
        <div className={titleUnseen ? 'unseen' : styles.head} data-said>
          <h1 {...heading} className={styles.title}>
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
            <div className={styles.beside}>{picture ?? (!coupon && <Guilloche seed={title} />)}</div>
            {actions && <div className={styles.actions}>{actions}</div>}
            <ScrollHint />
          </div>
        </>
      )}
      <ScrollHint />
    </main>
  )
}
