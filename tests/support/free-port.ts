import { createServer } from 'node:net'

/** Port range below the ports that systems assign automatically (Linux: from 32768; others: from 49152). */
const [LOWEST, COUNT] = [20_000, 12_000]

/** Returns a free loopback port that the system never assigns automatically, for programs that reuse their port. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = LOWEST + Math.floor(Math.random() * COUNT)
    if (await isFree(port)) return port
  }
}

async function isFree(port: number): Promise<boolean> {
  const probe = createServer()
  const listens = await new Promise<boolean>((resolve) => {
    probe.once('error', () => resolve(false)).listen(port, '127.0.0.1', () => resolve(true))
  })
  if (listens) await new Promise((resolve) => probe.close(resolve))
  return listens
}
