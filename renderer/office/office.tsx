import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { type OfficePageName, officePages, type OfficeProps } from '../app/office-pages.ts'
import { cardNames, type CardName } from '../../shared/i18n/texts.ts'
import type { AccessView, CardView } from '../../shared/api/kiosk/office-views.ts'
import { focusOnce } from '../ui/hooks.ts'
import { Manual } from '../ui/manual/manual.tsx'
import { useI18n } from '../i18n/i18n-context.tsx'
import { JournalPage } from './journal-page.tsx'
import { MachinePage } from './machine-page.tsx'
import { OfficeProvider, useCommand, useOffice, useQuery } from './office-context.tsx'
import { DataTable, Done, OfficeButton, OfficePage } from './office-page.tsx'
import styles from './office.module.css'
import { OpenSalesPage } from './open-sales-page.tsx'
import { PeoplePage } from './people-page.tsx'
import { ReconcilePage } from './reconcile-page.tsx'
import { SettingsPage } from './settings-page.tsx'
import { ShiftsPage } from './shifts-page.tsx'
import { SalesBreakdownPage } from './trade-page.tsx'

const pages = {
  trade: SalesBreakdownPage,
  sales: OpenSalesPage,
  shifts: ShiftsPage,
  reconcile: ReconcilePage,
  access: AccessPage,
  people: PeoplePage,
  machine: MachinePage,
  settings: SettingsPage,
  journal: JournalPage,
  manual: ManualPage,
} as const satisfies Record<OfficePageName, () => ReactNode>

/** Back office for supervisors and technicians, limited to the pages that the role may use. */
export function Office(props: OfficeProps) {
  return (
    <OfficeProvider {...props}>
      <Pages />
    </OfficeProvider>
  )
}

function Pages() {
  const { t } = useI18n()
  const { may } = useOffice()
  const theirs = (Object.keys(officePages) as OfficePageName[]).filter((name) => may(officePages[name]))
  const [shown, setShown] = useState<OfficePageName>(theirs[0] ?? 'sales')
  const Page = pages[shown]
  const frame = useArrows()
  return (
    <div ref={frame} className={styles.office} data-office={shown}>
      <nav className={styles.nav} aria-label={t.office.title}>
        {theirs.map((name, index) => (
          <button
            key={name}
            type="button"
            aria-current={name === shown ? 'page' : undefined}
            // The focus starts on the first page button, so that the keyboard can be used immediately.
            ref={index === 0 ? focusOnce : undefined}
            onClick={() => setShown(name)}
          >
            {t.office.pages[name]}
          </button>
        ))}
      </nav>
      <main className={styles.content} tabIndex={-1}>
        <Page />
      </main>
    </div>
  )
}

const STOPS = 'button, input, select, summary, a[href]'

/**
 * Moves the focus with the arrow keys: up and down within the list of pages or the open page, forward and back between
 * the two. Enter in a field moves to the next field. Fields that use arrow keys themselves are excluded.
 */
function useArrows(): RefObject<HTMLDivElement | null> {
  const frame = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const office = frame.current
    const onKeyDown = (event: KeyboardEvent): void => {
      const { target, key } = event
      if (!office || !(target instanceof HTMLElement) || event.ctrlKey || event.altKey || event.metaKey) return
      const inList = target.closest('nav') !== null
      const to = inList ? fromList(office, key, target) : withinPage(office, key, target)
      if (!to) return
      event.preventDefault()
      to.focus()
      if (inList && to.closest('nav')) to.click()
    }
    office?.addEventListener('keydown', onKeyDown)
    return () => office?.removeEventListener('keydown', onKeyDown)
  }, [])
  return frame
}

function fromList(office: HTMLElement, key: string, target: HTMLElement): HTMLElement | null {
  if (key === towards('forward', target)) return stopsIn(office.querySelector('main'))[0] ?? null
  return neighbour(stopsIn(target.closest('nav')), target, key)
}

function withinPage(office: HTMLElement, key: string, target: HTMLElement): HTMLElement | null {
  const typed = target instanceof HTMLInputElement && target.type !== 'checkbox'
  if (target instanceof HTMLSelectElement || (typed && target.list && key !== 'Enter')) return null
  const page = stopsIn(target.closest('main'))
  if (key === 'Enter') return typed && !target.form ? neighbour(page, target, 'ArrowDown') : null
  if (!typed && key === towards('back', target)) return office.querySelector<HTMLElement>('nav [aria-current]')
  return neighbour(page, target, key)
}

