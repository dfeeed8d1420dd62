import type { z } from 'zod'
import type { Result } from '../../domain/result.ts'
import type { StaffRole } from '../../domain/staff.ts'
import type { AdmissionFailure, SecondFailure, StaffFailure } from './failures.ts'
import type * as fieldKinds from './fields.ts'

/**
 * The input of a command is a function of `Fields`, so that a page that only reads permissions does not load the
 * validator.
 */
export type Fields = typeof fieldKinds
type Shape = z.core.$ZodLooseShape
type AnyFailure = { readonly type: string }

/** Types of a command's reply. The types exist only at compile time; the object is empty at run time. */
export interface Reply<T, E, Refused> {
  readonly value?: T
  readonly failure?: E
  /** Failures that reject the command before it is carried out. */
  readonly refusal?: Refused
}

interface Row {
  readonly input: (fields: Fields) => z.ZodType
  readonly reply: Reply<unknown, AnyFailure, AnyFailure>
}

type Table = Readonly<Record<string, Row>>

export function publicCommand<S extends Shape>(shape: (fields: Fields) => S) {
  return row<never>()({
    who: 'everybody' as const,
    countersigners: null,
    input: once((fields) => fields.z.strictObject(shape(fields))),
  })
}

/** Describes a command that only the customer display may call. */
export function display<S extends Shape>(shape: (fields: Fields) => S) {
  return row<never>()({
    who: 'display' as const,
    countersigners: null,
    input: once((fields) => fields.z.strictObject(shape(fields))),
  })
}

/** Describes a command that requires the caller's PIN. A sign-in handle is not accepted in its place. */
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
 * Describes a command that also requires, at each call, a second person's PIN. This person has a role of
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
  return z.strictObject(shape).refine(hasExactlyOneCredential, 'has neither a PIN nor a handle')
}

/**
 * Returns a function that builds a row of the command table. `Refused`: failures that reject a command before it is
 * carried out.
 */
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

/** Failures of the command itself, without the failures for callers who lack permission. */
export type DeclaredFailures<T extends Table> = { readonly [N in keyof T]: NonNullable<T[N]['reply']['failure']> }

export type Failures<T extends Table> = {
  readonly [N in keyof T]: NonNullable<T[N]['reply']['failure'] | T[N]['reply']['refusal']> | AdmissionFailure
}

export type Api<T extends Table> = {
  [N in keyof T]: (input: Inputs<T>[N]) => Promise<Result<Values<T>[N], Failures<T>[N]>>
}

/** Path prefix of the commands on the browser host. The path of a command ends with its name. */
export const API_PATH = '/api/'
export const EVENTS_PATH = '/api/events'

/** `lost`: the process of the window ended. `hung`: the window stopped painting. The page reports all other kinds. */
const screenFaultKinds = ['render', 'script', 'promise', 'lost', 'hung'] as const

/** Name of a page's function that requests a frame and resolves with the number of frames painted so far. */
export const NEXT_FRAME = 'guichetNextFrame'

/** Maximum number of characters in each text of a reported fault; a page truncates longer texts. */
export const MAX_FAULT_NAME = 60
export const MAX_FAULT_TEXT = 1000
export const MAX_FAULT_STACK = 8000

const faultShape = ({ z }: Fields) => ({
  /** Only the faults `render`, `lost` and `hung` leave the screen unusable. */
  kind: z.enum(screenFaultKinds),
  error: z.string().max(MAX_FAULT_NAME),
  message: z.string().max(MAX_FAULT_TEXT),
  /** Stack of components, innermost first, or of function calls. */
  stack: z.string().max(MAX_FAULT_STACK),
})

export type ScreenFault = {
  readonly [K in keyof ReturnType<typeof faultShape>]: z.infer<ReturnType<typeof faultShape>[K]>
}

/** Reports an exception in a screen. `reloadMs`: delay before the screen reloads itself. */
export const reportScreenFault = publicCommand(faultShape).answers<{ readonly reloadMs: number }>()
