import type { OperationName } from '../../shared/api/partner/operations.ts'
import { at, type Path } from './mutator.ts'

export type WireReply = Readonly<{ status: number; body: string }>

interface RecordedReplies {
  /** Reply from the machine's previous sale, with another session, owner and order. */
  readonly earlier: WireReply
  readonly otherEvent: WireReply
}

/** One kind of false reply: a change to every honest reply to one operation. */
export interface FalseResponse {
  readonly operation: OperationName
  readonly what: string
  /** True if the service only replies that it performed the operation, without performing it. */
  readonly idle?: true
  /** `never`: the bytes arrive so slowly that the reply never ends. */
  readonly tell: (honest: WireReply, donors: RecordedReplies) => WireReply | 'never'
}

type Tree = Readonly<Record<string | number, unknown>>

const HUGE = 'é'.repeat(500_000)

const KINDS: Readonly<Record<string, (value: unknown, path: Path, donors: RecordedReplies) => unknown>> = {
  'of the sale before': (_, path, { earlier }) => at(parsed(earlier), path),
  'of another event': (_, path, { otherEvent }) => at(parsed(otherEvent), path),
  missing: () => undefined,
  'of no type': () => ({ unexpected: [true] }),
  'a huge text': (value) => (typeof value === 'string' ? HUGE : `${String(value)}${'0'.repeat(400)}`),
  'another number': (value) => (typeof value === 'number' ? value + 1 : -1),
}

/** False replies that no check of a single reply can detect: plausible codes and ids that never occurred before. */
const BEYOND_ANYBODY = /^data\.tickets\.\d+\.(id|qr_code)$/u
const NEVER_SEEN = new Set(['of another event', 'another number', 'a huge text'])

const LISTS: Readonly<
  Record<string, (list: readonly unknown[], path: Path, donors: RecordedReplies) => readonly unknown[]>
> = {
  'one less': (list) => list.slice(1),
  'one twice': (list) => [...list, ...list.slice(0, 1)],
  'one more, of the sale before': (list, path, { earlier }) => [...list, ...listAt(earlier, path).slice(0, 1)],
  'one more, of another event': (list, path, { otherEvent }) => [...list, ...listAt(otherEvent, path).slice(0, 1)],
  'all of the sale before': (_, path, { earlier }) => listAt(earlier, path),
  'all of another event': (_, path, { otherEvent }) => listAt(otherEvent, path),
}

const WHOLE: Readonly<Record<string, FalseResponse['tell']>> = {
  'the reply of the sale before': (_, { earlier }) => earlier,
  'the reply of another event': (_, { otherEvent }) => otherEvent,
  '500 with the body of success': ({ body }) => ({ status: 500, body }),
  '404 after the deed': ({ body }) => ({ status: 404, body }),
  '409 after the deed': () => ({ status: 409, body: '{"success":false,"error":{"code":"CONFLICT"}}' }),
  '302 with the body of success': ({ body }) => ({ status: 302, body }),
  'success: false with the data of success': ({ status, body }) => ({
    status,
    body: body.replace('"success":true', '"success":false'),
  }),
  'success in words': ({ status, body }) => ({ status, body: body.replace('"success":true', '"success":"true"') }),
  'an empty body': ({ status }) => ({ status, body: '' }),
  HTML: ({ status }) => ({ status, body: '<!doctype html><title>Bienvenue</title>' }),
  'half of it': ({ status, body }) => ({ status, body: body.slice(0, body.length / 2) }),
  'twice in one': ({ status, body }) => ({ status, body: body + body }),
  'forty thousand brackets': ({ status }) => ({ status, body: '['.repeat(40_000) }),
  'a slow drip': () => 'never',
}

const READS = ['openSession', 'viewSection', 'readCheckout', 'listTickets'] as const
const OPERATIONS: readonly OperationName[] = [...READS, 'holdSeats', 'confirmPurchase']

/** Returns all kinds of false replies, made from one honest reply to each operation, in a reproducible order. */
export function everyLie(honest: ReadonlyMap<OperationName, WireReply>): readonly FalseResponse[] {
  return OPERATIONS.flatMap((operation): FalseResponse[] => {
    const reply = honest.get(operation)
    if (!reply) throw new Error(`no honest reply to ${operation}`)
    const tree = parsed(reply)
    const whole = Object.entries(WHOLE).map(([what, tell]): FalseResponse => ({ operation, what, tell }))
    const idle = operation === 'holdSeats' || operation === 'confirmPurchase' ? [notDone(operation)] : []
    return [...whole, ...idle, ...leavesOf(tree).flatMap((path) => liesAt(operation, path, at(tree, path)))]
  })
}

function notDone(operation: OperationName): FalseResponse {
  return {
    operation,
    what: 'nothing done, and the reply of the sale before',
    idle: true,
    tell: (_, { earlier }) => earlier,
  }
}

function liesAt(operation: OperationName, path: Path, value: unknown): readonly FalseResponse[] {
  const name = path.join('.')
  const inTree = (what: string, change: (old: unknown, donors: RecordedReplies) => unknown): FalseResponse => ({
    operation,
    what: `${name}: ${what}`,
    tell: ({ status, body }, donors) => {
      const tree = JSON.parse(body) as unknown
      return { status, body: JSON.stringify(changed(tree, path, (old) => change(old, donors))) }
    },
  })
  if (Array.isArray(value)) {
    // Lists are not emptied, because no client can detect that an empty list of sold tickets is false.
    return Object.entries(LISTS).map(([what, change]) =>
      inTree(what, (list, donors) => change(Array.isArray(list) ? list : [], path, donors)),
    )
  }
  const kinds = Object.entries(KINDS).filter(([what]) => !(BEYOND_ANYBODY.test(name) && NEVER_SEEN.has(what)))
  return kinds.map(([what, kind]) => inTree(what, (old, donors) => kind(old, path, donors)))
}

/** Returns the paths of all lists and values. Searches only the first item of each list. */
function leavesOf(node: unknown, path: Path = []): readonly Path[] {
  if (Array.isArray(node)) return [path, ...(node.length > 0 ? leavesOf(node[0], [...path, 0]) : [])]
  if (typeof node !== 'object' || node === null) return [path]
  return Object.entries(node).flatMap(([key, value]) => leavesOf(value, [...path, key]))
}

function changed(node: unknown, [key, ...rest]: Path, change: (old: unknown) => unknown): unknown {
  if (key === undefined) return change(node)
  if (Array.isArray(node)) {
    const index = Number(key)
    return index < node.length ? node.with(index, changed(node[index], rest, change)) : node
  }
  if (typeof node !== 'object' || node === null) return node
  return { ...node, [key]: changed((node as Tree)[key], rest, change) }
}

function listAt(reply: WireReply, path: Path): readonly unknown[] {
  const list = at(parsed(reply), path)
  return Array.isArray(list) ? list : []
}

const parsed = ({ body }: WireReply): unknown => JSON.parse(body || '{}')
