import { expect, test } from 'vitest'
import { operations, sendIpp } from '../../electron/printing/printers/ipp.ts'
import { endless, startEndless, UNDERWAY } from '../support/endless-service.ts'

test.each([200, 500])(
  'of an endless reply %d of a print service no more is read than a list of printers takes',
  async (status) => {
    const service = await startEndless(status, endless)
    const job = { operation: operations.printJob, attributes: [] }
    const sent = sendIpp({ host: '127.0.0.1', port: service.port }, '/printers/office', job, 8_000)
    await expect(sent).rejects.toMatchObject(
      status === 200
        ? { message: 'a reply of more than 8388608 bytes', mayHaveArrived: true }
        : { message: 'HTTP status 500', mayHaveArrived: false },
    )
    await service.closed
    expect(service.sent).toBeLessThan(8 * 1024 * 1024 + UNDERWAY)
  },
)
