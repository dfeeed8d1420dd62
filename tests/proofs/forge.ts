import { openCampaign, pairs, singles } from '../forge/campaign.ts'
import { ROOTS } from '../forge/victim.ts'
import type { Outcome, Run } from './proof.ts'

/**
 * Every forgery that needs no secret, and pairs of them, against a ledger of which one root of trust is known, each root
 * in turn. The control is a verifier without roots.
 */
export async function playForgeries({ options }: Run): Promise<Outcome> {
  const campaign = await openCampaign()
  try {
    const stride = Math.max(1, Math.ceil(pairs.length / Number(options['pairs'])))
    const attacks = [...singles, ...pairs.filter((_, index) => index % stride === 0)]
    const violations = (await campaign.honest()).map((name) => `untouched files do not hold: ${name}`)
    const details: string[] = []
    let played = 0
    for (const root of ROOTS) {
      const judged = await campaign.judge(root, attacks)
      const blind = await campaign.blind(root)
      played += judged.attacks
      violations.push(...judged.missed.map((name) => `${root}: missed ${name}`))
      if (blind.missed.length < blind.attacks) violations.push(`${root}: sees what the format says it cannot`)
      details.push(`${root}: ${judged.attacks} noticed; not visible to it: ${blind.missed.join(', ') || 'none'}`)
    }
    const control = await campaign.withoutRoots(singles)
    return {
      amount: `${played} forgeries under ${ROOTS.length} roots of trust`,
      violations,
      controls: { 'a verifier without roots': control.missed.length > 0 },
      details: [...details, `control: ${control.missed.length} of ${control.attacks} missed`],
    }
  } finally {
    campaign.close()
  }
}
