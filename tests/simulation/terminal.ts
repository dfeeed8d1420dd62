import type { TenderDriver, TenderOutcome } from '../../electron/core/ports/tender-driver.ts'
import { deviceTraits } from '../support/devices.ts'
import { createRefunds, type Refunds } from './refunds.ts'
import { seconds, type World } from './world.ts'

type Entry = { state: 'in-progress' | 'approved' | 'refused' | 'cancelled'; readonly amount: number }

/** A card terminal on the counter: its memory outlives the kiosk, and it tells the truth when it can be asked. */
export interface Terminal extends Omit<TenderDriver, keyof Refunds>, Refunds {
  /** What its own journal says when staff look: a payment still open is closed by that. */
  lookUp(reference: string): boolean
  /** No money can come under that reference any more, or a look at the journal ends it. */
  isOver(reference: string): boolean
}

/** A merchant's telephone: it hangs on no cable, and only the person before it sees what it did. */
export interface Telephone {
  /** False where the customer's operator refuses. */
  charge(reference: string, amount: number): boolean
  lookUp(reference: string): boolean
}

export function createTelephone({ faults, truth }: World): Telephone {
  const charged = new Set<string>()
  return {
    charge(reference, amount) {
      if (charged.has(reference)) truth.violate('I4', `staff were told twice to charge ${reference}`)
      if (faults.strike('card refused')) return false
      charged.add(reference)
      truth.take(reference, amount)
      return true
    },
    lookUp: (reference) => charged.has(reference),
  }
}

const DRIVER_PATIENCE = seconds(30)

export function createTerminal(world: World, name: string): Terminal {
  const { time, random, faults, truth } = world
  const memory = new Map<string, Entry>()
  let deadUntil = 0
  const dead = (): boolean => {
    if (faults.strike('terminal dead')) deadUntil = time.now() + seconds(random.between(20, 300))
    return time.now() < deadUntil && !world.closing()
  }

  function decide(reference: string, entry: Entry): TenderOutcome {
    if (entry.state === 'in-progress') {
      entry.state = faults.strike('card refused') ? 'refused' : 'approved'
      if (entry.state === 'approved') truth.take(reference, entry.amount)
      world.tell(name, `${entry.state} ${reference}`)
    }
    return outcomeOf(reference, entry)
  }

  const refunds = createRefunds(world, name, (reference) => memory.get(reference)?.state === 'approved', dead)

  return {
    name,
    host: '',
    traits: { ...deviceTraits, refund: 'api' },
    async begin({ reference, amount }, signal) {
      if (faults.strike('terminal busy')) return { outcome: 'unavailable' }
      if (memory.has(reference)) truth.violate('I4', `the terminal was told twice to take ${reference}`)
      if (dead()) {
        await time.sleep(DRIVER_PATIENCE)
        return { outcome: 'unknown' }
      }
      const entry: Entry = { state: 'in-progress', amount }
      memory.set(reference, entry)
      world.tell(name, `asks for a card: ${reference}`)
      const late = faults.strike('terminal approves late')
      const slow = faults.strike('terminal slow')
      const thinking = seconds(slow || late ? random.between(35, 200) : random.between(2, 20))
      const answered = new Promise<TenderOutcome>((resolve) => {
        time.after(thinking, () => resolve(decide(reference, entry)))
        signal.addEventListener('abort', () => {
          if (entry.state === 'in-progress') entry.state = 'cancelled'
          resolve(outcomeOf(reference, entry))
        })
      })
      const givenUp = (): Promise<TenderOutcome> => time.sleep(DRIVER_PATIENCE).then(() => ({ outcome: 'unknown' }))
      const outcome = await (late ? Promise.race([answered, givenUp()]) : answered)
      return faults.strike('terminal reply lost') ? { outcome: 'unknown' } : outcome
    },
    async ask({ reference }) {
      await time.sleep(random.between(50, 800))
      if (dead()) return { outcome: random.chance(0.5) ? 'unknown' : 'unavailable' }
      const entry = memory.get(reference)
      return entry ? outcomeOf(reference, entry) : { outcome: 'cancelled' }
    },
    ...refunds,
    lookUp(reference) {
      const entry = memory.get(reference)
      if (entry?.state === 'in-progress') entry.state = 'cancelled'
      return entry?.state === 'approved'
    },
    isOver: () => true,
  }
}

function outcomeOf(reference: string, { state, amount }: Entry): TenderOutcome {
  switch (state) {
    case 'approved':
      return { outcome: 'approved', approval: `A${reference.slice(0, 6)}`, amount }
    case 'refused':
      return { outcome: 'refused', reason: 'declined' }
    case 'cancelled':
      return { outcome: 'cancelled' }
    case 'in-progress':
      return { outcome: 'unknown' }
  }
}
