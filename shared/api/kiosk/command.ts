import type { z } from 'zod'
import type { Result } from '../../domain/result.ts'
import type { StaffRole } from '../../domain/staff.ts'
import type { AdmissionFailure, SecondFailure, StaffFailure } from './failures.ts'
import type * as fieldKinds from './fields.ts'

/**
 * Fields from which a row of a command table builds its input. A row states the permitted callers, the input and the
 * reply.
 *
 * openDrawer: staff(supervisor, ({ reason }) => ({ reason })).answers<ShiftView>()
 *
 * The input is a function of these fields, so that a page that only reads the permissions does not load the validator.
 */
export type Fields = typeof fieldKinds
type Shape = z.core.$ZodLooseShape
type AnyFailure = { readonly type: string }

/** Types of a command's reply. They exist only at compile time; the object is empty at run time. */
interface Reply<T, E, Refused> {
  readonly value?: T
  readonly failure?: E
  /** Failures before the command is carried out. */
  readonly refusal?: Refused
}

interface Row {
  readonly input: (fields: Fields) => z.ZodType
  readonly reply: Reply<unknown, AnyFailure, AnyFailure>
}

type Table = Readonly<Record<string, Row>>

/** Describes a command without a PIN. */
export function publicCommand<S extends Shape>(shape: (fields: Fields) => S) {
  return row<never>()({
    who: 'everybody' as const,
    countersigners: null,
    input: once((fields) => fields.z.strictObject(shape(fields))),
  })
}

/** Describes a command of the customer display. No other window of the desk may call it. */
export function display<S extends Shape>(shape: (fields: Fields) => S) {
  return row<never>()({
    who: 'display' as const,
    countersigners: null,
    input: once((fields) => fields.z.strictObject(shape(fields))),
  })
}

/** Describes a command that requires the caller's PIN. A handle is not accepted in its place. */
export function byPin<S extends Shape>(who: readonly StaffRole[], shape: (fields: Fields) => S) {
  return row<StaffFailure>()({
    who,
    countersigners: null,
    input: once((fields) => fields.z.strictObject({ ...fields.person, ...shape(fields) })),
  })
}

/** Describes a command that requires the caller's PIN or sign-in handle, and one of the roles. */
export function staff<S extends Shape>(who: readonly StaffRole[], shape: (fields: Fields) => S) {
  return row<StaffFailure>()({
    who,
    countersigners: null,
    input: once((fields) => asked(fields, { ...fields.callerCredentials, ...shape(fields) })),
  })
}

/**
 * Describes a command that also requires the PIN of a second person each time. This person has a role of
 * `countersigners` and is not the caller.
 */
export function withApprover<S extends Shape>(
  who: readonly StaffRole[],
  countersigners: readonly StaffRole[],
  shape: (fields: Fields) => S,
) {
  return row<StaffFailure | SecondFailure>()({
    who,
    countersigners,
    input: once((fields) => {
      const { callerCredentials, second } = fields
      return asked(fields, { ...callerCredentials, second, ...shape(fields) })
    }),
  })
}

function asked<S extends Shape>({ z, hasExactlyOneCredential }: Fields, shape: S) {
  return z.strictObject(shape).refine(hasExactlyOneCredential, 'asks without a PIN or a handle')
}

/** Returns the builder of a row. `Refused`: failures that reject a command of this kind before it is carried out. */
function row<Refused extends AnyFailure>() {
  return <R extends object>(asked: R) => ({
    answers: <T, E extends AnyFailure = never>(): R & { readonly reply: Reply<T, E, Refused> } => ({
      ...asked,
      reply: {},
    }),
  })
}

function once<S>(make: (fields: Fields) => S): (fields: Fields) => S {
  let made: S | null = null
  return (fields) => (made ??= make(fields))
}

export type Inputs<T extends Table> = { readonly [N in keyof T]: z.infer<ReturnType<T[N]['input']>> }

export type Values<T extends Table> = { readonly [N in keyof T]: Exclude<T[N]['reply']['value'], undefined> }

/** Failures of a command itself. They do not include the failures for callers without permission. */
export type DeclaredFailures<T extends Table> = { readonly [N in keyof T]: NonNullable<T[N]['reply']['failure']> }

export type Failures<T extends Table> = {
  readonly [N in keyof T]: NonNullable<T[N]['reply']['failure'] | T[N]['reply']['refusal']> | AdmissionFailure
}

/** Commands of a table as both sides use them: async methods, each with one object of named arguments. */
export type Api<T extends Table> = {
  [N in keyof T]: (input: Inputs<T>[N]) => Promise<Result<Values<T>[N], Failures<T>[N]>>
}

/** Path of a command at the browser host, without its name, and of the events of a page. */
export const API_PATH = '/api/'
export const EVENTS_PATH = '/api/events'

/**
 * `lost`: the process of the window ended. `hung`: the window stopped painting. The page itself reports the other
 * kinds.
 */
const screenFaultKinds = ['render', 'script', 'promise', 'lost', 'hung'] as const

/**
 * Name of a function of each page that the main process calls. It requests a frame, and resolves with the number
 * painted so far.
 */
export const NEXT_FRAME = 'guichetNextFrame'

/** Maximum number of characters; a page cuts longer texts. */
export const MAX_FAULT_NAME = 60
export const MAX_FAULT_TEXT = 1000
export const MAX_FAULT_STACK = 8000

const faultShape = ({ z }: Fields) => ({
  /** Only `render`, `lost` and `hung` leave the screen unusable. */
  kind: z.enum(screenFaultKinds),
  /** Name of the error, such as `TypeError`. */
  error: z.string().max(MAX_FAULT_NAME),
  message: z.string().max(MAX_FAULT_TEXT),
  /** Stack of components, innermost first, or of calls. */
  stack: z.string().max(MAX_FAULT_STACK),
})

export type ScreenFault = {
  readonly [K in keyof ReturnType<typeof faultShape>]: z.infer<ReturnType<typeof faultShape>[K]>
}

/** Reports an exception in a screen. Returns the delay before the screen reloads itself, in milliseconds. */
export const reportScreenFault = publicCommand(faultShape).answers<{ readonly reloadMs: number }>()
