import { expect, onTestFinished, vi } from 'vitest'
import { startMachine, type Machine, type MachineOptions } from '../../electron/app/machine.ts'
import { runCommandLine } from '../../electron/cli/cli.ts'
import { accountLanguage } from '../../electron/host/system.ts'
import type { Language } from '../../shared/domain/language.ts'
import { beatingClock } from '../support/clocks.ts'

/** Sets the language of the user account until the test ends. Without this call, errors are in English. */
export function speakAs(language: Language): void {
  vi.stubEnv('LC_ALL', `${language}.UTF-8`)
  onTestFinished(() => void vi.unstubAllEnvs())
}

/** Runs a command line. `said`: standard output; `refused`: lines of standard error. */
export async function guichet(...words: readonly string[]) {
  const [said, refused]: [string[], string[]] = [[], []]
  const refuse = (...lines: readonly string[]) => (refused.push(...lines), 2)
  const language = process.env['LC_ALL'] ? accountLanguage() : 'en'
  const code = await runCommandLine(words, { say: (line) => void said.push(line), refuse }, language)
  return { code, said: said.join('\n'), refused }
}

/** Starts a machine without a screen on `beatingClock`. Rejects with the text that the shell would print. */
export async function startProgram(options: MachineOptions): Promise<Machine> {
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined }
  const onLost = (error: unknown): void => expect.unreachable(String(error))
  const machine = await startMachine(options, { log: () => log, clock: beatingClock, onLost })
  if (!machine.ok) throw new Error(machine.error.lines.join('\n'))
  onTestFinished(() => machine.value.stop())
  return machine.value
}
