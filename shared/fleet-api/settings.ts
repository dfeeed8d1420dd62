import { languages } from '../kiosk-api/views.ts'

export type RemoteSettingKind = 'text' | 'number' | 'time' | 'switch' | readonly string[]

/**
 * Settings that a hub may set: how a machine greets, sells and closes. Whom it trusts, where it sells and what hangs on its cables is set
 * up at the machine.
 */
export const remoteSettings = {
  language: languages,
  theme: ['system', 'day', 'night', 'contrast'],
  numerals: ['western', 'arabic'],
  maxSeats: 'number',
  tenderBudgetSeconds: 'number',
  'shifts.closeAt': 'time',
  'tickets.selfCheck': 'switch',
  'tickets.notice.fr': 'text',
  'tickets.notice.en': 'text',
  'tickets.notice.pt': 'text',
  'tickets.notice.ar': 'text',
  'updates.openingHours.from': 'time',
  'updates.openingHours.to': 'time',
} as const satisfies Readonly<Record<string, RemoteSettingKind>>

export type RemoteSetting = keyof typeof remoteSettings

export const remoteSettingNames = Object.keys(remoteSettings) as RemoteSetting[]
