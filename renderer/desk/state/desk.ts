import type { CommandInput, CommandName, KioskBridge } from '../../../shared/api/kiosk/contract.ts'
import { createInvoke, type Invoke } from '../../app/client.ts'
import type { Problem } from '../../app/problem.ts'
import type { DeskNotice } from '../../i18n/problem-text.ts'
import {
  type Credentials,
  deskReducer,
  type DeskEvent,
  type DeskState,
  initialDesk,
  type Known,
  leftOf,
  movesMoney,
  stepOn,
} from './desk-state.ts'
import { atHand } from './desk-task.ts'

/** Resolves to the notice to show, or to null. */
export type Outcome = Promise<DeskNotice | null>

type Key = () => Promise<void> | void

/**
 * Shared state of the desk, with a queue for keys typed ahead. Each key acts on the step at which the desk is when the
 * key is processed.
 */
export class Desk {
  readonly now: () => number
  readonly #report: (error: unknown) => void
  readonly #send: Invoke
  readonly #listeners = new Set<() => void>()
  #state = initialDesk
  #keys: Promise<void> = Promise.resolve()

  /** `report` receives program errors. The key that caused an error is dropped, and the next key is processed. */
  constructor(bridge: KioskBridge, now: () => number, report: (error: unknown) => void) {
    this.now = now
    this.#report = report
    this.#send = createInvoke(bridge, () => this.set({ connection: 'lost' }))
  }

  readonly getState = (): DeskState => this.#state

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  readonly invoke: Invoke = async (method, input) => {
    const { who } = this.#state.screen
    const reply = await this.#send(method, input)
    // A reply to a request of the previous staff member does not end the current staff member's session.
    if (!reply.ok && reply.error.type === 'signed-out' && who === this.#state.screen.who)
      this.happen({ type: 'expired' })
    return reply
  }

  async ask<N extends CommandName>(method: N, input: CommandInput<N>): Promise<Problem | null> {
    const reply: { readonly ok: boolean; readonly error?: Problem } = await this.invoke(method, input)
    return reply.error ?? null
  }

  get credentials(): Credentials | null {
    return this.#state.screen.who?.credentials ?? null
  }

  set(change: Partial<Known>): void {
    this.#become({ ...this.#state, ...change })
  }

  happen(happened: DeskEvent, change?: Partial<Known>): void {
    this.#become({ ...deskReducer(this.#state, happened), ...change })
  }

  #become(next: DeskState): void {
    this.#state = next
    for (const listener of this.#listeners) listener()
  }

  /** Runs one action at a time and shows the resulting notice. Does nothing while another action runs. */
  async run(work: () => Outcome): Promise<void> {
    if (this.#state.busy) return
    this.set({ busy: true, notice: null })
    const { turn } = this.#state
    try {
      const notice = await work()
      if (notice) this.set({ notice })
    } finally {
      if (turn === this.#state.turn) this.set({ busy: false })
    }
  }

  inTurn(key: Key): void {
    this.#keys = this.#keys.then(key).catch((error: unknown) => {
      this.set({ notice: { type: 'key-failed' } })
      this.#report(error)
    })
  }

  /**
   * Queues the action of a key. At a payment step, calls `passedOver` instead if the step, the sale or the amount due
   * has changed since the key was pressed.
   */
  onSight(key: Key, passedOver?: () => void): void {
    const seen = matterOf(this.#state)
    this.inTurn(() => (movesMoney(stepOn(this.#state)) && matterOf(this.#state) !== seen ? passedOver?.() : key()))
  }
}

/** Returns a text that identifies the payment to which a key refers, for comparison. */
function matterOf(desk: DeskState): string {
  const { sale } = atHand(desk.work)
  return JSON.stringify([stepOn(desk), sale?.saleId, sale && leftOf(sale), sale?.stage])
}
