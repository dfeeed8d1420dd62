import { connect, createServer, type Socket } from 'node:net'
import { startProcess } from '../world/campaign/process.ts'

/** A port that is forwarded to another. All cables with the same name are cut together. */
export type Cable = Readonly<{ name: string; from: number; to: number }>

type CableOrder = Readonly<{ name: string; isCut: boolean }>

export type Cables = Awaited<ReturnType<typeof openLinks>>

/** Starts a separate process that forwards the connections. The process ends if one of its ports is in use. */
export async function openLinks(cables: readonly Cable[]) {
  const carrier = startProcess<string>(import.meta.filename, { args: [JSON.stringify(cables)] })
  await carrier.next()
  async function order(one: CableOrder): Promise<void> {
    carrier.send(one)
    await carrier.next()
  }
  return {
    cut: (name: string) => order({ name, isCut: true }),
    mend: (name: string) => order({ name, isCut: false }),
    close: () => carrier.kill(),
  }
}

/** A connection between two ports. A cut connection drops all data without notifying either end. */
interface Line {
  readonly sockets: Set<Socket>
  isCut: boolean
}

if (import.meta.main) await carryAll(JSON.parse(process.argv[2] ?? '[]') as Cable[])

async function carryAll(cables: readonly Cable[]): Promise<void> {
  const lines = new Map<string, Line>()
  for (const { name, from, to } of cables) {
    const line: Line = lines.get(name) ?? { sockets: new Set(), isCut: false }
    lines.set(name, line)
    await new Promise<void>((resolve) => {
      createServer((near) => carry(line, near, to)).listen(from, '127.0.0.1', resolve)
    })
  }
  process.send?.('ready')
  process.on('message', ({ name, isCut }: CableOrder) => {
    const line = lines.get(name)
    if (line === undefined) return
    line.isCut = isCut
    for (const socket of line.sockets) {
      // Data in transit on a cut connection is lost for good.
      if (isCut) socket.unpipe().pause()
      else socket.destroy()
    }
    process.send?.('done')
  })
  process.on('disconnect', () => process.exit())
}

function carry(line: Line, near: Socket, to: number): void {
  keep(line, near)
  if (line.isCut) return void near.pause()
  const far = connect(to, '127.0.0.1')
  keep(line, far)
  near.setNoDelay(true)
  far.setNoDelay(true)
  near.pipe(far).pipe(near)
  near.on('close', () => void (line.isCut || far.destroy()))
  far.on('close', () => void (line.isCut || near.destroy()))
}

function keep({ sockets }: Line, socket: Socket): void {
  sockets.add(socket)
  socket.on('error', () => undefined)
  socket.on('close', () => sockets.delete(socket))
}
