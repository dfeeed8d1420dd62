import type { Obstacle } from '../../../shared/domain/fleet/readiness.ts'
import type { SetupView } from '../../../shared/kiosk-api/setup.ts'
import { codesComeByHub, stepsOf, type StepName } from '../steps.ts'

/** The step that mends it; null: something else than an answer does. */
export function mendStep(obstacle: Obstacle, view: SetupView): StepName | null {
  const step = stepFor(obstacle, view)
  return step && stepsOf(view.answers).includes(step) ? step : null
}

function stepFor(obstacle: Obstacle, { answers, examination }: SetupView): StepName | null {
  switch (obstacle.type) {
    case 'partner-unreachable':
    case 'not-understood':
      return 'partner'
    case 'not-let-in':
      return examination?.steps.find(({ outcome }) => outcome === 'failed')?.step === 'signature'
        ? 'signing'
        : 'partner'
    case 'access-code-missing':
    case 'access-code-refused':
      return codesComeByHub(answers) ? 'fleet' : 'codes'
    case 'no-way-to-pay':
    case 'payments-down':
      return 'payment'
    case 'no-tickets':
      return 'printer'
    case 'terms-missing':
      return obstacle.settings.some((setting) => setting.startsWith('seller.')) ? 'seller' : 'terms'
    case 'training':
    case 'clock-off':
    case 'session-refused':
    case 'purchases-refused':
    case 'ledger':
    case 'disk-full':
    case 'damaged-files':
    case 'unprintable-characters':
    case 'screen-failing':
    case 'other':
      return null
  }
}
