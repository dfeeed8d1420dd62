import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { createBookingService } from './booking-service/booking-service.ts'
import { serveBookingService } from './booking-service/serve.ts'

export interface HubOptions {
  readonly host: string
  /** 0 takes any free port. */
  readonly port: number
  readonly dataDirectory: string
  readonly resourcesDirectory: string
  readonly sqliteBinding: string | undefined
}

export interface Hub {
  readonly url: string
  /** Event access codes, for the operator's eyes only: they are on no wire. */
  readonly accessCodes: Readonly<Record<string, string>>
  stop(): Promise<void>
}

/** The embedded booking service alone, on a socket: what several kiosks share, and what a client is tested against. */
export async function createHub(options: HubOptions): Promise<Hub> {
  const { host, port, dataDirectory, resourcesDirectory, sqliteBinding } = options
  mkdirSync(dataDirectory, { recursive: true, mode: 0o700 })
  const service = await createBookingService({
    database: join(dataDirectory, 'booking-service.db'),
    venuesDirectory: join(resourcesDirectory, 'venues'),
    ...(sqliteBinding && { nativeBinding: sqliteBinding }),
  })
  const server = await serveBookingService({ service, host, port }).catch(async (error: unknown) => {
    await service.close()
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error
    throw new Error(`port ${port} at ${host} is in use: choose another with --port`, { cause: error })
  })
  return {
    url: server.url,
    accessCodes: await service.accessCodes(),
    async stop() {
      await server.close()
      await service.close()
    },
  }
}
