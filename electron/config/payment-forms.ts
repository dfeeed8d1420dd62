import { z } from 'zod'
import {
  paymentDrivers,
  paymentFields,
  type PaymentField,
  type PaymentForm,
} from '../../shared/kiosk-api/payment-forms.ts'
import { secretSource } from '../payment/settings-fields.ts'
import { drivers, providerSettings } from '../payment/drivers.ts'

/**
 * The forms of all drivers, read from their settings' schemas. What is no line, number, choice or secret (the keys that pay
 * out, lists) stays to the settings' file.
 */
export const paymentForms: readonly PaymentForm[] = providerSettings.options
  .map(({ shape: { driver, ...settings } }) => ({
    driver: driver.value,
    means: drivers[driver.value].means,
    atDesks: drivers[driver.value].traits.shows !== 'qr',
    fields: paymentFields.flatMap((name) => fieldOf(name, settings) ?? []),
  }))
  .toSorted((one, other) => paymentDrivers.indexOf(one.driver) - paymentDrivers.indexOf(other.driver))

export const formOf = (driver: string): PaymentForm | undefined => paymentForms.find((form) => form.driver === driver)

function fieldOf(name: PaymentField['name'], settings: Readonly<Record<string, z.ZodType>>): PaymentField | null {
  const whole = settings[name]
  if (!whole) return null
  const [inner, usual] = unwrapped(whole)
  const needed = inner === whole
  const common = { name, needed, usual, choices: [] }
  if (inner === secretSource) return { ...common, kind: 'secret' }
  if (inner instanceof z.ZodEnum) return { ...common, kind: 'choice', choices: inner.options.map(String) }
  return { ...common, kind: inner instanceof z.ZodNumber ? 'number' : 'text' }
}

/** The type itself, and what holds where nothing is given. */
function unwrapped(type: z.ZodType): readonly [z.ZodType, string | null] {
  if (type instanceof z.ZodDefault) return [type.unwrap() as z.ZodType, String(type.def.defaultValue)]
  return type instanceof z.ZodOptional ? [type.unwrap() as z.ZodType, null] : [type, null]
}

/** What was typed, as settings have it; an empty line is no answer. */
export function settingsTyped(
  driver: string,
  typed: Readonly<Record<string, string>>,
): Record<string, string | number> {
  const fields = formOf(driver)?.fields ?? []
  return Object.fromEntries(
    fields.flatMap(({ name, kind }) => {
      const text = typed[name]?.trim() ?? ''
      if (kind === 'secret' || text === '') return []
      return [[name, kind === 'number' && /^\d+$/u.test(text) ? Number(text) : text] as const]
    }),
  )
}

export const secretFields = (driver: string): readonly PaymentField[] =>
  (formOf(driver)?.fields ?? []).filter(({ kind }) => kind === 'secret')
