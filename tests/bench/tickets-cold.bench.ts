import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { build } from 'vite'
import { bundledWithPdfkit, leanPdfkit } from '../../scripts/trim-pdfkit.ts'
import { fontsDirectory, sampleTicket } from '../printing/ticket-samples.ts'
import { atMost, type Contender, inMs, quantile, type Suite } from './harness.ts'

const runFile = promisify(execFile)
const root = fileURLToPath(new URL('../..', import.meta.url))

type Run = Readonly<{ cpu: number; wall: number; pages: number }>

/** Code that prints the CPU time and the wall-clock time since the start of its process, in milliseconds. */
const costs = `const { user, system } = process.cpuUsage()
console.log(JSON.stringify({ cpu: (user + system) / 1000, wall: performance.now(), pages }))`

export const suite: Suite = {
  title: 'a new process up to its first ticket, import included',
  unit: { one: 'process', many: 'processes' },
  clock: 'cpu',
  prepare: async () => {
    // The folder is inside node_modules, so that packages are resolved.
    const cache = join(root, 'node_modules/.cache')
    await mkdir(cache, { recursive: true })
    const folder = await mkdtemp(join(cache, 'tickets-cold-'))
    await build({
      root,
      configFile: false,
      logLevel: 'error',
      plugins: [leanPdfkit()],
      ssr: { noExternal: bundledWithPdfkit },
      build: { ssr: join(root, 'electron/printing/ticket-renderer.ts'), outDir: folder, minify: false },
    })
    const programs = {
      guichet: `import { TicketRenderer } from './ticket-renderer.js'
const { renderTickets } = new TicketRenderer(${JSON.stringify({ fontsDirectory })})
const pdf = await renderTickets([${JSON.stringify(sampleTicket())}], { paper: 'a4', language: 'fr' })
const pages = Buffer.from(pdf).toString('latin1').match(/\\/Type \\/Page\\b/gu).length`,
      pdfkit: `import 'pdfkit'
const pages = 0`,
      node: `const pages = 0`,
    }
    for (const [name, program] of Object.entries(programs))
      await writeFile(join(folder, `${name}.mjs`), `${program}\n${costs}\n`)
    const start = async (name: keyof typeof programs): Promise<Run> => {
      const { stdout } = await runFile(process.execPath, [join(folder, `${name}.mjs`)])
      return JSON.parse(stdout) as Run
    }
    const walls: number[] = []
    const contender = (name: string, program: keyof typeof programs): Contender => ({
      name,
      units: 1,
      run: async () => {
        const { cpu, wall } = await start(program)
        if (program === 'guichet') walls.push(wall)
        return cpu
      },
    })
    return {
      contenders: [
        contender('guichet, first ticket', 'guichet'),
        contender('bare import of pdfkit', 'pdfkit'),
        contender('floor: bare node', 'node'),
      ],
      goals: [{ against: 'bare import of pdfkit', ratio: 1 / 1.1 }],
      check: async () => {
        const { pages } = await start('guichet')
        if (pages !== 1) throw new Error(`the first ticket has ${pages} pages`)
      },
      facts: () => Promise.resolve([atMost('whole process, wall clock', quantile(walls, 0.5), 300, inMs)]),
      close: () => rm(folder, { recursive: true }),
    }
  },
}
