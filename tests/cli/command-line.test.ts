import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { runCommandLine } from '../../electron/cli/cli.ts'

async function guichet(...words: readonly string[]) {
  const [said, refused]: [string[], string[]] = [[], []]
  const refuse = (...lines: readonly string[]) => (refused.push(...lines), 2)
  const code = await runCommandLine(words, { say: (line) => void said.push(line), refuse })
  return { code, said: said.join('\n'), refused }
}

/** The commands below one, as its help lists them. */
async function commandsOf(...path: readonly string[]): Promise<readonly (readonly string[])[]> {
  const { code, said, refused } = await guichet(...path, '--help')
  expect([path, code, refused]).toEqual([path, 0, []])
  expect(said).toContain(`Usage: guichet ${path.join(' ')}`)
  const listed = said.split('\nCommands:\n')[1]?.matchAll(/^ {2}([a-z-]+)/gmu) ?? []
  const below = [...listed].map(([, name = '']) => [...path, name])
  const deeper = await Promise.all(below.filter((each) => each.at(-1) !== 'help').map((each) => commandsOf(...each)))
  return [...below, ...deeper.flat()]
}

test('every command says by --help what it does and takes, and does nothing', async () => {
  const names = (await commandsOf()).map((path) => path.join(' '))
  expect(names).toHaveLength(68)
  for (const name of ['demo', 'hub partners drop-key', 'hub settings set', 'ledger renew-key', 'update sign'])
    expect(names).toContain(name)
})

test('an option whose value was forgotten does not take the next one for it', async () => {
  const { code, refused } = await guichet('serve', '--host', '--port', '1')
  expect([code, refused]).toEqual([2, [expect.stringMatching(/^Option '--host <ADDRESS>' .*A value is missing\.$/u)]])
})

test.each([
  [['fleet', 'enrol'], /^Missing required argument 'CODE'$/u],
  [['fleet', 'enrol', 'A', 'B'], /^fleet enrol: too many arguments: Unexpected argument 'B'$/u],
  [['hub', 'codes', 'renew'], /^Missing required argument 'ID'$/u],
  [['payment-simulator', 'paypal'], /^payment-simulator takes djomy, .*zvt.*, ssp, not "paypal"$/u],
  [['payment-simulator', 'djomy', '--act', 'aprove'], /^--act is one of approve, refuse, .*, not "aprove"$/u],
  [['payment-simulator', 'djomy', '--tls-key', 'key.pem'], /^--tls-cert and --tls-key go together$/u],
  [['payment-simulator', 'djomy', '--currency', 'francs'], /^--currency takes a code such as GNF$/u],
  [['staff', 'list', '--untried'], /^Unknown option '--untried'$/u],
  [['staff', 'add', 'x', '--data', '/nowhere'], /^NUMBER is a number of up to six digits$/u],
])('%j is refused in words', async (words, sentence) => {
  expect(await guichet(...words)).toEqual({ code: 2, said: '', refused: [expect.stringMatching(sentence)] })
})

test.each(['cli/main.ts', 'browser-host-main.ts'])(
  'on a Node.js that is too old %s exits with one sentence',
  (entry) => {
    const oldNode = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '22.13.1' } })`
    const program = fileURLToPath(new URL(`../../electron/${entry}`, import.meta.url))
    const ran = spawnSync(process.execPath, ['--import', `data:text/javascript,${oldNode}`, program, '--help'], {
      encoding: 'utf8',
    })
    expect(ran).toMatchObject({ status: 1, stdout: '' })
    expect(ran.stderr).toMatch(/^guichet: Node\.js 22\.14 or later is required, this is .*\n$/u)
  },
)
