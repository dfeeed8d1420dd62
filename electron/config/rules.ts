import { shortcutFaults } from '../../shared/domain/desk/shortcuts.ts'
import { guessablePin } from '../../shared/domain/staff.ts'
import { isCash, isDriven, isNotes } from '../../shared/domain/money/tender.ts'
import type { SettingProblem } from '../../shared/i18n/setting-texts.ts'
import type { Chosen, FiledSettings } from './settings-schema.ts'
import { isUnattended } from './payments.ts'
import { drivers, driversFor } from '../payment/drivers.ts'
import { foundProblem, type FoundProblem } from './setting-problem.ts'
import { isSafeHub } from './upkeep.ts'

/** Settings that are right each by itself, as far as rules between them go. */
type JudgedSettings = Omit<FiledSettings, keyof Chosen> & Chosen

/** Returns the contradictions between these settings; empty if there are none. */
export function contradictions(settings: JudgedSettings): readonly FoundProblem[] {
  const { mode, role, partner, language, languages, tenders, staffPin, tickets, printers } = settings
  const found: FoundProblem[] = shortcutFaults(settings.shortcuts, tenders).map((problem) =>
    foundProblem(problem.type === 'same-key' ? 'shortcuts' : `shortcuts.${problem.command}`, problem),
  )
  const fault = (setting: string, problem: SettingProblem): void => void found.push(foundProblem(setting, problem))
  if (!languages.includes(language)) fault('language', { type: 'language-not-offered', language })
  if (mode === 'live' && !partner) fault('partner', { type: 'no-partner' })
  const attended = settings.terminals === 'attended'
  if (mode === 'live' && !attended) fault('terminals', { type: 'simulated-terminals' })
  if (role === 'kiosk' && attended && tenders.some((kind) => isDriven(kind) && !isUnattended(kind, settings)))
    fault('tenders', { type: 'not-attended' })
  for (const [kind, provider] of Object.entries(settings.payments)) {
    if (!provider) continue
    const { driver } = provider
    if (isDriven(kind) && !driversFor(kind).includes(driver))
      fault(`payments.${kind}.driver`, { type: 'driver-unfit', driver, fit: driversFor(kind) })
    if (role === 'cashier' && drivers[driver].traits.shows === 'qr')
      fault(`payments.${kind}.driver`, { type: 'shows-code' })
    if (role === 'kiosk' && 'disbursements' in provider && provider.disbursements !== undefined)
      fault(`payments.${kind}.disbursements`, { type: 'pays-out' })
  }
  if (tenders.some(isNotes) && role === 'cashier') fault('tenders', { type: 'notes-at-desk' })
  if (tenders.some(isNotes) && role === 'kiosk' && attended && !settings.notes)
    fault('notes', { type: 'no-note-device' })
  if (mode === 'live' && !isSafeHub(settings.fleet?.hub)) fault('fleet.hub', { type: 'plain-hub' })
  if (mode === 'live' && tenders.some(isCash) && !staffPin) fault('staffPin', { type: 'cash-without-pin' })
  if (mode === 'live' && staffPin !== null && guessablePin(staffPin)) fault('staffPin', { type: 'weak-pin' })
  if (tickets.readBackSeconds !== undefined && (printers.tickets.length === 0 || role === 'cashier'))
    fault('tickets.readBackSeconds', { type: 'nothing-to-read-back' })
  return [...found, ...printerProblems(printers)]
}

function printerProblems(printers: JudgedSettings['printers']): readonly FoundProblem[] {
  const { devices, tickets, receipts, reports, drawer } = printers
  const ofRoles = (['tickets', 'receipts', 'reports'] as const).flatMap((role): readonly FoundProblem[] => {
    const setting = `printers.${role}`
    const names = new Set(printers[role])
    const unknown = [...names]
      .filter((name) => !(name in devices))
      .map((printer) => foundProblem(setting, { type: 'printer-unknown', printer }))
    return names.size < printers[role].length ? [...unknown, foundProblem(setting, { type: 'printer-twice' })] : unknown
  })
  const idle = Object.keys(devices)
    .filter((name) => ![...tickets, ...receipts, ...reports, drawer].includes(name))
    .map((printer) => foundProblem(`printers.devices.${printer}`, { type: 'printer-idle', printer }))
  const holder = drawer === undefined ? undefined : devices[drawer]
  const noDrawer = drawer !== undefined && !(holder?.kind === 'escpos' && holder.drawer)
  return [...ofRoles, ...idle, ...(noDrawer ? [foundProblem('printers.drawer', { type: 'no-drawer' })] : [])]
}
