import { isCash, isMobileMoney, isNotes } from '../../shared/domain/money/tender.ts'
import type { SaleStage } from '../../shared/api/kiosk/views.ts'
import { visitOf, type KioskState } from './state/kiosk-state.ts'
import { isVisit, type Step } from './state/steps.ts'
import { endsTheVisit, type Notice, type Problem } from '../app/problem.ts'

type Stage<N extends SaleStage['name']> = Extract<SaleStage, { readonly name: N }>

/** Screens that belong to a stage of the sale, one for each screen name. */
type Of<N extends string, S = N> = N extends N
  ? { readonly name: N; readonly stage: Extract<SaleStage, { readonly name: S }> }
  : never

/** The screen to show, which depends only on the state of the main process and the customer's step. */
export type Screen =
  | { readonly name: 'starting' }
  | { readonly name: 'staff-desk' }
  | {
      readonly name: 'out-of-service'
      readonly cause: 'partner' | 'printer' | 'storage' | 'refused' | 'payment' | 'restart'
    }
  | { readonly name: 'problem'; readonly problem: Notice }
  | Step
  | { readonly name: 'working'; readonly stage: 'holding' | 'releasing' }
  | Of<'card' | 'scan' | 'notes' | 'telephone' | 'cash', 'paying'>
  | Of<'review'>
  | Of<'confirming'>
  | Of<'printing'>
  | Of<'print-problem' | 'collect', 'print-problem'>
  | Of<'done'>
  | Of<'refund-due'>
  | Of<'needs-staff' | 'come-back', 'needs-staff'>
  | Of<'ended'>

export function screenOf(state: KioskState): Screen {
  if (state.connection === 'lost') return { name: 'out-of-service', cause: 'restart' }
  if (!state.info) return { name: 'starting' }
  if (state.staffDesk) return { name: 'staff-desk' }
  return ofSale(state) ?? ofStep(state)
}

function ofSale(state: KioskState): Screen | null {
  const { sale, step } = state
  const stage = sale?.stage
  switch (stage?.name) {
    case undefined:
    case 'choosing':
      return null
    case 'holding':
    case 'releasing': {
      // The seats just chosen stay visible while they are being held.
      const inSight = visitOf(state)?.saleId === sale?.saleId && (step.name === 'offers' || step.name === 'map')
      return inSight ? null : { name: 'working', stage: stage.name }
    }
    case 'paying':
      return { name: payingBy(stage, state), stage }
    case 'review':
      return { name: 'review', stage }
    case 'confirming':
      return { name: 'confirming', stage }
    case 'printing':
      return { name: 'printing', stage }
    case 'print-problem':
      return stage.waits ? { name: 'collect', stage } : { name: 'print-problem', stage }
    case 'done':
      return { name: 'done', stage }
    case 'refund-due':
      return { name: 'refund-due', stage }
    case 'needs-staff':
      return { name: stage.asking ? 'come-back' : 'needs-staff', stage }
    case 'ended':
      return { name: 'ended', stage }
  }
}

/** Returns the payment screen for a tender, whose driver may no longer exist after a restart. */
function payingBy({ tender }: Stage<'paying'>, { info }: KioskState): 'card' | 'cash' | 'notes' | 'scan' | 'telephone' {
  if (isCash(tender)) return 'cash'
  if (isNotes(tender)) return 'notes'
  const way = info?.ways.find(({ kind }) => kind === tender)
  if (way?.shows === 'qr') return 'scan'
  return way?.payer === 'phone' || isMobileMoney(tender) ? 'telephone' : 'card'
}

