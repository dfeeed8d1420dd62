import type { SetupProfile } from '../../shared/kiosk-api/setup-profiles.ts'

export type StepName =
  | 'welcome'
  | 'profile'
  | 'hub'
  | 'device'
  | 'partner'
  | 'signing'
  | 'examination'
  | 'printer'
  | 'screen'
  | 'people'
  | 'summary'

const beginning = ['welcome', 'profile'] as const
const selling = ['device', 'partner', 'signing', 'examination', 'printer', 'screen', 'people', 'summary'] as const

/** What a machine of that kind is asked, in order. */
export function stepsOf(profile: SetupProfile | undefined): readonly StepName[] {
  if (profile === 'hub') return [...beginning, 'hub']
  if (profile === 'demo') return [...beginning, 'device', 'screen', 'people', 'summary']
  return [...beginning, ...selling]
}

/** Whose PIN it is. */
export type Holder = 'machine' | 'supervisor' | 'technician'
