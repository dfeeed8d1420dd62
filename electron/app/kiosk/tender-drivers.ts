import { join } from 'node:path'
import {
  drivenTenders,
  isMobileMoney,
  type DrivenTender,
  type TenderKind,
} from '../../../shared/domain/money/tender.ts'
import type { TenderDriver } from '../../core/ports/ports.ts'
import { createAttendedTerminal } from '../../payment/attended-terminal.ts'
import { createSimulatedTerminal } from '../../payment/simulated-terminal.ts'
import type { Ground } from './ground.ts'

/** Cash has no driver: staff say what they received. What is not offered is not asked for what it did, either. */
export function tenderDrivers({
  config,
  directory,
  clock,
}: Pick<Ground, 'config' | 'directory' | 'clock'>): Partial<Record<TenderKind, TenderDriver>> {
  if (config.terminals === 'attended') {
    const offered = drivenTenders.filter((kind) => config.tenders.includes(kind))
    return Object.fromEntries(offered.map((kind) => [kind, createAttendedTerminal()]))
  }
  const simulated = (kind: DrivenTender): TenderDriver => {
    const settings = isMobileMoney(kind) ? config.simulatedMobileMoney : config.simulatedTerminal
    const journalPath = join(directory, kind === 'card' ? 'simulated-terminal.jsonl' : `simulated-${kind}.jsonl`)
    return createSimulatedTerminal({ journalPath, clock, ...settings })
  }
  return Object.fromEntries(drivenTenders.map((kind) => [kind, simulated(kind)]))
}
