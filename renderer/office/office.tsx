import { useState, type ReactNode } from 'react'
import { useI18n } from '../i18n/i18n-context.tsx'
import { AccessPage } from './access-page.tsx'
import { JournalPage } from './journal-page.tsx'
import { MachinePage } from './machine-page.tsx'
import { officePages, type OfficePageName, type OfficeProps } from '../app/office-pages.ts'
import { ManualPage } from './manual-page.tsx'
import { OfficeProvider, useOffice } from './office-context.tsx'
import { OpenSalesPage } from './open-sales-page.tsx'
import { PeoplePage } from './people-page.tsx'
import { ReconcilePage } from './reconcile-page.tsx'
import { SettingsPage } from './settings/settings-page.tsx'
import { ShiftsPage } from './shifts-page.tsx'
import { TradePage } from './trade/trade-page.tsx'
import { useArrows } from './use-arrows.ts'
import styles from './office.module.css'

const pages = {
  trade: TradePage,
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

/** Where supervisors and technicians look after the machine: a page for each matter, those that are theirs. */
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

/** SystemTools stay on the keyboard: the office begins at its first page's name. */
function focusOnce(button: HTMLButtonElement | null): void {
  button?.focus()
}
