import { Activity, type ComponentType, useEffect, useMemo, useState } from 'react'
import { collectionCode, inHalves } from '../../shared/domain/sale/collection-code.ts'
import { shownGate } from '../../shared/domain/seats/place.ts'
import type { SaleView } from '../../shared/api/kiosk/views.ts'
import type { Connection } from '../app/client.ts'
import type { OfficeProps } from '../app/office-pages.ts'
import { moneyOf } from '../app/problem.ts'
import { useSection } from '../app/hooks.ts'
import { useAttention, useDocument, useIdle } from '../ui/hooks.ts'
import { I18nProvider, useI18n } from '../i18n/i18n-context.tsx'
import type { SeatMapLabels } from '../i18n/fr/kiosk.ts'
import { usePlannedVenue, VenueMiniature } from '../seat-map/miniature.tsx'
import { SeatMap } from '../seat-map/seat-map.tsx'
import styles from './cashier-app.module.css'
import { AccountPanel } from './account-panel.tsx'
import { attendedMeans, CommandLine, KeyBar } from './command-line.tsx'
import { DeskHead, DeskNoticeLine } from './desk-bar.tsx'
import { ApprovalForm } from './files/after-sale-form.tsx'
import { FilesScreen } from './files/files-screen.tsx'
import {
  BehindChoice,
  BackgroundSalesStrip,
  EventList,
  OfferList,
  ParkedChoice,
  ParkedStrip,
  SumList,
} from './lists.tsx'
import { CopiesPanel, PapersPanel } from './papers.tsx'
import { Facts, FoundSale, Panel, QuestionPanel, SalePanel } from './sale-panel.tsx'
import { FloatScreen, SignInScreen } from './sign-in-screen.tsx'
import { type Opened as OpenedScreen, shownAccounts, type SignedIn, stepOn } from './state/desk-state.ts'
import { DeskProvider, DeskStore, useDesk } from './state/desk-store.tsx'
import { atHand, isAt, type SaleAt, waitsLong, type WorkAt } from './state/desk-task.ts'
import { TicketPageDialog } from './ticket-page-dialog.tsx'
import {
  commandsWith,
  type DeskCommandName,
  deskCommands,
  pressedKey,
  shortcutsWith,
} from '../../shared/domain/desk/shortcuts.ts'

interface CashierAppProps {
  readonly connection: Connection
  readonly Office: ComponentType<OfficeProps>
}

export function CashierApp({ connection, Office }: CashierAppProps) {
  const [store] = useState(() => new DeskStore(connection))
  return (
    <DeskProvider value={store}>
      <Desk Office={Office} />
    </DeskProvider>
  )
}

function Desk({ Office }: Pick<CashierAppProps, 'Office'>) {
  const { store, state } = useDesk()
  const { info, screen, work } = state
  const language = info?.defaultLanguage ?? 'fr'
  useEffect(() => store.start(), [store])
  useDocument(language, { text: 'desk', theme: info?.theme ?? 'system' })
  useShortcuts(store)
  useIdle(screen.who === null ? undefined : info?.lockAfterMs, store.lockIdle)
  useAttention(screen.who !== null, (inUse) => void store.invoke('reportActivity', { inUse }))
  const step = stepOn(state)
  return (
    <I18nProvider
      language={language}
      numerals={info?.numerals}
      tenderNames={info?.tenderNames}
      timeZone={info?.timeZone}
    >
      <div className={styles.desk} data-desk={state.connection === 'up' ? step : state.connection}>
        <DeskHead />
        <TicketPageDialog />
        {state.connection === 'lost' && (
          <DeskNoticeLine notice={{ type: 'bridge-lost' }} paid={moneyOf(atHand(work).sale)} />
        )}
        {screen.name === 'signed-out' && (
          <SignInScreen
            key={String(screen.training)}
            offered={screen.offered}
            because={null}
            forTraining={screen.training}
          />
        )}
        {screen.name === 'expired' && (
          <SignInScreen offered={screen.who.person.number} because={{ type: 'signed-out' }} />
        )}
        {screen.who && (
          <Activity mode={screen.name === 'expired' ? 'hidden' : 'visible'}>
            <Opened Office={Office} screen={screen.name === 'expired' ? screen.kept : screen} />
          </Activity>
        )}
        <KeyBar work={work} />
      </div>
    </I18nProvider>
  )
}

