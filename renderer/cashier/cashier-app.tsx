import { Activity, type ComponentType, useEffect, useState } from 'react'
import { useAttention, useQuiet } from '../components/hooks.ts'
import { I18nProvider } from '../i18n/i18n-context.tsx'
import { directionOf } from '../i18n/languages.ts'
import type { Connection } from '../app/bridge.ts'
import { moneyOf } from '../app/sale-money.ts'
import type { SaleView } from '../../shared/kiosk-api/views.ts'
import type { OfficeProps } from '../app/office-pages.ts'
import { AttendedPanel } from './attended-panel.tsx'
import { BehindChoice, BehindStrip } from './behind-list.tsx'
import styles from './cashier-app.module.css'
import { CommandLine } from './command-line.tsx'
import { CustomerPanel } from './customer-panel.tsx'
import { CopiesPanel } from './copies-panel.tsx'
import { DeskHead } from './desk-bar.tsx'
import { DeskNoticeLine } from './desk-notice.tsx'
import { DeskProvider, useDesk } from './state/desk-context.tsx'
import { DeskMap } from './desk-map.tsx'
import { type Opened as OpenedScreen, stepOn } from './state/desk-state.ts'
import { createDeskStore } from './state/desk-store.ts'
import { EventList } from './event-list.tsx'
import { FilesScreen } from './files/files-screen.tsx'
import { FloatScreen } from './float-screen.tsx'
import { FoundSale } from './found-sale.tsx'
import { KeyBar } from './key-bar.tsx'
import { LatePanel } from './late-panel.tsx'
import { OfferList } from './offer-list.tsx'
import { PapersPanel } from './papers-panel.tsx'
import { ParkedChoice, ParkedStrip } from './parked-list.tsx'
import { QuestionPanel } from './question-panel.tsx'
import { SalePanel } from './sale-panel.tsx'
import { SignInScreen } from './sign-in-screen.tsx'
import { SumList } from './sum-list.tsx'
import { useShortcuts } from './state/use-shortcuts.ts'
import { atHand, isAt, type SaleAt, waitsLong } from './state/work.ts'

export interface CashierAppProps {
  readonly connection: Connection
  /** The pages of supervisors and technicians, opened from the desk. */
  readonly Office: ComponentType<OfficeProps>
}

/** The cashier's workplace: eyes on the customer, hands on the keyboard. */
export function CashierApp({ connection, Office }: CashierAppProps) {
  const [store] = useState(() => createDeskStore(connection))
  return (
    <DeskProvider store={store}>
      <Desk Office={Office} />
    </DeskProvider>
  )
}

function Desk({ Office }: Pick<CashierAppProps, 'Office'>) {
  const { store, state } = useDesk()
  const { info, screen, work } = state
  const language = info?.defaultLanguage ?? 'fr'
  useEffect(() => store.start(), [store])
  useEffect(() => {
    const root = document.documentElement
    root.lang = language
    root.dir = directionOf(language)
    root.dataset['text'] = 'desk'
    root.dataset['theme'] = info?.theme ?? 'system'
  }, [language, info])
  useShortcuts(store)
  useQuiet(screen.who === null ? undefined : info?.lockAfterMs, () => store.lock('idle'))
  useAttention(screen.who !== null, (inUse) => void store.invoke('noteAttention', { inUse }))
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
  if (screen.office) return <Office invoke={store.invoke} credentials={who.credentials} role={who.person.role} />
  if (screen.name === 'files') return <FilesScreen who={who} />
  if (screen.name === 'float') return <FloatScreen who={who} />
  return (
    <main className={styles.work}>
      <div className={styles.search}>
        <CommandLine />
        {work.step === 'events' && <EventList chosen={work.chosen} />}
        {state.found && <FoundSale found={state.found} />}
        {work.step === 'question' && <QuestionPanel work={work} />}
        {work.step === 'attended' && <AttendedPanel sale={work.sale} />}
        {work.step === 'customer' && <CustomerPanel />}
        {work.step === 'parked' && <ParkedChoice chosen={work.chosen} />}
        {work.step === 'behind' && <BehindChoice chosen={work.chosen} />}
        {work.step === 'copies' && <CopiesPanel work={work} />}
        {waitsLong(work) && <LatePanel sale={work.sale} />}
        {'sale' in work && work.sale && printsAt(work.sale) && <PapersPanel sale={work.sale} />}
        {work.step === 'seats' && <OfferList seats={work} />}
        {work.step === 'payment' && <SumList work={work} />}
        {work.step === 'seats' && !state.found && state.mapShown && <DeskMap seats={work} />}
      </div>
      <div className={styles.side}>
        <SalePanel />
        {work.step !== 'behind' && <BehindStrip />}
        {work.step !== 'parked' && <ParkedStrip />}
      </div>
    </main>
  )
}

function printsAt(sale: SaleView): sale is SaleAt<'printing' | 'print-problem'> {
  return isAt(sale, 'printing') || isAt(sale, 'print-problem')
}
