import { onTestFinished } from 'vitest'
import { startProcess, type Shell } from '../shells/shell.ts'

export interface Terminal {
  /** Resolves with the output of the shell commands when the last command has finished. Rejects if a command fails. */
  readonly answerTo: (commands: string) => Promise<string>
}

/** Opens a shell with job control. The first failed command ends the shell and kills its jobs. */
export function openTerminal(home: string): Terminal {
  const terminal = startProcess('bash', [], { HOME: home, npm_config_update_notifier: 'false' })
  terminal.types(`set -em\ntrap 'for job in $(jobs -p); do kill -9 -- -$job; done' EXIT`)
  onTestFinished(async () => {
    terminal.types('exit')
    await terminal.ended
  })
  let answers = 0
  return {
    async answerTo(commands) {
      const end = `-- done ${++answers} --`
      const before = terminal.output.stdout.length
      terminal.types(`${commands}\necho '${end}'`)
      await terminal.says(new RegExp(end, 'u')).catch((error: unknown) => {
        throw new Error(`${commands}${saidSince(terminal, before)}`, { cause: error })
      })
      return terminal.output.stdout.slice(before, terminal.output.stdout.indexOf(end, before))
    },
  }
}

const saidSince = ({ output }: Shell, before: number): string => output.stdout.slice(before)
