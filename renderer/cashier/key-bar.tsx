import { keyName, usualShortcuts, type DeskCommandName } from '../../shared/domain/desk/shortcuts.ts'
import { mayDo } from '../../shared/kiosk-api/roles.ts'
import { drivenTenders, isMobileMoney } from '../../shared/domain/money/tender.ts'
import type { Catalogue } from '../i18n/fr/catalogue.ts'
import { useI18n } from '../i18n/i18n-context.tsx'
import styles from './cashier-app.module.css'
import { useDesk } from './state/desk-context.tsx'
import type { DeskState, DeskStep } from './state/desk-state.ts'
import { actsOf } from './state/shortcuts.ts'

/** Every key that does something now, and what. */
export function KeyBar({ step }: { step: DeskStep }) {
  const { t } = useI18n()
  const { store, state } = useDesk()
  if (step === 'signed-out' || (step === 'files' && !state.office)) return null
  const acts = actsOf(store)
  const shortcuts = { ...usualShortcuts, ...state.info?.shortcuts }
  const enter = state.office ? null : enterMeans(step, state)
  const offered = commandsOf(step, state)
  const office = state.who !== null && mayDo('listOpenSales', state.who.person.role) ? (['office'] as const) : []
  const shown = state.office ? (['go-back', 'switch', 'lock'] as const) : [...offered, ...office]
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
          {command === 'go-back' ? backMeans(t, step, state) : nameOf(t, command)}
        </button>
      ))}
    </footer>
  )
}

function nameOf({ desk }: Catalogue, command: DeskCommandName): string {
  return isMobileMoney(command) ? desk.tenders[command] : desk.commands[command]
}

function backMeans({ desk }: Catalogue, step: DeskStep, { office }: DeskState): string {
  if (step === 'attended') return desk.attended.notPaid
  return office || step === 'question' ? desk.leaveOffice : desk.commands['go-back']
}

function enterMeans(step: DeskStep, { offers, picked }: DeskState) {
  switch (step) {
    case 'events':
      return 'events'
    case 'seats':
      return offers || picked.length > 0 ? 'take' : 'search'
    case 'payment':
      return 'pay'
    case 'parked':
      return 'recall'
    case 'payer':
      return 'send'
    case 'attended':
      return 'charged'
    case 'customer':
      return 'note'
    case 'question':
      return 'answer'
    case 'problem':
      return 'goOn'
    default:
      return null
  }
}

function commandsOf(step: DeskStep, { parked, info, unpaid }: DeskState): readonly DeskCommandName[] {
  const recall = parked.length > 0 ? (['recall'] as const) : []
  switch (step) {
    case 'events':
      return [...recall, 'files', 'switch', 'lock']
    case 'seats':
      return ['go-back', 'events', 'map', ...recall, 'files', 'switch', 'lock']
    case 'payment':
      return [
        ...drivenTenders.filter((kind) => info?.tenders.includes(kind)),
        'customer',
        'park',
        ...recall,
        'go-back',
        'files',
        'switch',
        'lock',
      ]
    case 'parked':
    case 'payer':
    case 'attended':
    case 'customer':
    case 'under-way':
      return ['go-back', 'files', 'switch', 'lock']
    default:
      return unpaid ? ['go-back', 'files', 'switch', 'lock'] : ['files', 'switch', 'lock']
  }
}
