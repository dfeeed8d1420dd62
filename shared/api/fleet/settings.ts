import { readDecimal } from '../../domain/desk/typed-numbers.ts'
import { changeableSettings, type ChangeableSetting, type RemoteSetting } from '../kiosk/settings.ts'

export interface RemoteSettingView extends Pick<ChangeableSetting, 'kind'> {
  readonly key: RemoteSetting
  readonly choices?: readonly string[]
}

const ofHub = changeableSettings.filter(({ hub }) => hub)

/** Settings that a hub may change. Opening hours come last, as two settings: start and end. */
export const remoteSettings = [
  ...ofHub.filter(({ kind }) => kind !== 'hours'),
  ...ofHub
    .filter(({ kind }) => kind === 'hours')
    .flatMap(({ key }) => ['from', 'to'].map((end) => ({ key: `${key}.${end}`, kind: 'time' }))),
] as readonly RemoteSettingView[]

/**
 * Converts typed text to a number. Returns the text unchanged if it is not a decimal or can be read in two ways.
 */
export function readTypedNumber(typed: string): number | string {
  return readingsOf(typed) === null ? (readDecimal(typed) ?? typed) : typed
}

/** Returns both readings of a number with one point or comma before exactly three digits; null for any other text. */
export function readingsOf(typed: string): { readonly grouped: number; readonly decimal: number } | null {
  const [, whole, part] = /^(\d{1,3})[.,](\d{3})$/u.exec(typed) ?? []
  return whole && part ? { grouped: Number(whole + part), decimal: Number(`${whole}.${part}`) } : null
}

export const remoteSettingNames = remoteSettings.map(({ key }) => key)
