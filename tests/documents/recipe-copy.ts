import { execFile } from 'node:child_process'
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { filesBelow } from '../support/project-files.ts'
import type { ExampleSale } from './recipe-sale.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

const SALE = 'tests/documents/recipe-sale.test.ts'

/** A copy of the project whose files a test changes. Its npm packages are symbolic links. */
export class ProjectCopy {
  readonly #folder: string
  /** Original content of changed files, by path; null for an added file. */
  readonly #before = new Map<string, string | null>()

  constructor(folder: string) {
    this.#folder = folder
    const atRoot = readdirSync(root, { withFileTypes: true })
      .filter((entry) => entry.isFile() && entry.name !== '.git')
      .map(({ name }) => name)
    const folders = ['docs', 'electron', 'renderer', 'resources', 'scripts', 'shared', 'tests']
    for (const path of [...atRoot, ...filesBelow(folders)]) cpSync(join(root, path), join(folder, path))
    cpSync(join(root, 'tests/documents/recipe-sale.ts'), join(folder, SALE))
    for (const path of globSync('{scripts,tests}/**/node_modules', { cwd: root, exclude: ['**/node_modules/*/**'] }))
      symlinkSync(join(root, path), join(folder, path))
    mkdirSync(join(folder, 'node_modules/.cache'), { recursive: true })
    for (const name of readdirSync(join(root, 'node_modules')))
      if (name !== '.cache') symlinkSync(join(root, 'node_modules', name), join(folder, 'node_modules', name))
  }

  read(path: string): string {
    return readFileSync(join(this.#folder, path), 'utf8')
  }

  write(path: string, text: string): void {
    const isNew = !existsSync(join(this.#folder, path))
    if (!this.#before.has(path)) this.#before.set(path, isNew ? null : this.read(path))
    mkdirSync(dirname(join(this.#folder, path)), { recursive: true })
    writeFileSync(join(this.#folder, path), text)
  }

  /** Replaces a text that occurs once in the file. Throws if the text is missing or occurs several times. */
  replace(path: string, text: string, replacement: string): void {
    const parts = this.read(path).split(text)
    if (parts.length !== 2) throw new Error(`${path}: “${text}” occurs ${parts.length - 1} times instead of once`)
    this.write(path, parts.join(replacement))
  }

  /** Inserts text before an anchor that occurs once in the file. */
  insert(path: string, anchor: string, text: string): void {
    this.replace(path, anchor, `${text}${anchor}`)
  }

  /** Inserts text after an anchor that occurs once in the file. */
  append(path: string, anchor: string, text: string): void {
    this.replace(path, anchor, `${anchor}${text}`)
  }

  duplicate(from: string, to: string, words: Readonly<Record<string, string>> = {}): void {
    const source = join(this.#folder, from)
    const paths = statSync(source).isFile() ? [''] : globSync('**/*.ts', { cwd: source })
    for (const path of paths) {
      const text = this.read(join(from, path))
      const changed = Object.entries(words).reduce((all, [word, other]) => all.replaceAll(word, other), text)
      this.write(join(to, path), changed)
    }
  }

  get changes(): { readonly changed: readonly string[]; readonly added: readonly string[] } {
    const paths = [...this.#before.keys()]
    const isAdded = (path: string): boolean => this.#before.get(path) === null
    return { changed: paths.filter((path) => !isAdded(path)), added: paths.filter(isAdded) }
  }

  restore(): void {
    for (const [path, text] of this.#before)
      if (text === null) rmSync(join(this.#folder, path))
      else writeFileSync(join(this.#folder, path), text)
    this.#before.clear()
  }

  /** Compiles the three projects. Returns the compiler's messages. */
  async compile(): Promise<string> {
    const reports: string[] = []
    for (const project of ['electron', 'renderer', 'tests']) {
      const config = `${project}/recipe.json`
      // Compiles without project references, so that the compiler reads the changed sources of the other projects
      // instead of their declaration files.
      const compilerOptions = { composite: false, incremental: false, emitDeclarationOnly: false, noEmit: true }
      writeFileSync(join(this.#folder, config), JSON.stringify({ extends: './tsconfig.json', compilerOptions }))
      reports.push(await this.#run('typescript/lib/tsc.js', ['-p', config], {}))
    }
    return reports.join('')
  }

  /** Sells a ticket in the copy of the project. Returns the report of a failure; empty if the sale succeeds. */
  sell(sale: ExampleSale): Promise<string> {
    const env = { GUICHET_RECIPE: JSON.stringify(sale) }
    return this.#run('vitest/vitest.mjs', ['run', '--project', 'unit', '--reporter', 'dot', SALE], env)
  }

  async #run(program: string, words: readonly string[], env: NodeJS.ProcessEnv): Promise<string> {
    const path = join(this.#folder, 'node_modules', program)
    const options = { cwd: this.#folder, env: { ...process.env, ...env, VITEST: undefined } }
    return new Promise((resolve) => {
      execFile(process.execPath, [path, ...words], options, (error, stdout, stderr) =>
        resolve(error ? `${stdout}${stderr}` : ''),
      )
    })
  }
}
