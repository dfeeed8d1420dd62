import type { FiscalDocument, FiscalOutcome, FiscalSigner } from '../../electron/kiosk/ports/devices.ts'
import type { FiscalSignature } from '../../shared/domain/sale/after-sale.ts'
import { seconds, type World } from './world.ts'

export type FiscalService = ReturnType<typeof createFiscalService>

/** Creates a fiscal service that signs each number once, and may be slow, unreachable, or refuse. */
export function createFiscalService({ time, random, faults, truth }: World) {
  const signed = new Map<string, { readonly content: string; readonly reply: FiscalSignature }>()
  /** Number under which the content of a document was signed, by content. */
  const numberOf = new Map<string, string>()

  function sign(document: FiscalDocument): FiscalSignature {
    const { number, kind, about, lines, amount } = document
    const content = JSON.stringify([kind, amount, lines, about])
    const known = signed.get(number)
    if (known && known.content !== content) truth.violate('I19', `${number}: is signed for other content`)
    if (known) return known.reply
    const before = numberOf.get(content)
    if (before !== undefined) truth.violate('I19', `${number}: the tickets are signed as ${before}, too`)
    numberOf.set(content, number)
    const signature = `S${signed.size + 1}`
    const reply = { signature, qrCode: `Q-${signature}`, counters: '', device: 'FS', signedAt: '' }
    signed.set(number, { content, reply })
    return reply
  }

  const signer: FiscalSigner = {
    async sign(document): Promise<FiscalOutcome> {
      await time.sleep(random.below(faults.strike('fiscal service slow') ? seconds(30) : seconds(2)))
      if (faults.strike('fiscal service unreachable')) return { outcome: 'unknown', detail: 'ECONNREFUSED' }
      if (!signed.has(document.number) && faults.strike('fiscal service refuses'))
        return { outcome: 'refused', reason: 'REFUSED' }
      const reply = sign(document)
      await time.sleep(random.below(seconds(2)))
      return faults.strike('fiscal reply lost')
        ? { outcome: 'unknown', detail: 'ECONNRESET' }
        : { outcome: 'signed', ...reply }
    },
  }
  return { signer, signatureOf: (number: string) => signed.get(number)?.reply.signature }
}

/** Returns the signer of a faulty program, which sends an unsigned document again under a new number. */
export function renumbering(signer: FiscalSigner): FiscalSigner {
  const tries = new Map<string, number>()
  return {
    sign(document, stopping) {
      const count = tries.get(document.number) ?? 0
      tries.set(document.number, count + 1)
      const number = count === 0 ? document.number : `${document.number}-${count}`
      return signer.sign({ ...document, number }, stopping)
    },
  }
}
