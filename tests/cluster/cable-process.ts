import { createServer, connect, type Socket } from 'node:net'
import type { Cable, CableOrder } from './cables.ts'

/**
 * Lines between programs, each a port that is carried to another: `node cable-process.ts CABLES`. A line that is cut says
 * nothing: what is sent into it is not answered, and nobody is told that it is cut.
 */
interface Line {
  readonly sockets: Set<Socket>
  isCut: boolean
}

const lines = new Map<string, Line>()

for (const { name, from, to } of JSON.parse(process.argv[2] ?? '[]') as Cable[]) {
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
    // What lay in a line that was cut is lost for good.
    if (isCut) socket.unpipe().pause()
    else socket.destroy()
  }
  process.send?.('done')
})
process.on('disconnect', () => process.exit())

function carry(line: Line, near: Socket, to: number): void {
  keep(line, near)
  if (line.isCut) {
    near.pause()
    return
  }
  const far = connect(to, '127.0.0.1')
  keep(line, far)
  near.setNoDelay(true)
  far.setNoDelay(true)
  near.pipe(far).pipe(near)
  for (const [one, other] of [
    [near, far],
    [far, near],
  ] as const) {
    one.on('close', () => {
      if (!line.isCut) other.destroy()
    })
  }
}

function keep({ sockets }: Line, socket: Socket): void {
  sockets.add(socket)
  socket.on('error', () => undefined)
  socket.on('close', () => sockets.delete(socket))
}
