import type { OperationName } from '../../../shared/partner-api/operations.ts'
import { createRecent } from '../store/recent.ts'
import type { PlainReply, PlainRequest } from './http.ts'

/** What answers a target that was asked for before. */
export interface KnownTarget {
  readonly operation: OperationName
  /** Does the operation; its input is checked. */
  readonly work: (request: PlainRequest, partnerCode: string) => Promise<PlainReply>
  /** The last reply, and the partner it was for. */
  readonly partnerCode: string
  readonly again: NonNullable<PlainReply['again']>
}

/** Targets of GET requests whose replies can be given again; those made longest ago go first. */
export function createReplyMemory(most = 2_000) {
  const known = createRecent<string, KnownTarget>(most)

  /** Does the work, and keeps the reply where it can be given again. */
  async function ask(
    { operation, work }: Pick<KnownTarget, 'operation' | 'work'>,
    request: PlainRequest,
    partnerCode: string,
  ): Promise<PlainReply> {
    const { method, target } = request
    const reply = await work(request, partnerCode)
    if (reply.again === undefined || method !== 'GET') return reply
    known.set(target, { operation, work, partnerCode, again: reply.again })
    return reply
  }

  return {
    ask,

    find: (method: string, target: string): KnownTarget | undefined =>
      method === 'GET' ? known.get(target) : undefined,

    /** The last reply to this partner while it is right, else another. */
    async answer(found: KnownTarget, request: PlainRequest, partnerCode: string): Promise<PlainReply> {
      const again = found.partnerCode === partnerCode ? found.again(request) : null
      return again ?? ask(found, request, partnerCode)
    },
  }
}
