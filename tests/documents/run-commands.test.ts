import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root, startProcess, temporaryFolder } from '../shells/shell.ts'
import { documentPages, fencesOf, textOf } from './pages.ts'

const npm = execFileSync('sh', ['-c', 'command -v npm'], { encoding: 'utf8' }).trim()

/** Pages whose commands another test runs, with the path of that test. */
const elsewhere: Readonly<Record<string, string>> = {
  'docs/operating/live-kiosk.md': 'tests/documents/live-kiosk-page.test.ts',
}

const fenceOf = (page: string, info: string): string =>
  fencesOf(textOf(page)).find((fence) => fence.info === info)?.text ?? ''

const file = (name: string, text: string): string => `cat > ${name} <<'TEXT'\n${text.trim()}\nTEXT`

const seats = file(
  'seats.csv',
  [
    'section,section_name,tribune,tribune_name,zone,zone_name,gate,gate_name,row,seats',
    ...['N3,Nord 3', 'N4,Nord 4'].flatMap((name) =>
      ['A', 'F'].map((row) => `${name},N,Tribune Nord,NORD,Nord,A,Porte A,${row},12`),
    ),
    'H1,Honneur 1,H,Tribune Honneur,HON,Honneur,C,Porte C,A,6+6',
  ].join('\n'),
)
const hub = ['guichet serve --data hub > hub.log 2>&1 &', 'until [[ -s hub.log ]]; do sleep 0.1; done'].join('\n')
const imported = 'guichet hub venues import seats.csv --name "Stade de Nongo" --city Conakry --country Guinée'
const certificate =
  'openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -subj "/CN=localhost" -keyout hub.key -out hub.pem'

const control = ['Package: guichet', 'Version: 1.3.0', 'Architecture: amd64', 'Maintainer: x', 'Description: x']
const settings = `{ "printers": {
  "devices": { "kiosk": { "kind": "escpos", "address": "tcp://127.0.0.1:9100" } }, "tickets": ["kiosk"]
} }`

const before: Readonly<Record<string, string>> = {
  'docs/integrating/partner.md': [
    hub,
    `codes=$(guichet hub codes --data hub | sed -n 's/^event \\(.*\\): access code \\(\\S*\\).*/"\\1": "\\2"/p' | paste -sd ,)`,
    'partner=\'"partner": { "baseUrl": "http://127.0.0.1:7420", "partnerCode": "demo" }\'',
    'echo "{ $partner, \\"accessCodes\\": { $codes } }" > my-kiosk.json',
  ].join('\n'),
  'docs/integrating/venue-plan.md': [seats, `cp ${root}resources/venues/stadium.json nongo.json`].join('\n'),
  'docs/operating/fleet.md': [
    hub.replaceAll(' --data hub', ''),
    `echo '{ "deviceId": "nongo-07", "fleet": { "hub": "http://127.0.0.1:7420" } }' > machine.json`,
    `invitation=$(guichet hub devices invite nongo-07 | sed -n 's/.*fleet enrol //p')`,
    'guichet fleet enrol "$invitation" --config machine.json --data machine',
  ].join('\n'),
  'docs/operating/hub.md': [
    seats,
    certificate,
    imported,
    'for n in 1 2 3 4 5 6; do guichet hub events create --venue "Stade de Nongo" --title "$n" \\',
    '  --starts 2026-12-05T16:00:00 --ends 2026-12-05T18:00:00 --price NORD=50000 --price HON=200000; done',
  ].join('\n'),
  'docs/operating/installing.md': certificate,
  'docs/operating/daily-operation.md': [
    `node ${root}out/main/browser-host.js > kiosk.log 2>&1 &`,
    'until guichet status > status.txt; do sleep 0.2; done',
  ].join('\n'),
  'docs/operating/printers.md': [
    'mkfifo orders',
    'guichet virtual-printer --port 9100 > printer.log 2>&1 < orders &',
    'exec 9> orders',
    'until [[ -s printer.log ]]; do sleep 0.1; done',
    'mkdir -p .local/share/guichet',
    file('.local/share/guichet/config.json', settings),
    file('season.jsonl', JSON.stringify(JSON.parse(fenceOf('docs/integrating/ticket-file.md', 'json ticket')))),
  ].join('\n'),
  'docs/operating/recovery.md': 'guichet demo --data .local/share/guichet',
  'docs/operating/updates.md': [
    'mkdir -p package/DEBIAN release',
    file('package/DEBIAN/control', control.join('\n')),
    'dpkg-deb --build package release/guichet_1.3.0_amd64.deb',
  ].join('\n'),
}

