import type { z } from 'zod'
import { everybody, type Fields } from './command.ts'

/** `lost`: the window's own process ended. `hung`: it painted nothing any more. The page itself reports the others. */
export const screenFaultKinds = ['render', 'script', 'promise', 'lost', 'hung'] as const

/** A function of each page, called by the main process: requests a frame, and resolves with the number painted so far. */
export const NEXT_FRAME = 'guichetNextFrame'

/** The limits in characters; a page cuts what is longer. */
export const MAX_FAULT_NAME = 60
export const MAX_FAULT_TEXT = 1000
export const MAX_FAULT_STACK = 8000

const faultShape = ({ z }: Fields) => ({
  /** Only `render`, `lost` and `hung` take the screen away. */
  kind: z.enum(screenFaultKinds),
  /** Name of the error, such as `TypeError`. */
  error: z.string().max(MAX_FAULT_NAME),
  message: z.string().max(MAX_FAULT_TEXT),
  /** The components that were drawn, innermost first, or the calls. */
  stack: z.string().max(MAX_FAULT_STACK),
})

export type ScreenFault = {
  readonly [K in keyof ReturnType<typeof faultShape>]: z.infer<ReturnType<typeof faultShape>[K]>
}

/** Reports an exception in a screen. Returns how long the screen waits before it loads itself again, in milliseconds. */
export const reportScreenFault = everybody(faultShape).answers<{ readonly reloadMs: number }>()
