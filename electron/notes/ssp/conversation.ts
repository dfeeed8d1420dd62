import { codeOf } from '../../../shared/errors.ts'
import type { Clock } from '../../core/ports/ports.ts'
import type { ByteLine } from '../byte-line.ts'
import { isShut, newDevice, type Device, type Encryption, type Step } from './device.ts'
import { createExchange } from './exchange.ts'
import { nextCommand, onLost, onOpened, onReply, pauseAfter, wishes } from './machine.ts'

export interface ConversationOptions {
  readonly encryption: Encryption
  /** 16 hexadecimal digits. */
  readonly fixedKey: string
  /** Rejects while there is none. */
  readonly openLine: () => Promise<ByteLine>
  readonly clock: Pick<Clock, 'now' | 'sleep'>
}

const AGAIN_MS = 1_000
/** So long the end of the program waits for the device to shut. */
const CLOSE_MS = 2_000

/** One loop that asks the device, for as long as the program runs, whether it is there or not; everything else only wishes. */
export class Conversation {
  readonly #options: ConversationOptions
  readonly #heard: (step: Step) => void
  readonly #stop = new AbortController()
  readonly #ended: Promise<void>
  #device: Device
  /** A wish: what is said next is not waited for. */
  #wake = new AbortController()
  #line: ByteLine | null = null
  #closing = false
  #portFault: string | null = null

  /** `heard`: after each reply, with what the world has to hear; the device is that of the step by then. */
  constructor(options: ConversationOptions, heard: (step: Step) => void) {
    this.#options = options
    this.#heard = heard
    this.#device = newDevice(options.encryption, this.now())
    this.#ended = this.#run()
  }

  get device(): Device {
    return this.#device
  }

  /** Why there is no line, in the system's word. */
  get portFault(): string | null {
    return this.#portFault
  }

  now(): number {
    return this.#options.clock.now().monoMs
  }

  /** What is wished is said at once. */
  wish(change: (device: Device) => Device): void {
    this.#device = change(this.#device)
    this.#wake.abort()
  }

  /** Gives back what is held, shuts the device, and lets go of it. */
  async close(): Promise<void> {
    this.#closing = true
    this.wish((device) => wishes.giveBack(wishes.open(device, [])))
    if (isShut(this.#device)) this.#stopNow()
    const waited = new AbortController()
    await Promise.race([this.#ended, this.#options.clock.sleep(CLOSE_MS, waited.signal)])
    waited.abort()
    this.#stopNow()
    await this.#ended
  }

  #stopNow(): void {
    this.#stop.abort()
    this.#wake.abort()
    void this.#line?.close()
  }

  #isStopped(): boolean {
    return this.#stop.signal.aborted
  }

  async #run(): Promise<void> {
    const { openLine, clock } = this.#options
    while (!this.#isStopped()) {
      const line = await openLine().catch((error: unknown) => {
        this.#portFault = codeOf(error) || 'EIO'
        return null
      })
      if (line) {
        this.#portFault = null
        this.#line = line
        await this.#talk(line)
        this.#line = null
        await line.close()
      }
      this.#take(onLost(this.#device, this.now()))
      if (this.#closing) this.#stop.abort()
      if (!this.#isStopped()) await clock.sleep(AGAIN_MS, this.#stop.signal)
    }
  }

  async #talk(line: ByteLine): Promise<void> {
    const { clock, fixedKey } = this.#options
    const exchange = createExchange(line, clock, fixedKey)
    this.#device = onOpened(this.#device, this.now())
    while (!this.#isStopped()) {
      this.#wake = new AbortController()
      const command = nextCommand(this.#device)
      const reply = await exchange.say(command)
      if (reply === null) return
      this.#take(onReply(this.#device, command, reply, this.now()))
      if (this.#closing && isShut(this.#device)) return
      await clock.sleep(pauseAfter(command, this.#device), this.#wake.signal)
    }
  }

  #take(step: Step): void {
    this.#device = step.device
    this.#heard(step)
  }
}
