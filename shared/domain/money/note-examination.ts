import type { Minor } from './money.ts'
import type { NoteFault } from './notes.ts'

/** What is looked at of a device that takes notes, in this order; it stops where it goes no further. */
export const noteSteps = ['port', 'device', 'encryption', 'notes', 'currency', 'box'] as const

export type NoteStep = (typeof noteSteps)[number]

export type NoteFinding =
  | { readonly step: NoteStep; readonly finding: 'ok' }
  /** An earlier step failed. */
  | { readonly step: NoteStep; readonly finding: 'not-reached' }
  /** `code`: the system's word. `no-port`: no such file; `no-rights`: this account may not use it; `in-use`: another program has it. */
  | {
      readonly step: 'port'
      readonly finding: 'no-port' | 'no-rights' | 'in-use' | 'no-answer'
      readonly code: string
    }
  | { readonly step: 'device'; readonly finding: 'answers'; readonly firmware: string; readonly protocol: number }
  /** `unfit`: it speaks, but takes no notes, or does not encrypt where it has to. */
  | { readonly step: 'device'; readonly finding: 'silent' | 'unfit' }
  /** Somebody at the cable could tell of notes. */
  | { readonly step: 'encryption'; readonly finding: 'plain' }
  | { readonly step: 'notes'; readonly finding: 'knows'; readonly values: readonly Minor[]; readonly currency: string }
  | { readonly step: 'currency'; readonly finding: 'other-currency'; readonly currencies: readonly string[] }
  | { readonly step: 'box'; readonly finding: NoteFault }
