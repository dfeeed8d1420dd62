import { createHmac } from 'node:crypto'
import {
  type CodesDocument,
  type CodesInside,
  codesUse,
  type Heartbeat,
  type SignedCodes,
} from '../../shared/fleet-api/contract.ts'
import type { SigningKey } from './keys.ts'
import { sealTo } from './sealing.ts'

export interface CodeStore {
  /** Of every event on sale, by event id. */
  accessCodes(): Promise<Readonly<Record<string, string>>>
}

/** The access codes of the hub's events, as they go to its devices. */
export function createCodeBook(store: CodeStore, hubKey: () => SigningKey) {
  /** By a secret of the hub's: nobody guesses codes by it. */
  const markOf = (codes: Readonly<Record<string, string>>): string =>
    createHmac('sha256', hubKey().derive('fleet access codes'))
      .update(JSON.stringify(Object.entries(codes).toSorted(([a], [b]) => (a < b ? -1 : 1))))
      .digest('base64url')

  return {
    /** Null where the device wants none, or has told the mark of what there is. */
    async due({ deviceId, number, accessCodes: told }: Heartbeat): Promise<SignedCodes | null> {
      if (!told) return null
      const codes = await store.accessCodes()
      const mark = markOf(codes)
      if (told.mark === mark) return null
      const inside = JSON.stringify({ mark, codes } satisfies CodesInside)
      const sealed = sealTo(told.key, codesUse(deviceId, number), Buffer.from(inside))
      if (sealed === null) return null
      const document = JSON.stringify({ format: 1, deviceId, number, ...sealed } satisfies CodesDocument)
      return { document, signature: hubKey().sign('guichet access codes 1', Buffer.from(document)) }
    },
  }
}
