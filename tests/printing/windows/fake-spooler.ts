import { appendFileSync, readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'

export interface FakeQueue {
  readonly status?: number
  readonly attributes?: number
  readonly print?: 'refuse' | 'refuse-paper' | 'fail' | 'crash' | 'hang'
  /** State of a job at each query, in order. The last state repeats. */
  readonly job?: readonly ({ readonly status: number; readonly pagesPrinted?: number } | 'gone' | 'fail' | 'crash')[]
  readonly remove?: 'fail'
}

/** Simulates the Windows print service behind the helper process. Run: node fake-spooler.ts JSON */
export interface FakeSpoolerOrders {
  /** Path of the file for requests, one per line. A page is written as PNG in Base64. */
  readonly log: string
  readonly queues: Readonly<Record<string, FakeQueue>>
  readonly default?: string
}

type Request = Readonly<{ id: number; op: string; queue: string | null; picture?: string }>

function main(orders: FakeSpoolerOrders): void {
  const asked: Record<string, number> = {}
  const die = (): never => {
    process.stderr.write('the spooler service was stopped\n')
    return process.exit(1)
  }

  function answer(request: Request): object | null {
    if (request.op === 'queues') return { queues: Object.keys(orders.queues) }
    const name = request.queue ?? orders.default ?? ''
    const queue = orders.queues[name]
    if (!queue) return { missing: true }
    const { status = 0, attributes = 0, print, job = [{ status: 0x80 | 0x2000 }], remove } = queue
    if (request.op === 'look') return { name, status, attributes }
    if (request.op === 'print') {
      if (print === 'crash') return die()
      if (print === 'hang') return null
      if (print === 'refuse-paper') return { error: 'The paper size is invalid', sent: false }
      if (print === 'fail') return { error: 'The printer driver is unknown' }
      return { job: print === 'refuse' ? 0 : 17 }
    }
    if (request.op === 'remove') return remove === 'fail' ? { error: 'Access is denied' } : { removed: true }
    const at = (asked[name] ??= 0)
    asked[name] += 1
    const step = job[at] ?? job.at(-1)
    if (step === 'crash') return die()
    if (step === 'fail') return { error: 'The RPC server is unavailable' }
    return step === 'gone' ? { gone: true } : { pagesPrinted: 0, ...step }
  }

  createInterface({ input: process.stdin }).on('line', (line) => {
    const request = JSON.parse(line) as Request
    const picture = request.picture && { picture: readFileSync(request.picture).toString('base64') }
    appendFileSync(orders.log, `${JSON.stringify({ ...request, ...picture })}\n`)
    const reply = answer(request)
    if (reply) process.stdout.write(`${JSON.stringify({ id: request.id, ...reply })}\n`)
  })
}

if (process.argv[1] === import.meta.filename) main(JSON.parse(process.argv[2] ?? '') as FakeSpoolerOrders)
