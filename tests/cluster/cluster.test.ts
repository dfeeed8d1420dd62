import { expect, test } from 'vitest'
import { judge, type Issued } from './failover-run.ts'
import { readFileSync } from 'node:fs'
import { haproxySettings, patroniSettings } from './settings.ts'

const issued: readonly Issued[] = [
  { orderId: 'a', seatId: 1, code: 'one' },
  { orderId: 'a', seatId: 2, code: 'two' },
  { orderId: 'b', seatId: 3, code: 'three' },
]
const answered = [
  { orderId: 'a', codes: ['one', 'two'] },
  { orderId: 'b', codes: ['three'] },
  { orderId: 'c', codes: null },
]

test('nothing is wrong where the database has what the kiosks were told', () => {
  expect(judge(answered, issued)).toEqual({ lost: [], twice: [], refusedButSold: [] })
})

test('a purchase that is gone, or that lacks a ticket, is lost', () => {
  expect(judge(answered, issued.slice(1)).lost).toEqual(['a'])
  expect(judge(answered, issued.slice(0, 2)).lost).toEqual(['b'])
})

test('a seat with two tickets is told, and an order that was refused and stands', () => {
  const more = [...issued, { orderId: 'c', seatId: 3, code: 'four' }]
  expect(judge(answered, more)).toEqual({ lost: [], twice: [3], refusedButSold: ['c'] })
})

const page = readFileSync(new URL('../../docs/operating/cluster.md', import.meta.url), 'utf8')
const ports = { server: 5432, serverForHubs: 5432, serverForServers: 5432, rest: 8008, restFromOutside: 8008, etcd: [] }
const options = { name: 'one', folder: '/data', binaries: '', ports, archive: '/archive', isSynchronous: true }

/** Returns the lines of the first code block on the page that has a line starting with `first`. */
function block(first: string): readonly string[] {
  const [, text = ''] = [...page.matchAll(/```\w+\n(.*?)```/gsu)].find(([all]) => all.includes(`\n${first}`)) ?? []
  const lines = text.split('\n').map((line) => line.trim())
  return lines.filter(Boolean)
}

test('the page recommends to Patroni what the cluster is tried with', () => {
  const tried = patroniSettings(options)
  const lines = block('dcs:').map((line) => line.replace(/^- /u, '').replaceAll("'", ''))
  const named = lines.filter((line) => !line.endsWith(':'))
  expect(named.length).toBeGreaterThan(12)
  expect(named.filter((line) => !isIn(tried, line))).toEqual([])
  expect(isIn(tried, 'ttl: 9')).toBe(false)
  const [archive = ''] = block('archive_command:')
  expect(isIn(tried, archive)).toBe(true)
})

test('and to HAProxy', () => {
  const tried = haproxySettings({ primary: 5000, replicas: 5001 }, [ports, ports, ports])
  const lines = block('listen primary').filter((line) => !line.startsWith('server '))
  expect(lines.length).toBeGreaterThan(16)
  expect(lines.filter((line) => !tried.includes(line))).toEqual([])
})

/** Returns true if the settings in JSON contain `name: value`, or a name alone. */
function isIn(json: string, line: string): boolean {
  const [name = '', ...value] = line.split(': ')
  const text = value.join(': ')
  return [`"${name}":${JSON.stringify(text)}`, `"${name}":${text}`, `"${name}"`]
    .slice(text === '' ? 2 : 0, text === '' ? 3 : 2)
    .some((one) => `${json},`.includes(`${one},`) || json.includes(`${one}}`) || json.includes(`${one}]`))
}
