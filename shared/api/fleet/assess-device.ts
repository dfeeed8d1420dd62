import { assessMachine, type MachineHealth } from '../../domain/fleet/fleet.ts'
import type { DeviceView } from './contract.ts'

/** Assesses the status of a device at a given time of the hub's clock. */
export function assessDevice(
  { seenUtc, heartbeatSeconds, state, settings, ledger }: DeviceView,
  nowMs: number,
): MachineHealth {
  const report = state && {
    ...state,
    settingsRefused: settings?.refused?.detail ?? null,
    ledgerDoubt: ledger?.doubt?.type ?? null,
  }
  return assessMachine({ seenMs: seenUtc === null ? null : Date.parse(seenUtc), heartbeatSeconds, report }, nowMs)
}
