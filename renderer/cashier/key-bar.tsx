import { keyName, usualShortcuts, type DeskCommandName } from '../../shared/domain/desk/shortcuts.ts'
import { mayDo } from '../../shared/kiosk-api/contract.ts'
import { drivenTenders } from '../../shared/domain/money/tender.ts'
import { commandName } from '../i18n/command-name.ts'
import type { Catalogue } from '../i18n/fr/catalogue.ts'
import { useI18n } from '../i18n/i18n-context.tsx'
import styles from './cashier-app.module.css'
import { useDesk } from './state/desk-context.tsx'
import { isFreeOrder, openOf, type Known } from './state/desk-state.ts'
import { goesOnAlone, isAt, type Work } from './state/work.ts'
import { actsOf } from './state/shortcuts.ts'

/** Every key that does something now, and what. */
export function KeyBar({ work }: { work: Work }) {
  const { t } = useI18n()
  const { store, state } = useDesk()
  const { screen } = state
  if (screen.name === 'signed-out' || screen.name === 'expired' || (screen.name === 'files' && !screen.office))
    return null
  const acts = actsOf(store)
  const shortcuts = { ...usualShortcuts, ...state.info?.shortcuts }
  const float = screen.name === 'float' && !screen.office
  const enter = screen.office ? null : float ? 'note' : enterMeans(work)
  const office = mayDo('listOpenSales', screen.who.person.role) ? (['office'] as const) : []
  const overOffice = screen.office ? ([...office, 'files'] as const) : []
  const shown =
    screen.office || float
      ? (['go-back', ...overOffice, 'switch', 'lock'] as const)
      : [...commandsOf(work, state), ...office]
  return (
    <footer className={styles.keys}>
      {enter && (
        <span>
          <kbd>{t.desk.enter}</kbd> {t.desk.enterMeans[enter]}
        </span>
      )}
      {shown.map((command) => (
        <button key={command} type="button" tabIndex={-1} onClick={acts[command]}>
          <kbd>{keyName(shortcuts[command])}</kbd>{' '}
          {command === 'go-back'
            ? float
              ? t.desk.float.later
              : backMeans(t, work, screen.office)
            : commandName(t.desk, command)}
        </button>
      ))}
    </footer>
  )
}

function backMeans({ desk }: Catalogue, { step }: Work, office: boolean): string {
  if (step === 'attended') return desk.attended.notPaid
  return office || step === 'question' || step === 'problem' ? desk.leaveOffice : desk.commands['go-back']
}

function enterMeans(work: Work) {
  switch (work.step) {
    case 'events':
      return 'events'
    case 'seats':
      return work.search.offers || work.search.picked.length > 0 ? 'take' : 'search'
    case 'payment':
      return isFreeOrder(work.sale) ? 'print' : 'pay'
    case 'parked':
      return 'recall'
    case 'behind':
      return 'open'
    case 'copies':
      return 'print'
    case 'payer':
      return 'send'
    case 'attended':
      return 'charged'
    case 'customer':
      return 'note'
    case 'question':
      return 'answer'
    case 'problem':
      return isAt(work.sale, 'print-problem') ? 'rest' : 'goOn'
    case 'under-way':
      return goesOnAlone(work) ? 'next' : null
  }
}

function commandsOf(work: Work, { parked, behind, info }: Known): readonly DeskCommandName[] {
  const recall = [
    ...(parked.length > 0 ? (['recall'] as const) : []),
    ...(openOf(behind).length > 0 ? (['behind'] as const) : []),
  ]
  const always = ['files', 'switch', 'lock'] as const
  switch (work.step) {
    case 'events':
      return [...recall, ...always]
    case 'seats':
      return ['go-back', 'events', 'map', 'repeat', ...recall, 'reprint', ...always]
    case 'payment': {
      const tenders = drivenTenders.filter((kind) => !isFreeOrder(work.sale) && info?.tenders.includes(kind))
      return [...tenders, 'customer', 'aloud', 'park', ...recall, 'go-back', ...always]
    }
    case 'parked':
    case 'payer':
    case 'attended':
    case 'customer':
    case 'behind':
    case 'copies':
      return ['go-back', ...always]
    case 'under-way':
      return isAt(work.sale, 'paying') ? ['go-back', ...always] : always
    case 'question':
      return work.question.type === 'not-paid' ? ['go-back', ...always] : always
    case 'problem':
      return ['go-back', ...always]
  }
}
