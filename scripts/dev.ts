// npm run dev [-- arguments of npm start]: runs Guichet during development. A change in renderer/ appears in the open
// page, and a change in electron/ restarts the main process.
import { spawn, type ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { realpathSync, rmSync } from 'node:fs'
import { createServer as createSocket, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { resolveConfig } from 'electron-vite'
import { build, createServer, mergeConfig, type InlineConfig, type Plugin, type ViteDevServer } from 'vite'
import { root } from './install.mjs'
import { chooseProgram } from './start.mjs'

const out = join(root, 'out.dev')
const entries = {
  main: 'electron/main.ts',
  'browser-host': 'electron/browser-host-main.ts',
  'document-worker': 'electron/printing/document-worker.ts',
}
const productScreens = join(root, 'electron', 'transport', 'screen-files.ts')
const restarted = 'guichet:restarted'

async function freePort(): Promise<number> {
  const socket = createSocket().listen(0, '127.0.0.1')
  await once(socket, 'listening')
  const { port } = socket.address() as AddressInfo
  await new Promise((resolve) => socket.close(resolve))
  return port
}

/**
 * Replaces the module that serves the built screens with the module for development. Fails if the replaced module was
 * moved, because outdated screens would otherwise be shown.
 */
function developmentScreens(): Plugin {
  let isReplaced = false
  return {
    name: 'development-screens',
    enforce: 'pre',
    load(id) {
      if (id !== productScreens) return null
      isReplaced = true
      return `export * from ${JSON.stringify(join(root, 'scripts', 'dev-screens.ts'))}`
    },
    buildEnd(error) {
      if (!error && !isReplaced) this.error(`no module ${productScreens} to replace: correct scripts/dev.ts`)
    },
  }
}

/** Reloads a page of the browser host at its new address after the host has restarted. */
function enterAgain(): Plugin {
  const id = '/@enter-again'
  return {
    name: 'enter-again',
    resolveId: (source) => (source === id ? id : null),
    load: (loaded) =>
      loaded === id
        ? `import.meta.hot.on('${restarted}', (url) => { if (new URL(url).origin === location.origin) location.assign(url) })`
        : null,
    transformIndexHtml: () => [{ tag: 'script', attrs: { type: 'module', src: id }, injectTo: 'head' }],
  }
}

/** Resolves when the server watches all files of the renderer. Changes made before that would not reach the page. */
async function serveRenderer(config: InlineConfig, nonce: string): Promise<ViteDevServer> {
  const port = await freePort()
  const watching = Promise.withResolvers<void>()
  const server = await createServer(
    mergeConfig(config, {
      // The cache is separate from the product's cache, because a build may run at the same time.
      cacheDir: join(out, 'vite'),
      html: { cspNonce: nonce },
      plugins: [
        enterAgain(),
        { name: 'watching', configureServer: ({ watcher }) => void watcher.once('ready', watching.resolve) },
      ],
      server: {
        host: '127.0.0.1',
        port,
        strictPort: true,
        // The page needs the address of Vite's server, because Guichet serves the page from another origin.
        hmr: { protocol: 'ws', host: '127.0.0.1', clientPort: port },
        cors: false,
        fs: { allow: [root, realpathSync(join(root, 'node_modules'))] },
      },
    }),
  )
  await watching.promise
  return server.listen()
}

/** Builds now and after each change. Resolves after the first build. Calls `onBuilt` after each successful build. */
async function watchBuild(config: InlineConfig, onBuilt: () => void): Promise<void> {
  // Excludes packages, because a package file would count as changed whenever another checkout links to it.
  const watcher = await build(mergeConfig(config, { build: { watch: { exclude: ['**/node_modules/**'] } } }))
  if (!('on' in watcher)) throw new Error('Vite did not watch the sources')
  return new Promise((resolve) => {
    let hasFailed = false
    watcher.on('event', (event) => {
      if (event.code === 'START') hasFailed = false
      if (event.code === 'ERROR') hasFailed = true
      if (event.code === 'BUNDLE_END' || event.code === 'ERROR') void event.result?.close()
      if (event.code !== 'END') return
      if (!hasFailed) onBuilt()
      resolve()
    })
  })
}

interface Running {
  readonly child: ChildProcess
  /** True if the program is stopped for a restart, so that its exit does not end the development server. */
  isReplaced: boolean
}

/** Returns a function that starts the program, after stopping the running program if there is one. */
function keepRunning(start: () => ChildProcess): () => void {
  let running: Running | null = null
  let turn = Promise.resolve()
  const restart = async (): Promise<void> => {
    if (running && running.child.exitCode === null && running.child.signalCode === null) {
      running.isReplaced = true
      const ended = once(running.child, 'exit')
      running.child.kill('SIGTERM')
      await ended
    }
    const now: Running = { child: start(), isReplaced: false }
    running = now
    now.child.once('exit', (code) => {
      if (now.isReplaced) return
      if (code === 0) process.exit(0)
      console.error(`The program ended with ${code}: it starts again after the next change.`)
    })
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => {
      if (!running || running.child.exitCode !== null) process.exit(0)
      running.child.kill('SIGTERM')
    })
  return () => {
    turn = turn.then(restart)
  }
}

/** Returns a function that starts Guichet. The ports of the browser host do not change, so that its pages reconnect. */
function createStart(passedOn: readonly string[], ports: readonly string[], server: ViteDevServer, nonce: string) {
  const env = {
    ...process.env,
    GUICHET_DEV_SERVER: `http://127.0.0.1:${server.config.server.port}`,
    GUICHET_DEV_NONCE: nonce,
  }
  const built = join(out, 'main')
  return (): ChildProcess => {
    const { command, args, isElectron } = chooseProgram(
      [...passedOn],
      join(built, 'main.js'),
      join(built, 'browser-host.js'),
    )
    if (isElectron) return spawn(command, args, { cwd: root, env, stdio: 'inherit' })
    // If an option is given twice, its last value applies, so the developer's arguments follow the ports.
    const [host = '', ...words] = args
    const child = spawn(command, [host, ...ports, ...words], { cwd: root, env, stdio: ['inherit', 'pipe', 'inherit'] })
    createInterface(child.stdout).on('line', (line) => {
      console.log(line)
      const [url] = /http:\S+$/u.exec(line) ?? []
      if (url) server.ws.send(restarted, url)
    })
    return child
  }
}

async function dev(passedOn: readonly string[]): Promise<void> {
  process.chdir(root)
  rmSync(out, { recursive: true, force: true })
  const nonce = randomBytes(16).toString('base64url')
  const { config } = await resolveConfig({ root, logLevel: 'warn', build: { outDir: out } }, 'serve', 'development')
  const { main, preload, renderer } = config ?? {}
  if (!main || !preload || !renderer) throw new Error('electron.vite.config.ts: main, preload or renderer is missing')
  const server = await serveRenderer(renderer, nonce)
  const ports = ['--no-browser', `--port=${await freePort()}`, `--display-port=${await freePort()}`]
  const startAgain = keepRunning(createStart(passedOn, ports, server, nonce))
  let isPreloadBuilt = false
  await watchBuild(preload, () => {
    if (isPreloadBuilt) startAgain()
    isPreloadBuilt = true
  })
  const input = Object.fromEntries(Object.entries(entries).map(([name, path]) => [name, join(root, path)]))
  const plugins = [...(main.plugins ?? []), developmentScreens()]
  await watchBuild(
    { ...main, plugins, build: { ...main.build, rolldownOptions: { ...main.build?.rolldownOptions, input } } },
    startAgain,
  )
}

await dev(process.argv.slice(2))