function ofStep(state: KioskState): Screen {
  const { step, problem, sale, events, info } = state
  const saleNotice = sale?.stage.name === 'choosing' ? sale.stage.notice : null
  const blocking = [problem, saleNotice, ...problemsOf(step)].find((each) => each && endsTheVisit(each))
  if (blocking) return { name: 'problem', problem: blocking }
  if (step.name === 'attract' || step.name === 'events') {
    if (events.state === 'failed') return { name: 'out-of-service', cause: 'partner' }
    if (step.name === 'attract' && info?.partner.state === 'down') return { name: 'out-of-service', cause: 'partner' }
    if (step.name === 'attract' && info?.storageFull) return { name: 'out-of-service', cause: 'storage' }
    if (step.name === 'attract' && info?.purchasesRefused) return { name: 'out-of-service', cause: 'refused' }
    if (step.name === 'attract' && info?.tenders.length === 0) return { name: 'out-of-service', cause: 'payment' }
    if (step.name === 'attract' && info?.printer.state === 'not-ready')
      return { name: 'out-of-service', cause: 'printer' }
  }
  return step
}

function problemsOf(step: Step): readonly Problem[] {
  if (!isVisit(step)) return []
  return [step.visit, step.proposals].flatMap((remote) => (remote.state === 'failed' ? [remote.problem] : []))
}

/** Returns a key that changes whenever the positions of the buttons change. */
export function screenKey(screen: Screen, dialog: KioskState['dialog']): string {
  const { name } = screen
  const detail =
    name === 'card' || name === 'scan' || name === 'telephone'
      ? screen.stage.phase
      : name === 'code'
        ? (screen.way ?? '')
        : ''
  return `${screen.name} ${detail} ${dialog ?? ''}`
}

export interface IdleRule {
  /** Milliseconds without input before the warning. */
  readonly quietMs: number
  /** Milliseconds for which the warning is shown; 0 to close the screen without a warning. */
  readonly warningMs: number
}

/** Returns the duration of the warning in milliseconds. It is doubled for customers who use speech output or keys. */
export function warningMsOf({ aids, byKeys }: Pick<KioskState, 'aids' | 'byKeys'>): number {
  return aids.spoken || byKeys ? 60_000 : 30_000
}

/** Returns when an unused screen is abandoned; null while a payment is in progress or tickets are printed. */
export function idleRule(screen: Screen, state: KioskState): IdleRule | null {
  const warningMs = warningMsOf(state)
  switch (screen.name) {
    case 'attract':
      return state.tongue !== state.info?.defaultLanguage ||
        Object.values(state.aids).includes(true) ||
        state.byKeys ||
        state.dialog
        ? { quietMs: 60_000, warningMs: 0 }
        : null
    case 'staff-desk':
      return { quietMs: 60_000, warningMs: 0 }
    case 'events':
    case 'offers':
    case 'wishes':
    case 'map':
    case 'problem':
    case 'ended':
    case 'code':
      return { quietMs: 60_000, warningMs }
    case 'review':
    case 'come-back':
    case 'collect':
      return { quietMs: 90_000, warningMs }
    case 'cash':
      if (state.attended === screen.stage.reference) return null
      // With an open call, the quiet period exceeds the three minutes after which the screen offers an alternative to
      // the agent.
      return { quietMs: state.info?.agentCall ? 240_000 : 90_000, warningMs }
    case 'refund-due':
    case 'needs-staff':
      return { quietMs: 180_000, warningMs }
    case 'starting':
    case 'out-of-service':
    case 'working':
    case 'card':
    case 'scan':
    case 'notes':
    case 'telephone':
    case 'confirming':
    case 'printing':
    case 'print-problem':
    case 'done':
      return null
  }
}

/** Returns whether the screen shows data that a customer or a staff member entered or selected. */
export function isInUse(screen: Screen, state: KioskState): boolean {
  if (screen.name === 'attract') return idleRule(screen, state) !== null
  return screen.name !== 'starting' && screen.name !== 'out-of-service'
}

const browsing: readonly Screen['name'][] = ['events', 'offers', 'wishes', 'map']

/** Returns whether the customer can start again: before a payment begins, and after the sale has ended. */
export function mayStartOver({ name }: Screen): boolean {
  return browsing.includes(name) || name === 'problem' || name === 'review' || name === 'ended'
}

/** Returns whether tickets can be collected: when idle, or when out of service for a reason other than a restart. */
export function mayCollect(screen: Screen): boolean {
  return screen.name === 'attract' || (screen.name === 'out-of-service' && screen.cause !== 'restart')
}
