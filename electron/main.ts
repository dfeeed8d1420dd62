import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { app, dialog } from 'electron'
import { createKiosk } from './kiosk.ts'
import { createLog } from './log.ts'
import { programOptions, readArguments, readProgram } from './program.ts'
import { openKioskWindow, registerScheme } from './transport/electron-window.ts'

const here = dirname(fileURLToPath(import.meta.url))

registerScheme()
if (app.requestSingleInstanceLock()) void app.whenReady().then(start)
else app.quit()

async function start(): Promise<void> {
  const args = readArguments(ownArguments(), { ...programOptions, kiosk: { type: 'boolean' } })
  if (!args.ok) return refuse(args.error.detail)
  const program = readProgram(args.value.values, app.getPath('userData'))
  if (!program.ok) return refuse(program.error.lines.join('\n'))
  const { config } = program.value
  const log = createLog(join(config.dataDirectory, 'guichet.log'), !app.isPackaged)
  const opened = await createKiosk(config, { ...program.value, log }).catch((error: unknown) => {
    log.error('kiosk not started', error)
    return error instanceof Error ? error : new Error(String(error))
  })
  if (opened instanceof Error) return refuse(opened.message)
  const kiosk = opened

  let stopped = false
  app.on('before-quit', (event) => {
    if (stopped) return
    event.preventDefault()
    void kiosk.stop().finally(() => {
      stopped = true
      app.quit()
    })
  })
  app.on('window-all-closed', () => app.quit())
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => app.quit())

  await openKioskWindow({
    api: kiosk.api,
    subscribe: (listener) => kiosk.subscribe(listener),
    log,
    rendererDirectory: join(here, '..', 'renderer'),
    preload: join(here, '..', 'preload', 'preload.cjs'),
    kiosk: args.value.values.kiosk ?? config.kiosk,
  })
}

/** What follows the program's own path; switches of Chromium are Electron's business. */
function ownArguments(): readonly string[] {
  const after = process.argv.slice(app.isPackaged ? 1 : 2)
  const known = ['--data', '--config', '--kiosk']
  return after.filter((arg, index) =>
    known.some((name) => arg === name || arg.startsWith(`${name}=`) || after[index - 1] === name),
  )
}

function refuse(message: string): void {
  process.stderr.write(`guichet: ${message}\n`)
  if (app.isPackaged) dialog.showErrorBox('Guichet', message)
  app.exit(1)
}
