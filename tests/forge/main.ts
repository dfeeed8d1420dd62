import { openCampaign, pairs, singles, type Tally } from './campaign.ts'
import { ROOTS } from './victim.ts'

/**
 * npm run forge
 *
 * Every forgery that needs no secret, and every pair of them, against a ledger that one root of trust is known of, each
 * root in turn; then the control, a verifier without roots, which has to miss some.
 */
const campaign = await openCampaign()
try {
  const failed = await campaign.honest()
  console.log(
    `honest ledger and archive under ${ROOTS.join(', ')}: ${failed.length === 0 ? 'hold' : failed.join(', ')}`,
  )
  let missed = failed.length
  for (const root of ROOTS) {
    for (const [what, attacks] of [
      ['forgeries', singles],
      ['pairs', pairs],
    ] as const)
      missed += told(`${root}: ${what}`, await campaign.judge(root, attacks))
    const blind = await campaign.blind(root)
    for (const name of blind.missed) console.log(`  (not seen by a ${root} alone: ${name})`)
    if (blind.missed.length !== blind.attacks) missed += 1
  }
  const control = await campaign.withoutRoots([...singles, ...pairs])
  told('control (no roots, none of their checks)', control)
  process.exitCode = missed === 0 && control.missed.length > 0 ? 0 : 1
} finally {
  campaign.close()
}

function told(what: string, { attacks, missed }: Tally): number {
  console.log(`${what}: ${attacks - missed.length} of ${attacks} noticed`)
  for (const name of missed.slice(0, 5)) console.log(`  missed: ${name}`)
  return missed.length
}
