import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { _electron, type ElectronApplication, type Page } from 'playwright-core'
import { afterAll, beforeAll, onTestFinished } from 'vitest'
import { root } from '../shells/shell.ts'
import { electronProgram, type Installed, installProgram } from '../support/electron.ts'
import type { Service } from '../world/machine.ts'
import { startLine } from '../partner/scripted-partner.ts'

export { electronArguments, electronProgram, unavailable } from '../support/electron.ts'

/** Installs Electron with the built program as in a package. Call at the top of a test file. */
export function useInstalledProgram(): { readonly path: () => string } {
  let installed: Installed | null = null
  beforeAll(() => {
    if (electronProgram !== null) installed = installProgram(electronProgram, root)
  })
  afterAll(() => installed?.remove())
  return { path: () => installed?.path ?? '' }
}

export type Shell = Readonly<{ app: ElectronApplication; page: Page }>

type Environment = Readonly<Record<string, string>>

/** Starts the program under the test driver and waits for its window. `more` contains further environment variables. */
export async function launch(executablePath: string, args: readonly string[], more: Environment = {}): Promise<Shell> {
  const app = await start(executablePath, args, more)
  onTestFinished(() => app.close())
  return { app, page: await app.firstWindow() }
}

/** Starts one Electron for a `describe` block. Each test must restore the initial state of the window. */
export function useShell(
  program: { readonly path: () => string },
  open: (data: string) => { readonly args: readonly string[]; readonly env?: Environment },
): () => Shell {
  let app: ElectronApplication | null = null
  let shell: Shell | null = null
  let data = ''
  beforeAll(async () => {
    data = mkdtempSync(join(tmpdir(), 'guichet-shell-'))
    const { args, env = {} } = open(data)
    app = await start(program.path(), args, env)
    shell = { app, page: await app.firstWindow() }
  })
  afterAll(async () => {
    await app?.close()
    rmSync(data, { recursive: true, force: true })
  })
  return () => {
    if (shell === null) throw new Error('Electron did not start')
    return shell
  }
}

export const ask = (page: Page, method: string, input: object): Promise<unknown> =>
  page.evaluate(([name, given]) => window.kiosk?.invoke(name, given), [method, input] as const)

export const preferencesOf = (app: ElectronApplication) =>
  app.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows().map(({ webContents }) => {
      const { sandbox, contextIsolation, nodeIntegration, webviewTag, webSecurity } = (
        webContents as unknown as { getLastWebPreferences(): Record<string, unknown> }
      ).getLastWebPreferences()
      return { sandbox, contextIsolation, nodeIntegration, webviewTag, webSecurity }
    }),
  )

function start(executablePath: string, args: readonly string[], more: Environment): Promise<ElectronApplication> {
  const { GUICHET_DATA: _, GUICHET_CONFIG: __, ...own } = process.env
  const env = { ...own, ...more } as Record<string, string>
  return _electron.launch({ executablePath, args: [...args], env, cwd: root })
}

/** Records `owner_ref` from replies of the service, so that tests can search the screens for it. */
export async function overheard(service: Service) {
  let ownerRef = ''
  const line = await startLine(service.url, async (asked, forward) => {
    const answer = await forward()
    if (asked.line === 'POST /api/v1/public/booking-sessions' && typeof answer === 'object')
      ownerRef = (JSON.parse(answer.body as string) as { data: { owner_ref: string } }).data.owner_ref
    return answer
  })
  return { service: { ...service, url: line.url }, ownerRef: () => ownerRef }
}
