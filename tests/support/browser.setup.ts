import { launchChromiumServer, SHARED_BROWSER } from './chromium/launch.ts'

/** Starts one browser for all workers of all projects. Each worker inherits its address with the environment. */
export default async function shareBrowser(): Promise<(() => Promise<void>) | undefined> {
  if (process.env[SHARED_BROWSER]) return undefined
  const server = await launchChromiumServer()
  process.env[SHARED_BROWSER] = server.wsEndpoint()
  return async () => {
    delete process.env[SHARED_BROWSER]
    await server.close()
  }
}
