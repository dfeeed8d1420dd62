import { existsSync } from 'node:fs'
import { dirname } from 'node:path'
import { Command, CommanderError, type ErrorOptions } from 'commander'
import { type Language, languages } from '../../shared/domain/language.ts'
import type { Result } from '../../shared/domain/result.ts'
import { catalogues, errorText, type ProgramTexts } from '../../shared/i18n/catalogues.ts'

export interface Terminal {
  readonly say: (line: string) => void
  /** Prints why the command is refused. Returns the exit code for a wrong command line. */
  readonly refuse: (...lines: readonly string[]) => number
}

export interface Task<Values = object> {
  readonly values: Values
  readonly words: readonly string[]
  /**
   * Texts in the language of `--language`, or of the user account. The settings file may specify a different language.
   */
  readonly texts: ProgramTexts
  readonly say: Terminal['say']
  /** Prints lines on standard error without ending the command. */
  readonly warn: (...lines: readonly string[]) => void
  /** Prints why the command line or the settings are wrong, and ends the command. */
  readonly refuse: (...lines: readonly string[]) => never
  /** Prints why a correct command line failed, and ends the command. */
  readonly failed: (...lines: readonly string[]) => never
  /** Returns the value of a result, or refuses the command with the lines of its error. */
  readonly demand: <T>(read: Result<T, { readonly type: string; readonly lines: readonly string[] }>) => T
  /** Returns the language of `--language`, or `standard` by default. Refuses an unsupported language. */
  readonly languageOr: (standard: Language) => Language
}

type Ended = number | void | Promise<number | void>

/** Runs a command with additional context, such as an open database. */
export type Within<Values, More> = (task: Task<Values>, run: (more: More) => Ended) => Ended

/** Option values by name: the flag `--tls-key <FILE>` sets the value `tlsKey`. */
type Option<Flags extends string, Value> = {
  readonly [Name in Flags as Name extends `--${infer Long} ${string}` | `--${infer Long}` ? Camel<Long> : never]: Value
}
type Camel<Text extends string> = Text extends `${infer Head}-${infer Rest}`
  ? `${Head}${Capitalize<Camel<Rest>>}`
  : Text

type ValueWords = Pick<ProgramTexts, 'values'>

/** Returns a line that describes the expected value. `found`: the given value; absent to omit the value. */
export const expectedAt = ({ values }: ValueWords, name: string, expected: string, found?: string): string =>
  `${name}: ${values.expected(expected, found === undefined ? '' : `"${found}"`)}`

export const choiceAt = (texts: ValueWords, name: string, choices: readonly string[], found?: string): string =>
  expectedAt(texts, name, texts.values.oneOf(choices.join(', ')), found)

type ExitCodes = Readonly<Record<number, string>>

/** Exit codes of all commands. `endsWith` declares the meaning of `other` and `later` for a command. */
export const EXIT = { done: 0, failed: 1, wrong: 2, other: 3, later: 4 } as const

const COMMON_EXIT_CODES: ExitCodes = {
  [EXIT.done]: 'done',
  [EXIT.failed]: 'failed',
  [EXIT.wrong]: 'the command line or the settings are wrong',
}

/** Ends a command after its error message has been printed. */
class Exit extends Error {
  readonly code: number

  constructor(code: number) {
    super(`exit code ${code}`)
    this.code = code
  }
}

/** A command of `guichet`, or a group of commands. `Values`: option values, including the options of parent groups. */
export class GuichetCommand<Values = object> extends Command {
  readonly #terminal: Terminal
  readonly #end: (code: number) => void
  readonly #texts: ProgramTexts
  #exitCodes = COMMON_EXIT_CODES

  constructor(name: string | undefined, terminal: Terminal, end: (code: number) => void, texts: ProgramTexts) {
    super(name)
    this.#terminal = terminal
    this.#end = end
    this.#texts = texts
    this.allowExcessArguments()
  }

