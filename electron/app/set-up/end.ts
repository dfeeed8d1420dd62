import { err, ok, type Result } from '../../../shared/domain/result.ts'
import type { SetupAnswers } from '../../../shared/kiosk-api/setup.ts'
import type { Config } from '../../config/config.ts'
import { missingTerms } from '../../config/terms.ts'
import {
  missingSecrets,
  placeOfSecret,
  refuseSetup,
  trySetup,
  writeSettings,
  type SetupGround,
  type Secrets,
  type SetupRefused,
} from '../../config/setup-settings.ts'
import { foundProblem } from '../../config/setting-problem.ts'
import { reportOnStderr } from '../../host/files/whole-file.ts'
import { sealed } from '../../host/keyring.ts'
import { writeScreenFile } from '../../host/screen-file.ts'
import { openAccessCodesFile } from '../../office/access-codes-file.ts'
import { enrolDevice, isMember, whyNotEnrolled } from '../fleet-membership.ts'
import { forgetAnswers } from './answers.ts'
import { keepPeople, peopleAfter, staffFolder } from './people.ts'

/**
 * Ends a set-up, asked on the screen or on the command line: what the settings need lies beside them before they are
 * written, and with them the machine is what it was set up to be.
 */
export async function writeSetup(
  answers: SetupAnswers,
  ground: SetupGround,
  secrets: Secrets,
): Promise<Result<null, SetupRefused>> {
  const { dataDirectory } = ground
  const config = wholeSetup(answers, ground, secrets)
  if (!config.ok) return config
  const written = await filesOf(secrets, answers, ground)
  if (!written.ok) return written
  const { screen, accessCodes = {}, fleet } = answers
  if (screen) writeScreenFile(dataDirectory, screen)
  await keepPeople(answers, dataDirectory)
  if (Object.keys(accessCodes).length > 0)
    openAccessCodesFile(staffFolder(answers, dataDirectory), reportOnStderr).keep(accessCodes)
  if (fleet?.invitation !== undefined) {
    const enrolled = await enrolDevice(config.value, fleet.invitation)
    if (!enrolled.ok) return refused('fleet.invitation', whyNotEnrolled(config.value, enrolled.error))
  }
  writeSettings(answers, ground, written.value)
  forgetAnswers(dataDirectory)
  return ok(null)
}

/** What a machine will be with these answers, if they are all there. */
export function wholeSetup(answers: SetupAnswers, ground: SetupGround, secrets: Secrets): Result<Config, SetupRefused> {
  const config = trySetup(answers, ground, secrets)
  const missing = [...whatIsMissing(answers, ground, secrets), ...(config.ok ? missingTerms(config.value) : [])]
  return missing.length > 0 ? notAnswered(missing, ground) : config
}

export const notAnswered = (settings: readonly string[], ground: Pick<SetupGround, 'language'>) =>
  refuseSetup(
    settings.map((setting) => foundProblem(setting, { type: 'not-answered' })),
    ground,
  )

const refused = (setting: string, detail: string) =>
  err({ type: 'setup-refused', faults: [{ setting, detail }] } as const)

/** What the secrets' files will hold. */
async function filesOf(
  secrets: Secrets,
  answers: SetupAnswers,
  ground: SetupGround,
): Promise<Result<Secrets, SetupRefused>> {
  const { keyring } = ground
  if (!keyring.ok || placeOfSecret(answers, ground) === 'file') return ok(secrets)
  const texts: Record<string, string> = {}
  for (const [setting, secret] of Object.entries(secrets)) {
    const text = await sealed(keyring.value, secret)
    if (!text.ok) return refused('secretIn', text.error.detail)
    texts[setting] = text.value
  }
  return ok(texts)
}

/** A machine that sells for money has a partner, a PIN of its own and somebody who answers for it; `missingTerms` has the rest. */
function whatIsMissing(answers: SetupAnswers, ground: SetupGround, secrets: Secrets): readonly string[] {
  const { profile, partner, machinePin, fleet } = answers
  const { dataDirectory, before } = ground
  if (profile === undefined || profile === 'hub') return ['profile']
  const people = peopleAfter(answers, dataDirectory)
  const withoutPin = people.some(({ hasPin }) => !hasPin) ? ['people'] : []
  if (profile === 'demo') return withoutPin
  const hubBefore = (before?.['fleet'] as { hub?: string } | undefined)?.hub
  const hubUnknown = fleet && fleet.hub !== hubBefore && !fleet.invitation && !isMember(dataDirectory, fleet.hub)
  return [
    ...(partner ? [] : ['partner.baseUrl']),
    ...missingSecrets(answers, before, secrets),
    ...(hubUnknown ? ['fleet.invitation'] : []),
    ...(machinePin === undefined && before?.['staffPin'] === undefined ? ['machinePin'] : []),
    ...(people.some(({ role }) => role === 'supervisor') ? withoutPin : ['people']),
  ]
}
