import { shortcutFaults, type ShortcutFault } from '../../shared/domain/desk/shortcuts.ts'
import { guessablePin } from '../../shared/domain/pin.ts'
import { isCash, isDriven, isNotes } from '../../shared/domain/money/tender.ts'
import type { SettingCause, SettingFault } from '../../shared/kiosk-api/office-views.ts'
import type { Chosen, FiledSettings } from './settings-schema.ts'
import { isUnattended } from './payments.ts'
import { drivers, driversFor } from '../payment/drivers.ts'
import { fleetFault } from './upkeep.ts'

/** Said wherever such a PIN would be kept. */
export const EASY_PIN = 'expected a PIN that is not guessed: no figure or figures repeated, no row, no year, no date'

/** Settings that are right each by itself, as far as rules between them go. */
type JudgedSettings = Omit<FiledSettings, keyof Chosen> & Chosen

/** Rules between settings, each as a sentence that says what to change; empty: they go together. */
export function contradictions(settings: JudgedSettings): readonly SettingFault[] {
  const { mode, role, partner, language, languages, tenders, staffPin, tickets, printers } = settings
  const faults: SettingFault[] = shortcutFaults(settings.shortcuts, tenders).map(shortcutSentence)
  const fault = (setting: string, detail: string, cause?: SettingCause): void => {
    faults.push({ setting, detail, ...(cause && { cause }) })
  }
  if (!languages.includes(language)) fault('language', `"${language}" is not among languages`)
  if (mode === 'live' && !partner) fault('partner', "live mode needs the partner's baseUrl and partnerCode")
  const attended = settings.terminals === 'attended'
  if (mode === 'live' && !attended) fault('terminals', '"simulated" takes no money: only for the demo')
  if (role === 'kiosk' && attended && tenders.some((kind) => isDriven(kind) && !isUnattended(kind, settings))) {
    const detail =
      'nobody stands at a kiosk to say what a terminal did: in "tenders" keep cash and what "payments" names a provider for, or "role": "cashier"'
    fault('tenders', detail, { type: 'not-attended' })
  }
  for (const [kind, provider] of Object.entries(settings.payments)) {
    if (provider && isDriven(kind) && !driversFor(kind).includes(provider.driver))
      fault(
        `payments.${kind}.driver`,
        `"${provider.driver}" cannot take it: ${driversFor(kind).join(', ') || 'none can'}`,
      )
    if (role === 'cashier' && provider && drivers[provider.driver].traits.shows === 'qr')
      fault(
        `payments.${kind}.driver`,
        'its customers scan a code, which a desk shows nowhere: "djomy-push" or "mtn-momo", or "role": "kiosk"',
      )
    if (role === 'kiosk' && provider && 'disbursements' in provider && provider.disbursements !== undefined)
      fault(
        `payments.${kind}.disbursements`,
        'these keys can pay money out: take them off a kiosk, where nobody watches',
      )
  }
  if (tenders.some(isNotes) && role === 'cashier')
    fault('tenders', '"notes" are taken by a device at a kiosk: leave it out here')
  if (tenders.some(isNotes) && role === 'kiosk' && attended && !settings.notes)
    fault(
      'notes',
      'needed where notes are taken: the device, such as { "driver": "ssp", "device": "/dev/note-device" }',
    )
  const ofFleet = mode === 'live' ? fleetFault(settings.fleet?.hub) : null
  if (ofFleet !== null) fault('fleet.hub', ofFleet)
  if (mode === 'live' && tenders.some(isCash) && !staffPin) {
    fault('staffPin', 'needed where cash is taken', { type: 'cash-without-pin' })
  }
  if (mode === 'live' && staffPin !== null && guessablePin(staffPin)) fault('staffPin', EASY_PIN)
  if (tickets.readBackSeconds !== undefined && (printers.tickets.length === 0 || role === 'cashier')) {
    fault('tickets.readBackSeconds', 'only for a kiosk with a printer in printers.tickets', {
      type: 'nothing-to-read-back',
    })
  }
  faults.push(...printerFaults(printers))
  return faults
}

function printerFaults(printers: JudgedSettings['printers']): readonly SettingFault[] {
  const { devices, tickets, receipts, reports, drawer } = printers
  const faults = (['tickets', 'receipts', 'reports'] as const).flatMap((role): readonly SettingFault[] => {
    const setting = `printers.${role}`
    const names = new Set(printers[role])
    const unknown = [...names]
      .filter((name) => !(name in devices))
      .map((printer): SettingFault => {
        const detail = `no "${printer}" among printers.devices`
        return { setting, detail, cause: { type: 'printer-unknown', printer } }
      })
    return names.size < printers[role].length
      ? [...unknown, { setting, detail: 'names a printer twice', cause: { type: 'printer-twice' } }]
      : unknown
  })
  const idle = Object.keys(devices)
    .filter((name) => ![...tickets, ...receipts, ...reports, drawer].includes(name))
    .map((printer): SettingFault => {
      const setting = `printers.devices.${printer}`
      return { setting, detail: 'nothing is printed on it', cause: { type: 'printer-idle', printer } }
    })
  const holder = drawer === undefined ? undefined : devices[drawer]
  const noDrawer = drawer !== undefined && !(holder?.kind === 'escpos' && holder.drawer)
  return [
    ...faults,
    ...idle,
    ...(noDrawer
      ? [
          {
            setting: 'printers.drawer',
            detail: `expected the name of a receipt printer ("escpos") that has a "drawer"`,
          },
        ]
      : []),
  ]
}

function shortcutSentence(cause: ShortcutFault): SettingFault {
  return cause.type === 'same-key'
    ? {
        setting: 'shortcuts',
        detail: `${cause.key} would be both ${cause.commands.join(' and ')}: give one of them another key`,
        cause,
      }
    : {
        setting: `shortcuts.${cause.command}`,
        detail: `"${cause.key}" cannot be a shortcut; take F1 to F12, Escape, Insert, Pause, or Ctrl+ or Alt+ and a letter`,
        cause,
      }
}
