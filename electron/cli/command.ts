import { existsSync } from 'node:fs'
import { dirname } from 'node:path'
import { Command, CommanderError, type ErrorOptions } from 'commander'
import { languages } from '../../shared/domain/language.ts'
import { catalogues, errorText, type ProgramTexts } from '../../shared/i18n/catalogues.ts'

/** Receives the output of a command. */
export interface Terminal {
  readonly say: (line: string) => void
  /** Prints why the command is refused. Returns the exit code for a wrong command line. */
  readonly refuse: (...lines: readonly string[]) => number
}

export interface Task<Values = object> extends Terminal {
  readonly values: Values
  readonly words: readonly string[]
  /** Texts in the language of `--language`, or else of the account. The settings file may name a different language. */
  readonly texts: ProgramTexts
  /** Prints why a correct command line failed. Returns the exit code. */
  readonly failed: (...lines: readonly string[]) => number
}

/** Runs a command and returns its exit code. */
export type Work<Values> = (task: Task<Values>) => number | Promise<number>

export interface ProgramValues {
  readonly data?: string
  readonly config?: string
}

type Values = Pick<ProgramTexts, 'values'>

/**
 * Returns a line that describes the value expected by an option or argument. `found`: the value given. If absent, the
 * line does not mention it.
 */
export const expectedAt = ({ values }: Values, name: string, expected: string, found?: string): string =>
  `${name}: ${values.expected(expected, found === undefined ? '' : `"${found}"`)}`

export const choiceAt = (texts: Values, name: string, choices: readonly string[], found?: string): string =>
  expectedAt(texts, name, texts.values.oneOf(choices.join(', ')), found)

/** Meanings by exit code. */
type ExitCodes = Readonly<Record<number, string>>

/** Default exit codes of a command. */
const COMMON_EXIT_CODES: ExitCodes = {
  0: 'done',
  1: 'failed',
  2: 'the command line or the settings are wrong',
}

/** A command of `guichet`, or a group of them. */
export class GuichetCommand extends Command {
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

  override createCommand(name?: string): GuichetCommand {
    return new GuichetCommand(name, this.#terminal, this.#end, this.#texts)
  }

  /** Replaces commander's own message with the text from the catalogue. */
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

  /** Adds an option with a value. */
  takes(flags: string, about: string, usual?: string): this {
    const read = this.#reader(flags)
    return usual === undefined ? this.option(flags, about, read) : this.option(flags, about, read, usual)
  }

  #reader(flags: string): (text: string) => string {
    return (text) => (/^-./u.test(text) ? this.error(this.#texts.refusals.missingValue(flags)) : text)
  }

  /** Adds an option with a whole number. */
  takesNumber(flags: string, about: string, least: number, most: number, usual?: number): this {
    const whole = (text: string): number => {
      const value = Number(text)
      if (Number.isInteger(value) && value >= least && value <= most) return value
      const range = this.#texts.refusals.expected.wholeNumber(least, most === Infinity ? null : most)
      return this.error(expectedAt(this.#texts, flags.split(' ')[0] ?? flags, range, text))
    }
    return this.option<number | undefined>(flags, about, whole, usual)
  }

  /** Adds an option that may be given several times. */
  collects(flags: string, about: string): this {
    const read = this.#reader(flags)
    return this.option(flags, about, (text, before: readonly string[] | undefined) => [...(before ?? []), read(text)])
  }

  ofProgram(): this {
    return this.takes('--data <DIR>', 'data directory').takes('--config <FILE>', 'settings file')
  }

  /** Declares the meaning of exit codes, in addition to or instead of the common ones. The help shows them. */
  endsWith(codes: ExitCodes): this {
    this.#exitCodes = { ...this.#exitCodes, ...codes }
    const lines = Object.entries(this.#exitCodes).map(([code, meaning]) => `  ${code}  ${meaning}`)
    return this.addHelpText('after', ['\nExit codes:', ...lines].join('\n'))
  }

  get exitCodes(): ExitCodes {
    return this.#exitCodes
  }

  /** Throws if `work` returns an exit code that the command does not state. */
  does<Values>(work: Work<Values>): this {
    return this.action(async () => {
      const { refuse } = this.#terminal
      const known = this.registeredArguments
      const extra = known.at(-1)?.variadic ? undefined : this.args[known.length]
      if (extra !== undefined) return this.#end(refuse(this.#texts.refusals.tooManyWords(this.#path(), extra)))
      const failed = (...lines: readonly string[]): number => (refuse(...lines), 1)
      const values = this.optsWithGlobals<Values & { readonly language?: string }>()
      const language = languages.find((each) => each === values.language)
      const texts = language ? catalogues[language] : this.#texts
      const run = async (): Promise<number> => work({ ...this.#terminal, failed, values, words: this.args, texts })
      const code = await run().catch((error: unknown) => failed(failureText(error, texts)))
      if (!(code in this.#exitCodes)) throw new Error(`${this.#path()}: exit code ${code} is not stated: see endsWith`)
      this.#end(code)
    })
  }

  /** Marks a group whose subcommands do all the work. */
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

// A closed reader (`guichet … | head`) ends the output, not the work.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
})

/** Control characters other than newline and tab, and those that change the reading direction. */
const unprintable = /[\u202a-\u202e\u2066-\u2069]|(?![\n\t])\p{Cc}/gu

/**
 * A complete bidirectional isolate on one line, such as those in Arabic texts. It is safe to print because it cannot
 * reorder the surrounding text.
 */
const isolate = /\u2068([^\u2066-\u2069\n]*)\u2069/u

/** Replaces control characters. Text from a partner or buyer may contain terminal escape sequences or hide other text. */
const printable = (text: string): string =>
  text
    .split(isolate)
    .map((part, index) => {
      const plain = part.replaceAll(unprintable, '\ufffd')
      return index % 2 === 0 ? plain : `\u2068${plain}\u2069`
    })
    .join('')

/** The terminal of this process. Each refusal begins with the program's name. */
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

/** Returns the text for an error that ended a command. */
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
 * Runs a command line. Returns the command's own exit code, 1 if the command threw, 2 if the command line is wrong.
 * `define` receives the program before its options are read.
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
