import { _electron, type ElectronApplication, type Page } from 'playwright-core'
import { afterAll, beforeAll, onTestFinished } from 'vitest'
import { root } from '../shells/shell.ts'
import { electronProgram, installProgram, type Installed } from '../support/electron.ts'

export { electronArguments, electronProgram, unavailable } from '../support/electron.ts'

/**
 * Call at the top of a test file. Electron with the built program at the place where a packaged one has it, so that it
 * is loaded as it will be for users.
 */
export function useInstalledProgram(): { readonly path: () => string } {
  let installed: Installed | null = null
  beforeAll(() => {
    if (electronProgram !== null) installed = installProgram(electronProgram, root)
  })
  afterAll(() => installed?.remove())
  return { path: () => installed?.path ?? '' }
}

export interface Shell {
  readonly app: ElectronApplication
  readonly page: Page
}

/** That program under the test driver, with its window loaded; `more` goes into its environment. */
export async function launch(
  executablePath: string,
  args: readonly string[],
  more: Readonly<Record<string, string>> = {},
): Promise<Shell> {
  const { GUICHET_DATA: _, GUICHET_CONFIG: __, ...own } = process.env
  const env = { ...own, ...more } as Record<string, string>
  const app = await _electron.launch({ executablePath, args: [...args], env, cwd: root })
  onTestFinished(() => app.close())
  return { app, page: await app.firstWindow() }
}
