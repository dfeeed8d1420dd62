import { useEffect, useState, type ComponentType } from 'react'
import { useAttention } from '../components/use-attention.ts'
import { useQuiet } from '../components/use-quiet.ts'
import { I18nProvider } from '../i18n/i18n-context.tsx'
import { directionOf } from '../i18n/languages.ts'
import type { Connection } from '../app/bridge.ts'
import type { OfficeProps } from '../app/office-pages.ts'
import { AttendedPanel } from './attended-panel.tsx'
import styles from './cashier-app.module.css'
import { CommandLine } from './command-line.tsx'
import { CustomerPanel } from './customer-panel.tsx'
import { DeskBar } from './desk-bar.tsx'
import { DeskProvider, useDesk } from './state/desk-context.tsx'
import { DeskMap } from './desk-map.tsx'
import { stepOf } from './state/desk-state.ts'
import { createDeskStore } from './state/desk-store.ts'
import { EventList } from './event-list.tsx'
import { FilesScreen } from './files/files-screen.tsx'
import { FoundSale } from './found-sale.tsx'
import { KeyBar } from './key-bar.tsx'
import { OfferList } from './offer-list.tsx'
import { ParkedChoice, ParkedStrip } from './parked-list.tsx'
import { QuestionPanel } from './question-panel.tsx'
import { SalePanel } from './sale-panel.tsx'
import { SignInScreen } from './sign-in-screen.tsx'
import { SumList } from './sum-list.tsx'
import { useShortcuts } from './state/use-shortcuts.ts'

export interface CashierAppProps {
  readonly connection: Connection
  /** The pages of supervisors and technicians, opened from the desk. */
  readonly Office: ComponentType<OfficeProps>
}

/** The cashier's seat at the machine: eyes on the customer, hands on the keyboard. */
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
  const { info } = state
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
  useQuiet(state.who === null ? undefined : info?.lockAfterMs, () => store.lock('idle'))
  useAttention(state.who !== null, (inUse) => void store.invoke('noteAttention', { inUse }))
  const step = stepOf(state)
  return (
    <I18nProvider language={language} numerals={info?.numerals}>
      <div className={styles.desk} data-desk={state.connection === 'up' ? step : state.connection}>
        <DeskBar />
        {step === 'signed-out' ? (
          <SignInScreen />
        ) : state.who && state.office ? (
          <Office invoke={store.invoke} credentials={state.who.credentials} role={state.who.person.role} />
        ) : step === 'files' ? (
          <FilesScreen />
        ) : (
          <main className={styles.work}>
            <div className={styles.search}>
              <CommandLine key={step} step={step} />
              {step === 'events' && <EventList />}
              {state.found && <FoundSale />}
              {step === 'question' && <QuestionPanel />}
              {step === 'attended' && <AttendedPanel />}
              {step === 'customer' && <CustomerPanel />}
              {step === 'parked' && <ParkedChoice />}
              {step === 'seats' && state.offers && <OfferList />}
              {step === 'payment' && <SumList />}
              {step === 'seats' && !state.found && state.mapShown && <DeskMap />}
            </div>
            <div className={styles.side}>
              <SalePanel step={step} />
              {step !== 'parked' && <ParkedStrip />}
            </div>
          </main>
        )}
        <KeyBar step={step} />
      </div>
    </I18nProvider>
  )
}
