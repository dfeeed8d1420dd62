import { fileURLToPath } from 'node:url'
import { createHub, type Hub, type HubOptions } from '../../electron/app/hub.ts'

/** A hub of the demo on the loopback, at a port that is free where none is named. */
export function startDemoHub(database: string, options: Partial<HubOptions> = {}): Promise<Hub> {
  return createHub({
    host: '127.0.0.1',
    port: 0,
    database,
    resourcesDirectory: fileURLToPath(new URL('../../resources', import.meta.url)),
    sqliteBinding: undefined,
    version: 'test',
    mode: 'demo',
    ...options,
  })
}
