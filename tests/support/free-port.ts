import { createServer } from 'node:net'

/** Below what systems give out by themselves (Linux: 32768 on; others: 49152 on). */
const [LOWEST, COUNT] = [20_000, 12_000]

/**
 * A port of the loopback for what cannot listen on port 0, or comes back to the same port later. The system gives it
 * to nobody else meanwhile, neither to one who listens on port 0 nor to one who connects.
 */
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
