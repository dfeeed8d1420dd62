import { createHash } from 'node:crypto'
import type { FleetRecord, RecordStore } from '../../electron/fleet/ledger-heads.ts'
import type { MessageDrivers } from '../../electron/fleet/message-drivers.ts'
import { MessageSender, TicketMessages } from '../../electron/fleet/ticket-messages.ts'
import { silentLog } from '../../electron/host/log.ts'
import type { MessageHub } from '../../electron/kiosk/ports/devices.ts'
import { pageContent } from '../support/ticket-page.ts'
import { BEGINNING, seconds, type World } from './world.ts'

export type MessageHubSimulation = ReturnType<typeof createMessageHub>

const OFFER = { channels: ['email'], perHour: 1_000 } as const
/** Interval at which the hub sends the messages that are due. */
const ROUND_MS = seconds(15)
/** Timeout in milliseconds of the program's requests to the hub. */
const TIMEOUT_MS = seconds(10)
const page = { ...pageContent, untilUtc: new Date(BEGINNING + 30 * 86_400_000).toISOString() }

/**
 * The hub's queue of messages with its real code, on records in memory. The process of the hub may be cut off at any
 * point and start again with its records. Each message that the hub accepted must be sent at least once, and never after
 * its address was erased.
 */
export function createMessageHub({ time, random, faults, truth, tell, closing }: World) {
  const records = new Map<string, FleetRecord>()
  /** Addresses of the accepted messages. */
  const accepted = new Map<string, string>()
  const delivered = new Set<string>()
  /** Times of the erasure of messages that were waiting. */
  const erased = new Map<string, number>()
  const nowMs = (): number => BEGINNING + time.now()
  let hub = startHub()

  function startHub() {
    let isRunning = true
    /** A process that was cut off does nothing more. */
    const whileRunning = <T>(work: () => T): Promise<T> =>
      isRunning ? Promise.resolve(work()) : new Promise<T>(() => undefined)
    const keyOf = ({ kind, name }: { readonly kind: string; readonly name: string }): string => `${kind} ${name}`
    const store: RecordStore = {
      listRecords: (kind) =>
        whileRunning(() => [...records].flatMap(([key, record]) => (key.startsWith(`${kind} `) ? [record] : []))),
      findRecord: (key) => whileRunning(() => records.get(keyOf(key)) ?? null),
      keepRecord: ({ kind, name, version, document }) =>
        whileRunning(() => {
          const key = keyOf({ kind, name })
          if ((records.get(key)?.version ?? 0) !== version) return false
          records.set(key, { name, version: version + 1, document })
          return true
        }),
      removeRecord: (key) => whileRunning(() => records.delete(keyOf(key))),
    }
    const pages = { find: () => whileRunning(() => page), findOwn: () => whileRunning(() => page) }
    const key = { derive: (label: string) => createHash('sha256').update(label).digest() }
    const messages = new TicketMessages(store, pages, () => key, nowMs)
    const email: MessageDrivers['email'] = async ({ reference }) => {
      const erasedMs = erased.get(reference)
      if (erasedMs !== undefined && erasedMs < time.now())
        truth.violate('I20', `message ${reference} is sent after its address was erased`)
      await time.sleep(random.between(50, 3_000))
      crash()
      if (!isRunning) return new Promise(() => undefined)
      if (faults.strike('message server busy')) return { outcome: 'failed', code: 'BUSY' }
      delivered.add(reference)
      tell('hub', `message ${reference.slice(0, 8)} is sent`)
      return faults.strike('message reply lost') ? { outcome: 'failed', code: 'LOST' } : { outcome: 'sent' }
    }
    const pageAddress = 'https://tickets.example/t/'
    const sender = new MessageSender({ messages, drivers: { email }, pageAddress, nowMs, log: silentLog })
    return { messages, sender, cutOff: () => void (isRunning = false) }
  }

  function crash(): void {
    if (!faults.strike('hub crash')) return
    tell('hub', 'is cut off, and starts again')
    hub.cutOff()
    hub = startHub()
  }

  async function erase(address: string): Promise<void> {
    await hub.messages.erase((message) => message.address === address)
    for (const [message, to] of accepted) if (to === address && !delivered.has(message)) erased.set(message, time.now())
    tell('hub', `the address ${address} is erased`)
  }

  async function runRounds(): Promise<void> {
    for (;;) {
      await time.sleep(ROUND_MS)
      crash()
      const addresses = [...new Set(accepted.values())]
      if (addresses.length > 0 && faults.strike('person erased')) await erase(random.pick(addresses))
      void hub.sender.run()
    }
  }
  void runRounds()

  const isDone = (message: string): boolean => delivered.has(message) || erased.has(message)
  return {
    hubOf(machine: string): MessageHub {
      const lost = async (): Promise<null> => (await time.sleep(TIMEOUT_MS), null)
      return {
        list: (saleId) => hub.messages.answer(machine, { type: 'list', saleId }, OFFER),
        async send({ message, saleId, link, to }) {
          await time.sleep(random.between(20, 900))
          if (faults.strike('hub request lost')) return lost()
          const act = { type: 'send', message, saleId, link, token: 'A'.repeat(32), consent: true, to } as const
          const reply = await hub.messages.answer(machine, act, OFFER)
          if (reply.refused === null) accepted.set(message, to.address)
          await time.sleep(random.between(20, 900))
          return faults.strike('hub reply lost') ? lost() : reply
        },
      }
    },
    /** Returns an address that other messages may have, too. */
    newAddress: (): string => `client-${random.below(12)}@client.example`,
    isAtRest: (): boolean => [...accepted.keys()].every(isDone),
    checkEnd(): void {
      if (!closing()) truth.violate('bug', 'the messages are checked before the end')
      for (const message of accepted.keys())
        if (!isDone(message)) truth.violate('I20', `message ${message} was not sent`)
    },
  }
}
