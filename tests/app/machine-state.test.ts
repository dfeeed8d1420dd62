import { expect, test } from 'vitest'
import type { Blocker } from '../../shared/domain/fleet/blocker.ts'
import type { ConfiguredKiosk } from '../../electron/app/kiosk.ts'
import { createTurning, type MachineState, restartable } from '../../electron/app/machine-state.ts'
import type { Program } from '../../electron/app/program.ts'

const program = { version: '1.0.0' } as Program
const later = { version: '2.0.0' } as Program
const setUp = { is: 'set-up', program, api: {} } as MachineState

function kioskThat(settingsWait: boolean, blocker: Blocker | null): MachineState {
  const kiosk = { settingsWait: () => settingsWait, blocker: () => blocker } as ConfiguredKiosk
  return { is: 'kiosk', program: later, kiosk, api: {} } as MachineState
}

test('a machine turns at once, keeps its settings meanwhile, and says when it has turned', async () => {
  const turning = createTurning(setUp)
  const seen: string[] = []
  turning.onTurned(() => seen.push(turning.state.is))
  const ready = Promise.withResolvers<MachineState>()
  const turned = turning.turn(() => {
    seen.push(turning.state.is)
    return ready.promise
  })
  expect(turning.state).toMatchObject({ is: 'turning', program })
  ready.resolve(kioskThat(false, null))
  await turned
  expect(turning.state).toMatchObject({ is: 'kiosk', program: later })
  expect(seen).toEqual(['turning', 'kiosk'])
})

test('a machine that cannot turn is lost, and nobody is told that it has turned', async () => {
  const turning = createTurning(kioskThat(true, null))
  let told = 0
  turning.onTurned(() => (told += 1))
  const turned = turning.turn(() => Promise.reject(new Error('the ledger is in use')))
  await expect(turned).rejects.toThrow('the ledger is in use')
  expect(turning.state).toEqual({ is: 'lost', program: later })
  expect(told).toBe(0)
})

test('a kiosk is restarted only where other settings wait and nobody would notice', async () => {
  const idle = kioskThat(true, null)
  expect(restartable(idle)).toBe(idle.is === 'kiosk' && idle.kiosk)
  for (const state of [kioskThat(false, null), kioskThat(true, 'sale'), setUp]) expect(restartable(state)).toBeNull()
  const turning = createTurning(idle)
  const turned = turning.turn(async () => idle)
  // Twice at once would be one kiosk too many.
  expect(restartable(turning.state)).toBeNull()
  await turned
})