function Opened({ Office, screen }: Pick<CashierAppProps, 'Office'> & { screen: OpenedScreen }) {
  const { store, state } = useDesk()
  const { work } = state
  const { who } = screen
  const accounts = shownAccounts(state)
  if (screen.office) {
    const hasHub = state.info?.deskCalls !== undefined
    return <Office invoke={store.invoke} credentials={who.credentials} role={who.person.role} hasHub={hasHub} />
  }
  if (screen.name === 'files') return <FilesScreen who={who} />
  if (screen.name === 'float') return <FloatScreen who={who} />
  return (
    <main className={styles.work}>
      <div className={styles.search}>
        {accounts && <AccountPanel who={who} opened={accounts} />}
        {work.step !== 'approval' && !accounts && <CommandLine />}
        {work.step === 'events' && !accounts && <EventList chosen={work.chosen} />}
        {state.found && <FoundSale found={state.found} />}
        {work.step === 'question' && <QuestionPanel work={work} />}
        {work.step === 'attended' && <AttendedPanel sale={work.sale} />}
        {work.step === 'approval' && <ApprovalPanel who={who} work={work} />}
        {work.step === 'customer' && <CustomerPanel />}
        {work.step === 'parked' && <ParkedChoice chosen={work.chosen} />}
        {work.step === 'behind' && <BehindChoice chosen={work.chosen} />}
        {work.step === 'copies' && <CopiesPanel work={work} />}
        {waitsLong(work) && <LatePaymentPanel sale={work.sale} />}
        {'sale' in work && work.sale && printsAt(work.sale) && <PapersPanel sale={work.sale} />}
        {work.step === 'seats' && !accounts && <OfferList seats={work} />}
        {work.step === 'payment' && !accounts && <SumList work={work} />}
        {work.step === 'seats' && !accounts && !state.found && state.mapShown && <DeskMap seats={work} />}
      </div>
      <div className={styles.side}>
        <SalePanel />
        {work.step !== 'behind' && <BackgroundSalesStrip />}
        {work.step !== 'parked' && <ParkedStrip />}
      </div>
    </main>
  )
}

function printsAt(sale: SaleView): sale is SaleAt<'printing' | 'print-problem'> {
  return isAt(sale, 'printing') || isAt(sale, 'print-problem')
}

function AttendedPanel({ sale }: Pick<WorkAt<'attended'>, 'sale'>) {
  const { t, money } = useI18n()
  const { tender, due } = sale.stage
  const { title, body } = t.desk.attended[attendedMeans(tender)]
  return (
    <section className={styles.attended} aria-label={title}>
      <h2>{title}</h2>
      <p className={styles.charge}>
        <span>{t.desk.tenders[tender]}</span>
        <strong>{money(due, sale.currency)}</strong>
      </p>
      <p>{body}</p>
    </section>
  )
}

/** Form in which a supervisor approves the document whose number the cashier entered. */
function ApprovalPanel({ who, work: { sale, number } }: { who: SignedIn; work: WorkAt<'approval'> }) {
  const { t, money } = useI18n()
  const { store, state } = useDesk()
  const { tender, due } = sale.stage
  return (
    <Panel title={t.desk.tenders[tender]}>
      <Facts
        facts={[
          [t.desk.toPay, money(due, sale.currency)],
          [t.desk.attended.document.hint, number],
        ]}
      />
      <ApprovalForm
        who={who}
        answersFor={t.desk.attended.document.answersFor}
        notice={state.notice}
        busy={state.busy}
        onApprove={store.acceptDocument}
      />
    </Panel>
  )
}

