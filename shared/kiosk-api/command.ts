import type { z } from 'zod'
import type { Result } from '../domain/result.ts'
import type { StaffRole } from '../domain/staff.ts'
import type { AdmissionFailure, SecondFailure, StaffFailure } from './failures.ts'
import type * as fieldKinds from './fields.ts'

/**
 * How a row of a table of commands is written: who may give it, what it takes, what it answers.
 *
 *     openDrawer: staff(supervisor, ({ reason }) => ({ reason })).answers<ShiftView>()
 *
 * What it takes is a function of the fields that there are, so that a page which asks who may do what does not load the
 * validator.
 */
export type Fields = typeof fieldKinds
type Shape = z.core.$ZodLooseShape
type AnyFailure = { readonly type: string }

/** What a command answers: known to the compiler, empty at run time. */
interface Reply<T, E, Refused> {
  readonly value?: T
  readonly failure?: E
  /** Before it is carried out. */
  readonly refusal?: Refused
}

interface Row {
  readonly input: (fields: Fields) => z.ZodType
  readonly reply: Reply<unknown, AnyFailure, AnyFailure>
}

type Table = Readonly<Record<string, Row>>

/** Asks for no PIN. */
export function everybody<S extends Shape>(shape: (fields: Fields) => S) {
  return row<never>()({
    who: 'everybody' as const,
    countersigners: null,
    input: once((fields) => fields.z.strictObject(shape(fields))),
  })
}

/** Asked by the window on the customer's side of a desk, and by no other window of that desk. */
export function display<S extends Shape>(shape: (fields: Fields) => S) {
  return row<never>()({
    who: 'display' as const,
    countersigners: null,
    input: once((fields) => fields.z.strictObject(shape(fields))),
  })
}

/** Takes the PIN of the person who asks, and no handle in its place. */
export function byPin<S extends Shape>(who: readonly StaffRole[], shape: (fields: Fields) => S) {
  return row<StaffFailure>()({
    who,
    countersigners: null,
    input: once((fields) => fields.z.strictObject({ ...fields.person, ...shape(fields) })),
  })
}

/** Takes the PIN of the person who asks, or the handle of their sign-in; their role decides. */
export function staff<S extends Shape>(who: readonly StaffRole[], shape: (fields: Fields) => S) {
  return row<StaffFailure>()({
    who,
    countersigners: null,
    input: once((fields) => asked(fields, { ...fields.asker, ...shape(fields) })),
  })
}

/** Takes a second person's PIN too, each time: one of `countersigners`, and never the one who asks. */
export function twoPeople<S extends Shape>(
  who: readonly StaffRole[],
  countersigners: readonly StaffRole[],
  shape: (fields: Fields) => S,
) {
  return row<StaffFailure | SecondFailure>()({
    who,
    countersigners,
    input: once((fields) => {
      const { asker, second } = fields
      return asked(fields, { ...asker, second, ...shape(fields) })
    }),
  })
}

function asked<S extends Shape>({ z, asksByOneWay }: Fields, shape: S) {
  return z.strictObject(shape).refine(asksByOneWay, 'asks without a PIN or a handle')
}

/** `Refused`: why a command of this kind may not be carried out at all. */
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

/** What a command itself may answer; a caller who may not give it hears something else. */
export type OwnFailures<T extends Table> = { readonly [N in keyof T]: NonNullable<T[N]['reply']['failure']> }

export type Failures<T extends Table> = {
  readonly [N in keyof T]: NonNullable<T[N]['reply']['failure'] | T[N]['reply']['refusal']> | AdmissionFailure
}

/** The commands of a table as both sides know them: async methods, each with one named-argument object. */
export type Api<T extends Table> = {
  [N in keyof T]: (input: Inputs<T>[N]) => Promise<Result<Values<T>[N], Failures<T>[N]>>
}

/** `lost`: the process of the window ended. `hung`: the window stopped painting. The page itself reports the others. */
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
  /** Only `render`, `lost` and `hung` take the screen away. */
  kind: z.enum(screenFaultKinds),
  /** Name of the error, such as `TypeError`. */
  error: z.string().max(MAX_FAULT_NAME),
  message: z.string().max(MAX_FAULT_TEXT),
  /** Components, innermost first, or calls. */
  stack: z.string().max(MAX_FAULT_STACK),
})

export type ScreenFault = {
  readonly [K in keyof ReturnType<typeof faultShape>]: z.infer<ReturnType<typeof faultShape>[K]>
}

/** Reports an exception in a screen. Returns how long the screen waits before it loads itself again, in milliseconds. */
export const reportScreenFault = everybody(faultShape).answers<{ readonly reloadMs: number }>()
