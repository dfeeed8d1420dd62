import type { KioskApi } from '../../shared/kiosk-api/contract.ts'
import type { SaleStage } from '../../shared/kiosk-api/views.ts'
import { NOTES, type NoteSlot } from './note-slot.ts'
import type { Wallet } from './slip-wallet.ts'
import type { Program } from './program.ts'
import { PIN } from './staff.ts'
import { seconds, type World } from './world.ts'

/** So many notes at most, and tries with a device that takes none. */
const PATIENCE = 15

/** Puts notes in, one after the other, until it is enough, or more, or the customer has no more, or goes. */
export async function putNotesIn(
  world: World,
  { name, program, saleId }: { readonly name: string; readonly program: Program; readonly saleId: string },
  slot: NoteSlot,
  stage: () => SaleStage | null,
): Promise<'stays' | 'walks away'> {
  const { time, random, faults } = world
  const { api } = program
  const stopsAfter = random.chance(0.2) ? random.below(5) : PATIENCE
  // The hand that is on its way is not stopped by a screen that goes out; no other note follows it.
  for (let turn = 0; turn < PATIENCE && program.alive() && stage()?.name === 'paying'; turn++) {
    if (turn === stopsAfter) {
      const stopped = await api.cancelPayment({ saleId })
      world.tell(name, `has no more notes: ${stopped.ok ? 'stops' : stopped.error.type}`)
      return 'stays'
    }
    await time.sleep(random.between(200, 4_000))
    if (stage()?.name === 'paying') slot.insert(saleId, random.pick(random.chance(0.6) ? NOTES.slice(-2) : NOTES))
    if (faults.strike('customer walks away', 0.3)) {
      world.tell(name, 'walks away from the notes')
      await time.sleep(seconds(random.between(30, 200)))
      return 'walks away'
    }
  }
  return 'stays'
}

/** Pays what a slip can. Null: nobody has one here. */
export async function paySlip(world: World, name: string, api: KioskApi, saleId: string, wallet: Wallet) {
  const slip = wallet.shows(name)
  if (!slip) return null
  const paid = await api.paySlip({ saleId, slip: slip.text, by: { pin: PIN } })
  world.tell(name, `is shown the slip ${slip.slipId}: ${paid.ok ? paid.value.stage.name : because(paid.error)}`)
  // What became of it is for the machine to know: a customer who is sent away tries again.
  if (paid.ok && paid.value.stage.name === 'paying') wallet.wasTaken(slip.slipId)
  return paid
}

/** Somebody comes to the counter with a slip, and wants the cash. */
export async function cashSlip(
  world: World,
  name: string,
  api: KioskApi,
  wallet: Wallet,
  secondPin: string,
): Promise<void> {
  const slip = wallet.shows(name)
  if (!slip) return
  const paid = await api.payOutSlip({ pin: PIN, second: { pin: secondPin }, slip: slip.text })
  world.tell(`${name} counter`, `pays out the slip ${slip.slipId}: ${paid.ok ? 'done' : because(paid.error)}`)
  if (paid.ok) wallet.wasTaken(slip.slipId)
}

const because = (error: { readonly type: string; readonly because?: string }): string => error.because ?? error.type
