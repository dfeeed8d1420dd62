import type { Random } from '../simulation/random.ts'

export type Reply = Readonly<{ status: number; body: Uint8Array }>

const NO_TEXTS: readonly unknown[] = [null, true, false, 0, -1, 0.5, 1e21, -1e308, 2 ** 53, [], {}, [[]], [null]]
const TEXTS = ['', ' ', '0', '1e3', '9'.repeat(400), 'x'.repeat(3_000), '\u0000', '\ud800', '__proto__']
const NOBODYS_ID = '00000000-0000-4000-8000-000000000000'
export const STRANGE: readonly unknown[] = [...NO_TEXTS, { length: 1 }, ...TEXTS, NOBODYS_ID]

const WORDS = ['null', 'SOLD', 'CANCELLED', 'completed', 'pending', 'GNF', 'XOF', 'held', 'f'.repeat(32)]
const MISPLACED: readonly unknown[] = [...STRANGE, 1e308, ...WORDS, { toString: null, valueOf: null }]

const CODES = [201, 202, 204, 206, 299, 300, 302, 304, 400, 401, 403, 404, 408, 409, 410, 422, 425, 429, 500, 502, 503]

const WITHOUT_BODY: ReadonlySet<number> = new Set([204, 304])

const FOREIGN = ['', 'null', '[]', '{}', 'OK', '<!doctype html><p>', '[['.repeat(4_000), '{"success":true}', '\ufeff{}']

/** Changes one or more of the tree, bytes and status of a valid reply. Parts of `others` may be inserted. */
export function mutate(reply: object, others: readonly object[], random: Random): Reply {
  const status = random.chance(0.8) ? 200 : random.pick(CODES)
  let tree: unknown = reply
  const changes = random.chance(0.15) ? 0 : random.between(1, 3)
  for (let change = 0; change < changes; change++) tree = changeSomewhere(tree, others, random)
  let body: Uint8Array = Buffer.from(random.chance(0.02) ? random.pick(FOREIGN) : text(tree))
  if (random.chance(0.15)) body = mangleBytes(body, random)
  return { status, body: WITHOUT_BODY.has(status) ? Buffer.alloc(0) : body }
}

const text = (tree: unknown): string => JSON.stringify(tree) ?? ''

function changeSomewhere(tree: unknown, others: readonly object[], random: Random): unknown {
  const paths = pathsOf(tree)
  // Most paths are deep, so half of the changes use only shallow paths, on which the program's decisions depend.
  const shallow = paths.filter((path) => path.length <= 4)
  return changeAt(tree, random.pick(random.chance(0.5) ? shallow : paths), others, random)
}

export type Path = readonly (string | number)[]

function pathsOf(tree: unknown, path: Path = [], found: Path[] = []): Path[] {
  found.push(path)
  if (Array.isArray(tree)) tree.forEach((item, index) => pathsOf(item, [...path, index], found))
  else if (typeof tree === 'object' && tree !== null) {
    for (const [key, value] of Object.entries(tree)) pathsOf(value, [...path, key], found)
  }
  return found
}

export function at(tree: unknown, path: Path): unknown {
  return path.reduce<unknown>((node, key) => (node as Record<string | number, unknown> | undefined)?.[key], tree)
}

function changeAt(tree: unknown, path: Path, others: readonly object[], random: Random): unknown {
  const [key, ...rest] = path
  if (key === undefined) return changed(tree, others, random)
  if (Array.isArray(tree)) {
    const index = key as number
    if (rest.length === 0 && random.chance(0.3)) return rearranged(tree, index, random)
    return tree.with(index, changeAt(tree[index], rest, others, random))
  }
  const node = tree as Record<string, unknown>
  if (rest.length === 0 && random.chance(0.15))
    return Object.fromEntries(Object.entries(node).filter(([name]) => name !== key))
  return { ...node, [key]: changeAt(node[key], rest, others, random) }
}

function rearranged(list: readonly unknown[], index: number, random: Random): unknown[] {
  switch (random.below(4)) {
    case 0:
      return list.toSpliced(index, 1)
    case 1:
      return [...list, list[index]]
    case 2:
      return list.toReversed()
    default:
      return list.slice(0, index)
  }
}

function changed(value: unknown, others: readonly object[], random: Random): unknown {
  if (random.chance(0.25)) {
    const other = random.pick(others)
    return at(other, random.pick(pathsOf(other)))
  }
  if (typeof value === 'number' && random.chance(0.6))
    return random.pick([value + 1, value - 1, value * 10, -value, String(value), value / 3])
  if (typeof value === 'string' && value !== '' && random.chance(0.6)) return changedText(value, random)
  return random.pick(MISPLACED)
}

function changedText(value: string, random: Random): unknown {
  const index = random.below(value.length)
  return random.pick([
    value.slice(0, index),
    value.toUpperCase(),
    value.toLowerCase(),
    ` ${value} `,
    value + value,
    value.slice(0, index) + random.pick(['0', 'f', 'x', '-', '\u00e9']) + value.slice(index + 1),
    Number(value),
    [value],
  ])
}

function mangleBytes(body: Uint8Array, random: Random): Uint8Array {
  const bytes = Buffer.from(body)
  const index = random.below(Math.max(1, bytes.length))
  switch (random.below(5)) {
    case 0:
      return bytes.subarray(0, index)
    case 1:
      if (bytes.length > 0) bytes[index] = (bytes[index] ?? 0) ^ (1 << random.below(8))
      return bytes
    case 2:
      return Buffer.concat([bytes, bytes])
    case 3:
      return Buffer.concat([bytes.subarray(0, index), random.bytes(3), bytes.subarray(index)])
    default:
      return Buffer.concat([bytes.subarray(0, index), bytes.subarray(index + random.between(1, 40))])
  }
}
