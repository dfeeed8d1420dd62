import { lineClient, type LineClient } from './line-client.ts'

/** Requests one path repeatedly from a separate process, so that the server's CPU time excludes the client. */
export type Visit = Readonly<{ port: number; path: string; count: number }>

const clients = new Map<number, LineClient>()

process.on('message', ({ port, path, count }: Visit) => {
  void visit(port, path, count).then((failure) => process.send?.({ failure }))
})

async function visit(port: number, path: string, count: number): Promise<string | null> {
  const client = clients.get(port) ?? (await lineClient(port, { keep: false }))
  clients.set(port, client)
  for (let done = 0; done < count; done++) {
    const { status } = await client.exchange('GET', path)
    if (status !== 200) return `HTTP ${status}`
  }
  return null
}
