import { readFileSync } from 'node:fs'
import { parseSync } from 'vite'

export interface SourceText {
  readonly text: string
  /** The whole text if a text has several pieces: `Choisissez … places`. */
  readonly whole: string
  /** Names of the enclosing constants and properties, outermost first: `['fr', 'offers', 'title']`. */
  readonly names: readonly string[]
}

interface Node {
  readonly type: string
  readonly [key: string]: unknown
}

export function textsIn(file: string): readonly SourceText[] {
  const { program, errors } = parseSync(file, readFileSync(file, 'utf8'))
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`)
  const found: SourceText[] = []
  gather(program as unknown as Node, [], found)
  return found
}

/** Nodes whose literals never appear on a screen: compared values, module names, options of Intl. */
const unsaid: Readonly<Record<string, readonly string[]>> = {
  ImportDeclaration: ['source'],
  Property: ['key'],
  BinaryExpression: ['left', 'right'],
  SwitchCase: ['test'],
  NewExpression: ['arguments'],
  MemberExpression: ['property'],
}

function gather(node: Node, around: readonly string[], found: SourceText[]): void {
  const names = [...around, ...nameOf(node)]
  const { value } = node
  if (node.type === 'Literal' && typeof value === 'string') found.push({ text: value, whole: value, names })
  if (node.type === 'TemplateLiteral') {
    const pieces = (node['quasis'] as readonly Node[]).map((quasi) => (quasi['value'] as { cooked: string }).cooked)
    for (const text of pieces) found.push({ text, whole: pieces.join('…'), names })
  }
  if (node.type.startsWith('TS') && !/^TS(?:As|Satisfies|NonNull)/u.test(node.type)) return
  for (const [name, child] of Object.entries(node)) {
    const children = (Array.isArray(child) ? child : [child]).filter(isNode)
    if (isMethodCall(node) && name === 'arguments') continue
    const texts = unsaid[node.type]?.includes(name) ? children.filter(({ type }) => type !== 'Literal') : children
    for (const each of texts) gather(each, names, found)
  }
}

function nameOf({ type, id, key }: Node): readonly string[] {
  const named = type === 'VariableDeclarator' ? id : type === 'Property' ? key : undefined
  const { name, value } = (named ?? {}) as { readonly name?: string; readonly value?: unknown }
  return [name ?? value].filter((each) => typeof each === 'string')
}

/** Arguments of a method call, such as `text.replace('a', 'b')`, are not texts. */
const isMethodCall = ({ type, callee }: Node): boolean =>
  type === 'CallExpression' && (callee as Node).type === 'MemberExpression'

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as { readonly type?: unknown }).type === 'string'