  override createCommand(name?: string): GuichetCommand<Values> {
    return new GuichetCommand<Values>(name, this.#terminal, this.#end, this.#texts)
  }

  override error(message: string, options?: ErrorOptions): never {
    const { refusals } = this.#texts
    const [, name = ''] = /'(.+?)'/u.exec(message) ?? []
    const [, similar = ''] = /Did you mean (?:one of )?(.+)\?/u.exec(message) ?? []
    const own: Readonly<Record<string, string>> = {
      'commander.unknownOption': refusals.unknownOption(name, similar),
      'commander.missingArgument': refusals.missing(name),
      'commander.optionMissingArgument': refusals.missingValue(name),
    }
    return super.error(own[options?.code ?? ''] ?? message, options)
  }

  optionWithValue<Flags extends string, Usual extends string | undefined = undefined>(
    flags: Flags,
    about: string,
    usual?: Usual,
  ) {
    const read = this.#reader(flags)
    if (usual === undefined) this.option(flags, about, read)
    else this.option(flags, about, read, usual)
    return this as GuichetCommand<Values & Option<Flags, string | Usual>>
  }

  /** Adds an option without a value. `--no-demo` sets the value `demo`, which is true if the option is absent. */
  flag<Flags extends `--${string}`>(flags: Flags, about: string) {
    type Own = Flags extends `--no-${infer Name}` ? Option<`--${Name}`, boolean> : Option<Flags, true | undefined>
    return this.option(flags, about) as GuichetCommand<Values & Own>
  }

  takesLanguage(about = languages.join(', ')): GuichetCommand<Values & { readonly language: string | undefined }> {
    return this.optionWithValue('--language <LANGUAGE>', about)
  }

  #reader(flags: string): (text: string) => string {
    return (text) => (/^-./u.test(text) ? this.error(this.#texts.refusals.missingValue(flags)) : text)
  }

  takesNumber<Flags extends string, Usual extends number | undefined = undefined>(
    flags: Flags,
    about: string,
    least: number,
    most: number,
    usual?: Usual,
  ) {
    const whole = (text: string): number => {
      const value = Number(text)
      if (Number.isInteger(value) && value >= least && value <= most) return value
      const range = this.#texts.refusals.expected.wholeNumber(least, most === Infinity ? null : most)
      return this.error(expectedAt(this.#texts, flags.split(' ')[0] ?? flags, range, text))
    }
    return this.option<number | undefined>(flags, about, whole, usual) as GuichetCommand<
      Values & Option<Flags, number | Usual>
    >
  }

  collects<Flags extends string>(flags: Flags, about: string) {
    const read = this.#reader(flags)
    this.option(flags, about, (text, before: readonly string[] | undefined) => [...(before ?? []), read(text)])
    return this as GuichetCommand<Values & Option<Flags, readonly string[] | undefined>>
  }

  ofProgram() {
    return this.optionWithValue('--data <DIR>', 'data directory').optionWithValue('--config <FILE>', 'settings file')
  }

  /** Declares the meaning of exit codes, in addition to or instead of the common codes. The help lists the codes. */
  endsWith(codes: ExitCodes): this {
    this.#exitCodes = { ...this.#exitCodes, ...codes }
    const lines = Object.entries(this.#exitCodes).map(([code, meaning]) => `  ${code}  ${meaning}`)
    return this.addHelpText('after', ['\nExit codes:', ...lines].join('\n'))
  }

  get exitCodes(): ExitCodes {
    return this.#exitCodes
  }

  /** Sets the handler of the command. The command throws if the handler returns an undeclared exit code. */
  withHandler(work: (task: Task<Values>) => Ended): this {
    return this.action(async () => {
      const { say, refuse: warn } = this.#terminal
      const known = this.registeredArguments
      const extra = known.at(-1)?.variadic ? undefined : this.args[known.length]
      if (extra !== undefined) return this.#end(warn(this.#texts.refusals.tooManyWords(this.#path(), extra)))
      const values = this.optsWithGlobals<Values & { readonly language?: string }>()
      const found = languages.find((each) => each === values.language)
      const texts = found ? catalogues[found] : this.#texts
      const endWith =
        (code: number) =>
        (...lines: readonly string[]): never => {
          warn(...lines)
          throw new Exit(code)
        }
      const refuse = endWith(EXIT.wrong)
      const task: Task<Values> = {
        say,
        warn,
        refuse,
        failed: endWith(EXIT.failed),
        demand: (read) => (read.ok ? read.value : refuse(...read.error.lines)),
        languageOr: (standard) =>
          languages.find((each) => each === (values.language ?? standard)) ??
          refuse(choiceAt(texts, '--language', languages, values.language)),
        values,
        words: this.args,
        texts,
      }
      const run = async (): Promise<number> => (await work(task)) ?? EXIT.done
      const code = await run().catch((error: unknown) => {
        if (error instanceof Exit) return error.code
        warn(failureText(error, texts))
        return EXIT.failed
      })
      if (!(code in this.#exitCodes)) throw new Error(`${this.#path()}: exit code ${code} is not stated: see endsWith`)
      this.#end(code)
    })
  }

  doesOn<More>(within: Within<Values, More>, work: (task: Task<Values> & More) => Ended): this {
    return this.withHandler((task) => within(task, (more) => work({ ...task, ...more })))
  }

  isGroup(): this {
    return this.action(() => {
      const { values, refusals } = this.#texts
      const choices = this.commands.map((command) => command.name())
      const [word] = this.args
      const lines =
        word === undefined
          ? [`${this.#path()}: ${values.missing(values.oneOf(choices.join(', ')))}`]
          : [refusals.unknownCommand(word, this.#path()), choiceAt(this.#texts, this.#path(), choices, word)]
      this.#end(this.#terminal.refuse(...lines))
    })
  }

  #path(): string {
    const names = [this.name()]
    for (let above = this.parent; above?.parent; above = above.parent) names.unshift(above.name())
    return names.join(' ')
  }
}

// A closed output pipe (`guichet … | head`) stops the output but not the command.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
})

export type ValuesOf<Command> = Command extends GuichetCommand<infer Values> ? Values : never

/** Control characters except newline and tab, and characters that change the text direction. */
const unprintable = /[\u202a-\u202e\u2066-\u2069]|(?![\n\t])\p{Cc}/gu

/** A complete bidirectional isolate on one line, such as in Arabic texts. It cannot reorder the surrounding text. */
const isolate = /\u2068([^\u2066-\u2069\n]*)\u2069/u

/** Replaces control characters, because text from a partner or buyer may contain terminal escape sequences. */
const printable = (text: string): string =>
  text
    .split(isolate)
    .map((part, index) => {
      const plain = part.replaceAll(unprintable, '\ufffd')
      return index % 2 === 0 ? plain : `\u2068${plain}\u2069`
    })
    .join('')

export const processTerminal = (name: string): Terminal => ({
  say: (line) => void process.stdout.write(`${printable(line)}\n`),
  refuse(...lines) {
    for (const line of lines) process.stderr.write(`${name}: ${printable(line)}\n`)
    return 2
  },
})

interface SystemError extends NodeJS.ErrnoException {
  readonly dest?: string
  readonly hostname?: string
  readonly address?: string
  readonly port?: number
}

function failureText(error: unknown, texts: ProgramTexts): string {
  const { refusals, files } = texts
  if ((error as Error).name === 'StoreUnavailable') return refusals.databaseUnreachable
  const { code = '', dest, path = dest, hostname, address = hostname, port } = error as SystemError
  if (code === '') return errorText(error, texts)
  if (path !== undefined) {
    if (code === 'ENOENT') return existsSync(dirname(path)) ? files.noFile(path) : files.noFolder(dirname(path))
    return code === 'EISDIR' ? refusals.folderInPlace(dest ?? path) : refusals.unusable(path, code)
  }
  if (address === undefined) return errorText(error, texts)
  if (code === 'EADDRINUSE' && port !== undefined) return refusals.portInUse(port, address)
  return refusals.unreachable(port === undefined ? address : `${address}:${port}`, code)
}

/**
 * Returns the command's exit code, 1 if the command threw, or 2 for a wrong command line. `define` receives the program
 * before its options are read.
 */
export async function runProgram(
  name: string,
  words: readonly string[],
  terminal: Terminal,
  define: (program: GuichetCommand, end: (code: number) => void) => void,
  texts = catalogues.en,
): Promise<number> {
  let code = 2
  const end = (given: number): void => {
    code = given
  }
  const program = new GuichetCommand(name, terminal, end, texts)
  program
    .configureOutput({
      writeOut: (text) => terminal.say(text.trimEnd()),
      outputError: (text) => void terminal.refuse(text.trim()),
    })
    .exitOverride()
  define(program, end)
  try {
    await program.parseAsync(words, { from: 'user' })
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2
    terminal.refuse(failureText(error, texts))
    return 1
  }
  return code
}