/** Runs a command until it has written a line, then stops it and expects all its processes to end. */
const goesOn = `goes_on() {
  local log program code=0
  started=$1 log=$(mktemp)
  setsid bash -c "exec $1" > "$log" 2>&1 & program=$!
  until [[ -s $log ]]; do kill -0 $program 2> /dev/null || break; sleep 0.05; done
  # Signals the whole process group, as a terminal does.
  kill -- -$program 2> /dev/null || true
  wait $program || code=$?
  while kill -0 -- -$program 2> /dev/null; do sleep 0.05; done
  # npm reports the signal.
  [[ $code == 0 || $started == npm* && $code == 143 ]] || { cat "$log" >&2; return 1; }
  started=
}`

/** Returns the commands that a test types, each on its line of the page. Empty if the page has no commands. */
function commandsOf(text: string): string {
  const lines: string[] = []
  for (const { line, info, how, text: block } of fencesOf(text)) {
    if (info !== 'sh' || how.startsWith('no-run')) continue
    for (const [index, command] of block.split('\n').entries())
      lines[line + index] =
        how === 'goes-on' && command !== '' ? `goes_on '${command.replaceAll("'", `'\\''`)}'` : command
  }
  return Array.from(lines, (line) => line ?? '').join('\n')
}

const inDays = (text: string): string =>
  text.replaceAll(/2026-12-(\d\d)/gu, (_, day: string) =>
    new Date(Date.now() + Number(day) * 86_400_000).toISOString().slice(0, 10),
  )

/** Runs the commands in a new home folder. Rejects with `PAGE:LINE: COMMAND` and the output if a command fails. */
async function type(page: string, commands: string, setUp = ''): Promise<void> {
  const home = temporaryFolder()
  const programs = join(home, 'bin')
  mkdirSync(programs)
  for (const [name, command] of [
    ['guichet', `exec '${process.execPath}' '${root}out/main/cli.js' "$@"`],
    ['npm', `cd '${root}' && exec '${npm}' --silent "$@"`],
    ['npx', `cd '${root}' && exec '${npm.replace(/npm$/u, 'npx')}' "$@"`],
  ] as const) {
    writeFileSync(join(programs, name), `#!/bin/sh\n${command}\n`, { mode: 0o755 })
  }
  writeFileSync(join(home, 'page.sh'), inDays(commands))
  const script = [
    'cd "$HOME"',
    'set -e',
    `trap 'kill $(jobs -p) 2> /dev/null || true; wait' EXIT`,
    `trap 'printf "%s, before its commands: %s\\n" "${page}" "$BASH_COMMAND" >&2' ERR`,
    inDays(setUp),
    goesOn,
    `trap 'printf "%s:%s: %s\\n" "${page}" "$LINENO" "\${started:-$BASH_COMMAND}" >&2; exit 1' ERR`,
    'source page.sh',
  ]
  const PATH = `${programs}:${process.env['PATH']}`
  const { output, ended } = startProcess('bash', ['-c', script.join('\n')], { HOME: home, PATH, LANG: 'C.UTF-8' })
  if ((await ended) !== 0) throw new Error(`${output.stderr}\n${output.stdout.slice(-2000)}`)
}

const documents = documentPages().filter((page) => !page.startsWith('docs/integrating/api/'))
const pages = documents.flatMap((page) => {
  const commands = commandsOf(textOf(page))
  const english = page.replace('docs/fr/', 'docs/')
  if (page in elsewhere || english in elsewhere || commands === '') return []
  if (page !== english && withoutComments(commands) === withoutComments(commandsOf(textOf(english)))) return []
  return [{ page, commands, setUp: before[english] ?? '' }]
})

function withoutComments(commands: string): string {
  return commands.replaceAll(/(?:^|\s)#\s.*$/gmu, '').replaceAll(/\s+/gu, ' ')
}

const hasDpkg = spawnSync('dpkg-deb', ['--version']).status === 0

test.for(pages)('the commands of $page do what it says', async ({ page, commands, setUp }, { skip }) => {
  skip(setUp.includes('dpkg-deb') && !hasDpkg, 'no dpkg-deb')
  await type(page, commands, setUp)
})

test.each([
  ['Type\n\n```sh\nguichet --version\nguichet staff lits\n```\n', 'a.md:5: guichet staff lits'],
  ['```sh goes-on\nguichet serve --prot 1\n```\n', 'a.md:2: guichet serve --prot 1'],
  ['1. A list\n\n   ```sh\n   false | true\n   false\n   ```\n', 'a.md:5: false'],
])('a command that fails is named with its page and line: %j', async (text, fault) => {
  await expect(type('a.md', commandsOf(text))).rejects.toThrow(fault)
})

test('blocks marked no-run and blocks of another language are skipped', () => {
  expect(commandsOf('```sh no-run: needs a printer\nfalse\n```\n\n```json\n{}\n```\n')).toBe('')
})
