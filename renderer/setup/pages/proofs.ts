import type { ExaminedStep, SetupView } from '../../../shared/kiosk-api/setup-views.ts'
import type { Catalogue } from '../../i18n/fr/catalogue.ts'
import { codesComeByHub } from '../steps.ts'

/** What is proven of a machine before it starts, and what the first ticket has yet to prove. */
export function proofsOf(view: SetupView, t: Catalogue): readonly ExaminedStep[] {
  const words = t.setup.summary
  if (view.answers.profile === 'demo')
    return [{ step: 'ticket', outcome: 'warning', title: words.paid, text: words.demo }]
  const ticket = { step: 'ticket', outcome: 'warning', title: words.paid, text: words.paidAbout } as const
  return [partnerProof(view, t), ...eventProofs(view, t), printerProof(view, t), ticket]
}

function partnerProof({ examination }: SetupView, t: Catalogue): ExaminedStep {
  const title = t.setup.coupon.partner
  const failed = examination?.steps.find(({ outcome }) => outcome === 'failed')
  if (failed) return { step: 'partner', outcome: 'failed', title, text: failed.text }
  const tested = examination !== null && !examination.running
  return {
    step: 'partner',
    outcome: tested ? 'ok' : 'failed',
    title,
    text: tested ? t.setup.summary.tested : t.setup.summary.untested,
  }
}

/** A machine that can sell one event is one that sells: the others are remarks. */
function eventProofs(view: SetupView, t: Catalogue): readonly ExaminedStep[] {
  const { events } = view
  const words = t.setup.summary
  if (events === null) return []
  if (events.length === 0)
    return [{ step: 'events', outcome: 'warning', title: t.setup.steps.names.codes, text: words.noEvents }]
  const byHub = codesComeByHub(view.answers)
  const proofs = events.flatMap(({ eventId, title, tried }) =>
    tried ? [{ step: `event ${eventId}`, title, ...tried }] : [],
  )
  const untried = events.filter(({ tried }) => tried === null).map(({ title }) => title)
  if (untried.length === 0) return proofs
  const sells = byHub || proofs.some(({ outcome }) => outcome !== 'failed')
  return [
    ...proofs,
    {
      step: 'untried',
      outcome: sells ? 'warning' : 'failed',
      title: byHub ? words.byHub : words.noCode,
      text: untried.join(t.common.comma),
    },
  ]
}

function printerProof({ answers: { printer, pageSeen } }: SetupView, t: Catalogue): ExaminedStep {
  const title = t.setup.coupon.printer
  if (printer?.kind === 'none') return { step: 'printer', outcome: 'warning', title, text: t.setup.printer.noneAbout }
  if (!printer) return { step: 'printer', outcome: 'warning', title, text: t.setup.printer.unchangedAbout }
  return pageSeen
    ? { step: 'printer', outcome: 'ok', title, text: t.setup.summary.printed }
    : { step: 'printer', outcome: 'warning', title, text: t.setup.summary.unprinted }
}