function stopsIn(part: Element | null): readonly HTMLElement[] {
  return [...(part?.querySelectorAll<HTMLElement>(STOPS) ?? [])].filter(
    (stop) => stop.tabIndex >= 0 && stop.checkVisibility(),
  )
}

function neighbour(stops: readonly HTMLElement[], from: HTMLElement, key: string): HTMLElement | null {
  const step = key === 'ArrowDown' ? 1 : key === 'ArrowUp' ? -1 : 0
  const at = stops.indexOf(from)
  return step === 0 || at < 0 ? null : (stops.at((at + step) % stops.length) ?? null)
}

/** Returns the arrow key for a direction; forward is the reading direction of the language. */
function towards(where: 'forward' | 'back', at: Element): string {
  const leftwards = getComputedStyle(at).direction === 'rtl'
  return (where === 'forward') === leftwards ? 'ArrowLeft' : 'ArrowRight'
}

function ManualPage() {
  const { t, language } = useI18n()
  const { invoke, who } = useOffice()
  const [card, setCard] = useState<CardView | null>(null)
  const { busy, problem, send } = useCommand()

  async function print(name: CardName): Promise<void> {
    const reply = await send(invoke('printCard', { ...who, card: name, language }))
    setCard(reply.ok ? reply.value : null)
  }

  const words = t.office.manual
  return (
    <OfficePage
      title={t.office.pages.manual}
      problem={problem}
      actions={cardNames.map((name) => (
        <OfficeButton key={name} disabled={busy} onPress={() => void print(name)}>
          {words.cards[name]}
        </OfficeButton>
      ))}
    >
      {card && (
        <p className={styles.notice} role="status">
          {words.paper[card.paper]} {words.saved(card.file)}
        </p>
      )}
      <Manual first="cashier-desk" />
    </OfficePage>
  )
}

/** Lists the events on sale and the missing access codes. A typed access code is never shown again. */
function AccessPage() {
  const { t, date } = useI18n()
  const { invoke, who } = useOffice()
  const events = useQuery('listAccess', who)
  const [chosen, setChosen] = useState<AccessView | null>(null)
  const [code, setCode] = useState('')
  const [kept, setKept] = useState('')
  const { busy, problem, send } = useCommand()
  const keep = async (event: AccessView): Promise<void> => {
    const reply = await send(invoke('setAccessCode', { ...who, eventId: event.eventId, code: code.trim() }))
    if (!reply.ok) return
    setKept(t.office.codeKept(event.title))
    setChosen(null)
    setCode('')
    events.again()
  }
  return (
    <OfficePage title={t.office.pages.access} lead={t.office.accessLead} problem={problem ?? events.problem}>
      <Done>{kept}</Done>
      {chosen && (
        <form
          className={styles.field}
          onSubmit={(submitted) => {
            submitted.preventDefault()
            if (!busy && code.trim() !== '') void keep(chosen)
          }}
        >
          <label className={styles.field}>
            <span>{t.office.codeOf(chosen.title)}</span>
            <input
              type="password"
              autoComplete="off"
              value={code}
              maxLength={100}
              ref={(input) => input?.focus()}
              onChange={({ target }) => setCode(target.value)}
            />
          </label>
          <OfficeButton strong disabled={busy || code.trim() === ''} onPress={() => void keep(chosen)}>
            {t.office.keepCode}
          </OfficeButton>
        </form>
      )}
      <DataTable
        caption={t.office.pages.access}
        head={[t.office.event, t.office.date, t.office.code, t.office.act]}
        empty={events.value ? t.desk.noEvents : t.common.wait}
        rows={(events.value ?? []).map((event) => [
          event.title,
          date(event.startsAt).full,
          <CodeState key="state" event={event} />,
          <OfficeButton key="act" pressed={chosen?.eventId === event.eventId} onPress={() => setChosen(event)}>
            {event.source === null ? t.office.typeCode : t.office.changeCode}
          </OfficeButton>,
        ])}
      />
    </OfficePage>
  )
}

function CodeState({ event: { source, refused } }: { event: AccessView }) {
  const { t } = useI18n()
  if (source === null) return <strong>{t.office.noCode}</strong>
  return refused ? <strong>{t.office.codeRefused}</strong> : t.office.codeFrom[source]
}
