import type { Service } from '../world/machine.ts'
import { startLine } from '../partner/scripted-partner.ts'

/** The service behind a line on which the customer reference can be heard: it never comes to a screen. */
export async function overheard(service: Service) {
  let ownerRef = ''
  const line = await startLine(service.url, async (asked, forward) => {
    const answer = await forward()
    if (asked.line === 'POST /api/v1/public/booking-sessions' && typeof answer === 'object')
      ownerRef = (JSON.parse(answer.body as string) as { data: { owner_ref: string } }).data.owner_ref
    return answer
  })
  return { service: { ...service, url: line.url }, ownerRef: () => ownerRef }
}