function CustomerPanel() {
  const { t } = useI18n()
  const { title, body, kept } = t.desk.customer
  return (
    <Panel title={title}>
      <p>{body}</p>
      <p className={styles.quiet}>{kept}</p>
    </Panel>
  )
}

function DeskMap({ seats: { visit, search } }: { seats: WorkAt<'seats'> }) {
  const { t, money } = useI18n()
  const { store, state } = useDesk()
  const { info, busy } = state
  const offer = search.offers?.[search.chosen]
  const places = useMemo(
    () => offer?.seats.map(({ sectionId, place }) => ({ sectionId, gate: shownGate(place.gate) })) ?? [],
    [offer],
  )
  const venue = usePlannedVenue(visit)
  const sectionId = offer?.seats.at(-1)?.sectionId ?? search.sectionId
  const picked = useMemo(() => {
    const shown = offer?.seats.filter((seat) => seat.sectionId === sectionId)
    return shown?.map(({ seatId }) => seatId) ?? search.picked
  }, [offer, sectionId, search.picked])
  const watched = useSection(store, visit?.saleId ?? null, sectionId)
  const currency = visit?.session.currency ?? ''
  const labels = useMemo<SeatMapLabels>(
    () => ({ ...t.seatMap, money: (amount) => money(amount, currency) }),
    [t, money, currency],
  )
  const selected = useMemo(() => new Set(picked), [picked])
  if (!visit) return null
  if (venue && places.some((place) => place.sectionId !== sectionId))
    return (
      <div className={styles.map}>
        <span className={styles.venue}>
          <VenueMiniature venue={venue} places={places} />
        </span>
      </div>
    )
  return (
    <div className={styles.map} dir="ltr">
      <SeatMap
        visit={visit}
        section={watched.section}
        wheelchair={offer?.seats.some(({ place }) => place.accessible) ?? false}
        maxSeats={info?.maxSeats ?? 1}
        selected={selected}
        holding={busy}
        onSelectionChange={store.pick}
        onOpenSection={store.openSection}
        onCloseSection={() => store.openSection(null)}
        onSeatsLost={(lost) => store.pick(picked.filter((seatId) => !lost.includes(seatId)))}
        onLoneSeatsChange={() => undefined}
        pixelsPerMillimetre={info?.pixelsPerMillimetre ?? 4}
        labels={labels}
      />
    </div>
  )
}

function LatePaymentPanel({ sale: { amount, currency, saleId } }: { sale: SaleView }) {
  const { t, money } = useI18n()
  const { late } = t.desk
  const paid = money(amount, currency)
  const number = inHalves(collectionCode(saleId))
  return (
    <Panel title={late.title(paid)} role="alert">
      <p>{late.body}</p>
      <dl>
        <div>
          <dt>{late.number}</dt>
          <dd className={styles.number} data-code>
            {number}
          </dd>
        </div>
      </dl>
      <h3>{late.tell}</h3>
      <p className={styles.words}>{late.words(paid, number)}</p>
    </Panel>
  )
}

/** Commands available while the back office covers the screen; all other commands would act on the hidden screen. */
const overOffice: ReadonlySet<DeskCommandName> = new Set([
  'go-back',
  'office',
  'files',
  'call',
  'badge',
  'switch',
  'lock',
])

/** Handles the shortcuts of the desk, wherever the focus is. The training shortcut also works before sign-in. */
function useShortcuts(store: DeskStore): void {
  useEffect(() => {
    const { acts } = store
    const onKey = (event: KeyboardEvent): void => {
      const { info } = store.getState()
      const shortcuts = shortcutsWith(info?.shortcuts)
      const pressed = pressedKey(event)
      const has = (command: DeskCommandName): boolean => shortcuts[command] === pressed
      // The key of a tender that is not offered may be assigned to another command.
      const named = commandsWith(info?.tenders ?? []).find(has) ?? deskCommands.find(has)
      if (!named) return
      event.preventDefault()
      const { screen } = store.getState()
      if (named === 'training') acts.training()
      else if ('office' in screen && (!screen.office || overOffice.has(named))) acts[named]()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [store])
}
