import type { z } from 'zod'
import { everybody, type Fields } from './command.ts'

/** `lost`: the process of the window ended. `hung`: the window stopped painting. The page itself reports the others. */
export const screenFaultKinds = ['render', 'script', 'promise', 'lost', 'hung'] as const

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
