import { createServer, type AddressInfo, type Socket } from 'node:net'

/**
 * The printer's place on the network: one host at a time. `onHost` is called for each and gives what takes its bytes;
 * where that says false, nothing is read from the host until `resume`.
 */
export function createPort(onHost: () => (bytes: Uint8Array) => boolean) {
  let host: Socket | null = null
  let [on, muted] = [true, false]

  const server = createServer((connection) => {
    connection.on('error', () => {})
    if (!on || host) return void connection.destroy()
    host = connection
    const take = onHost()
    connection.on('data', (bytes) => {
      if (host === connection && !take(bytes)) connection.pause()
    })
    connection.on('close', () => {
      if (host === connection) host = null
    })
  })

  function drop(): void {
    const dropped = host
    host = null
    dropped?.resetAndDestroy()
  }

  return {
    state: () => ({ on, muted }),
    isConnected: () => host !== null,
    say: (bytes: Uint8Array): void => {
      if (!muted && host?.writable) host.write(bytes)
    },
    resume: () => void host?.resume(),
    mute(to: boolean): void {
      muted = to
    },
    switch(to: boolean): void {
      on = to
      if (!on) drop()
    },
    drop,
    /** Gives the port's number: the one asked for, or any free one for 0. */
    async listen(port: number, address: string): Promise<number> {
      await new Promise<void>((resolve, reject) => {
        server.once('error', reject)
        server.listen(port, address, resolve)
      })
      return (server.address() as AddressInfo).port
    },
    async close(): Promise<void> {
      drop()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
