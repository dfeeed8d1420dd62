import { expect, test } from 'vitest'
import { textOfReply } from '../../electron/partner/reply-body.ts'
import { MAX_REPLY_BYTES } from '../../shared/read-bounded.ts'

const KIB = 1024
const REFUSAL = 64 * KIB

/** A body in pieces of these lengths, its last sign a `z`, and how many of them were read. */
function bodyOf(...lengths: readonly number[]) {
  const taken = { pieces: 0 }
  async function* pieces() {
    for (const [index, length] of lengths.entries()) {
      taken.pieces += 1
      yield Buffer.from('a'.repeat(length - 1) + (index === lengths.length - 1 ? 'z' : 'a'))
    }
  }
  return { taken, body: pieces() }
}

test('a success is read whole up to the limit, and not a byte further', async () => {
  const whole = await textOfReply(200, bodyOf(MAX_REPLY_BYTES - KIB, KIB).body)
  expect([whole.length, whole.at(-1)]).toEqual([MAX_REPLY_BYTES, 'z'])
  const { taken, body } = bodyOf(MAX_REPLY_BYTES, 1, 1)
  await expect(textOfReply(299, body)).rejects.toThrow('a reply of more than 8388608 bytes')
  expect(taken.pieces).toBe(2)
})

test('of anything else the first part is the text, and the rest is left unread', async () => {
  expect(await textOfReply(403, bodyOf(REFUSAL - 1, 1).body)).toBe(`${'a'.repeat(REFUSAL - 1)}z`)
  const { taken, body } = bodyOf(REFUSAL - KIB, 2 * KIB, 1)
  expect(await textOfReply(300, body)).toBe('a'.repeat(REFUSAL))
  expect(taken.pieces).toBe(2)
})
