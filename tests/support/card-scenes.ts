import type { DevicePhase } from '../../shared/domain/money/device-progress.ts'
import { ok } from '../../shared/domain/result.ts'
import { calmAnswers, kioskInfo, sale, threeSeats } from './fake-kiosk.ts'
import type { Scene } from './scene.ts'

/** What the terminal wants, and what stands on its display. */
const atTerminal = (phase: DevicePhase, text?: string): Scene => {
  const device = { phase, ...(text !== undefined && { text }) }
  const stage = { name: 'paying', tender: 'card', phase: 'waiting', reference: 'r', due: 210_000, device } as const
  return { screen: 'card', answers: { ...calmAnswers, getKiosk: ok({ ...kioskInfo, sale: sale(stage, threeSeats) }) } }
}

export const cardScenes = {
  'card, insert': atTerminal('insert-card', 'INSÉRER CARTE'),
  'card, PIN': atTerminal('enter-pin', '210 000 GNF\nCODE ? ****'),
  'card, wrong PIN': atTerminal('wrong-pin', 'CODE FAUX\n2 ESSAIS'),
  'card, telephone': atTerminal('look-at-telephone'),
  'card, under way': atTerminal('authorising', 'VEUILLEZ PATIENTER'),
  'card, taken out too early': atTerminal('removed-too-early', 'CARTE RETIRÉE'),
} as const satisfies Readonly<Record<string, Scene>>
