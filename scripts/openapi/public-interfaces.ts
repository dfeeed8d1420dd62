import { z } from 'zod'
import { Metrics } from '../../electron/booking/hub/metrics.ts'
import { describeCommands } from '../../electron/cli/cli.ts'
import type { GuichetCommand } from '../../electron/cli/command.ts'
import { fleetMetrics } from '../../electron/fleet/fleet-handler.ts'
import * as ledger from '../../electron/verify/format.ts'
import { type DeviceView, readiness } from '../../shared/api/fleet/contract.ts'
import packageFile from '../../package.json' with { type: 'json' }

/**
 * An interface for other programs. `takes`: values that other programs send or write; `gives`: values that other
 * programs read. Paths map to JSON types and fixed values: `required string`, `"kiosk" | "cashier"`.
 */
export interface PublicInterface {
  /** Version that the interface declares, or the release line of the program if it declares none. */
  readonly version: string
  readonly takes: Readonly<Record<string, string>>
  readonly gives: Readonly<Record<string, string>>
}

export type PublicInterfaces = Readonly<Record<string, PublicInterface>>

export const INTERFACES_RECORD = 'tests/contract/public-interfaces.json'

interface Schema {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly items?: Schema
  readonly additionalProperties?: Schema | boolean
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly allOf?: readonly Schema[]
  readonly not?: Schema
}

interface Document {
  readonly info: { readonly version: string }
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
}

interface Operation {
  readonly parameters?: readonly { name: string; in: string; required?: boolean; schema: Schema }[]
  readonly requestBody?: Body
  readonly responses: Readonly<Record<string, Body>>
}

interface Body {
  readonly $ref?: string
  readonly content?: { readonly 'application/json': { readonly schema: Schema } }
}

interface Documents {
  readonly settings: object
  readonly partner: object
  readonly fleet: object
}

export function publicInterfaces({ settings, partner, fleet }: Documents): PublicInterfaces {
  const release = packageFile.version
    .split('.')
    .slice(0, packageFile.version.startsWith('0.') ? 2 : 1)
    .join('.')
  return {
    settings: { version: release, takes: fieldsOf(settings, settings), gives: {} },
    'partner API': ofDocument(partner as Document),
    'fleet API': ofDocument(fleet as Document),
    'local API': { version: release, takes: {}, gives: fieldsOfType(readiness, 'GET /healthz') },
    ledger: { version: '1', takes: {}, gives: ledgerFields() },
    metrics: { version: release, takes: {}, gives: metricsFields() },
    'command line': {
      version: release,
      takes: commandFields(describeCommands()),
      gives: exitFields(describeCommands()),
    },
  }
}

function ofDocument(document: Document): PublicInterface {
  const takes: Record<string, string> = {}
  const gives: Record<string, string> = {}
  for (const [path, methods] of Object.entries(document.paths))
    for (const [method, operation] of Object.entries(methods).filter(([key]) => !key.startsWith('x-'))) {
      const name = `${method.toUpperCase()} ${path}`
      takes[name] = 'operation'
      for (const parameter of operation.parameters ?? [])
        takes[`${name} ${parameter.in}.${parameter.name}`] = fieldText(
          new Set(typesOf(parameter.schema)),
          parameter.required === true,
        )
      const sent = operation.requestBody?.content?.['application/json'].schema
      if (sent) Object.assign(takes, fieldsOf(sent, document, `${name} body`))
      for (const [status, response] of Object.entries(operation.responses)) {
        gives[`${name} ${status}`] = response.$ref?.replace(/^.*\//u, '').replaceAll('.', ' | ') ?? 'reply'
        const schema = response.content?.['application/json'].schema
        if (status === '200' && schema) Object.assign(gives, fieldsOf(schema, document, name))
      }
    }
  return { version: document.info.version, takes, gives }
}

function ledgerFields(): Record<string, string> {
  const shapes = Object.entries<unknown>(ledger).flatMap(([name, shape]) =>
    shape instanceof z.ZodType ? [[name, shape] as const] : [],
  )
  const codes = [...ledger.registerCodes, ...ledger.saleCodes].map((code) => [`code ${code}`, 'row'] as const)
  const fields = shapes.flatMap(([name, shape]) => Object.entries(fieldsOfType(shape, name)))
  return Object.fromEntries<string>([...codes, ...fields])
}

function metricsFields(): Record<string, string> {
  const metrics = new Metrics()
  metrics.count({ operation: 'listEvents', partner: 'demo', status: 200, code: 'INTERNAL', seconds: 1 })
  metrics.countRead('primary')
  const counts = { eventsOnSale: 0, seatsRemaining: 0, seatsHeld: 0, sessionsOpen: 0 }
  const page = metrics.page({ counts, connections: 0, version: '0' }) + fleetMetrics([device], Date.parse(SEEN))
  metrics.close()
  const types = [...page.matchAll(/^# TYPE (\S+) (\S+)$/gmu)].map(([, name = '', type = '']) => [name, type])
  const labels = [...page.matchAll(/^(\w+)\{(.*)\}/gmu)].flatMap(([, name = '', pairs = '']) =>
    [...pairs.matchAll(/(\w+)=/gu)].map(([, label = '']) => [`${name}{${label}}`, 'label']),
  )
  return Object.fromEntries([...types, ...labels]) as Record<string, string>
}

const SEEN = '2026-05-16T09:30:00.000Z'

/** A device with every optional value set, so that every metric appears. */
const device: DeviceView = {
  deviceId: 'till-1',
  group: null,
  enrolledUtc: SEEN,
  seenUtc: SEEN,
  heartbeatSeconds: 60,
  state: {
    version: '0',
    mode: 'live',
    role: 'cashier',
    startedUtc: SEEN,
    partner: 'up',
    printers: [],
    ledger: 'sound',
    freeBytes: 0,
    serving: false,
    open: null,
    lastSaleUtc: SEEN,
    queue: 0,
    staffCases: 0,
    readiness: { sells: false, issues: [{ type: 'training' }] },
  },
  settings: null,
  wanted: null,
  ledger: { head: { register: 'till-1', ledgerId: '1', keyId: '0', seq: 1, hash: '0', atUtc: SEEN }, doubt: null },
}

export function commandsBelow(command: GuichetCommand, above = ''): readonly (readonly [string, GuichetCommand])[] {
  return (command.commands as readonly GuichetCommand[]).flatMap((each) => {
    const name = `${above} ${each.name()}`.trim()
    return [[name, each] as const, ...commandsBelow(each, name)]
  })
}

const commandFields = (program: GuichetCommand): Record<string, string> =>
  Object.fromEntries<string>(
    commandsBelow(program).flatMap(([name, { options }]) => [
      [name, 'command'] as const,
      ...options.map(({ long, required }) => [`${name} ${long}`, required ? 'option with a value' : 'option'] as const),
    ]),
  )

const exitFields = (program: GuichetCommand): Record<string, string> =>
  Object.fromEntries(
    commandsBelow(program).flatMap(([name, { exitCodes }]) =>
      Object.keys(exitCodes).map((code) => [`${name}: ${code}`, 'exit code']),
    ),
  )

const fieldsOfType = (shape: z.ZodType, name: string): Record<string, string> => {
  const schema = z.toJSONSchema(shape, { io: 'input', unrepresentable: 'any' })
  return fieldsOf(schema as Schema, schema, name)
}

/**
 * Returns the fields within a schema by path; in a path, `[]` means each item and `*` any name. `above`: references
 * already followed on the way to this schema, so that recursion ends.
 */
function fieldsOf(
  schema: Schema,
  document: object,
  path = '',
  above: ReadonlySet<string> = new Set(),
): Record<string, string> {
  const followed = new Set(above)
  const ways = waysOf(schema, document, followed)
  const found: Record<string, string> = {}
  const at = (name: string): string => (path === '' ? name : `${path}.${name}`)
  const add = (field: string, stated: readonly Schema[], isRequired: boolean): void => {
    const types = stated.flatMap((each) => waysOf(each, document, new Set())).flatMap(typesOf)
    merge(found, { [field]: fieldText(new Set(types), isRequired) })
    for (const each of stated) merge(found, fieldsOf(each, document, field, followed))
  }
  for (const name of new Set(ways.flatMap(({ properties = {} }) => Object.keys(properties)))) {
    const stated = ways.flatMap(({ properties }) => properties?.[name] ?? []).filter(({ not }) => not === undefined)
    const isRequired = ways.every(({ required = [] }) => required.includes(name))
    add(at(name), stated, isRequired)
  }
  for (const { items, additionalProperties } of ways) {
    if (items) add(`${path}[]`, [items], false)
    if (typeof additionalProperties === 'object') add(at('*'), [additionalProperties], false)
  }
  return found
}

/** Adds the fields of an alternative schema. A field is required only if every alternative requires it. */
function merge(found: Record<string, string>, more: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(more)) {
    const [one, two] = [readField(found[path] ?? text), readField(text)]
    found[path] = fieldText(new Set([...one.types, ...two.types]), one.isRequired && two.isRequired)
  }
}

/** Returns the alternative schemas of a value and adds each reference to `followed`, so that recursion ends. */
function waysOf(schema: Schema, document: object, followed: Set<string>): readonly Schema[] {
  const { $ref, anyOf, oneOf, allOf, ...rest } = schema
  if ($ref !== undefined) {
    if (followed.has($ref)) return []
    followed.add($ref)
    const keys = $ref.split('/').slice(1)
    const target = keys.reduce<unknown>((node, key) => (node as Record<string, unknown>)[key], document)
    return waysOf(target as Schema, document, followed)
  }
  const forms = anyOf ?? oneOf
  if (forms) return forms.flatMap((form) => waysOf(form, document, followed))
  if (!allOf) return [rest]
  const parts = allOf.flatMap((part) => waysOf(part, document, followed))
  return [{ ...Object.assign({}, ...parts), ...rest } as Schema]
}

function typesOf({ const: fixed, enum: values, type }: Schema): readonly string[] {
  if (values) return values.map((value) => JSON.stringify(value))
  if (fixed !== undefined) return [JSON.stringify(fixed)]
  return type === undefined ? ['any'] : [type].flat()
}

const fieldText = (types: ReadonlySet<string>, isRequired: boolean): string =>
  `${isRequired ? 'required ' : ''}${[...types].toSorted().join(' | ')}`

function readField(text: string) {
  const isRequired = text.startsWith('required ')
  return { isRequired, types: new Set((isRequired ? text.slice('required '.length) : text).split(' | ')) }
}

/** Returns a sentence for each incompatible change from `before` to `now`. Additions are compatible. */
export function lossesOf(before: PublicInterfaces, now: PublicInterfaces): readonly string[] {
  return Object.entries(before).flatMap(([name, { version, takes, gives }]) => {
    const current = now[name]
    if (!current) return [`${name}: the interface was removed: ${remedyFor(name, version)}`]
    if (current.version !== version) return []
    const lost = [...lostFields(takes, current.takes, true), ...lostFields(gives, current.gives, false)]
    return lost.map((what) => `${name}: ${what}: ${remedyFor(name, version)}`)
  })
}

/**
 * Returns the incompatible changes. A field that callers read may get new values, and a field that callers send may get
 * new types. Callers must not be required to send a new field.
 */
function lostFields(
  before: Readonly<Record<string, string>>,
  now: Readonly<Record<string, string>>,
  isSent: boolean,
): readonly string[] {
  const changed = Object.entries(before).flatMap(([path, text]) => {
    const current = now[path]
    if (current === undefined) return [`${path} was removed`]
    const [old, fresh] = [readField(text), readField(current)]
    const lostTypes = [...old.types].filter((type) => !fresh.types.has(type))
    const newTypes = [...fresh.types].filter((type) => !old.types.has(type) && !type.startsWith('"'))
    if (lostTypes.length > 0 || (!isSent && newTypes.length > 0)) return [`${path} changed from ${text} to ${current}`]
    if (isSent && fresh.isRequired && !old.isRequired) return [`${path} became required`]
    return !isSent && old.isRequired && !fresh.isRequired ? [`${path} may be absent`] : []
  })
  const demanded = Object.entries(now).filter(
    ([path, text]) => isSent && !(path in before) && isDemanded(path, text, before),
  )
  return [...changed, ...demanded.map(([path]) => `${path} is new and required`)]
}

/**
 * Returns whether existing callers must send a new field: the field is required, and its parent object or operation is
 * not new.
 */
function isDemanded(path: string, text: string, before: Readonly<Record<string, string>>): boolean {
  const parent = /^(.*)\.[^.]+$/u.exec(path)?.[1]
  if (!readField(text).isRequired || parent === undefined) return readField(text).isRequired
  const operation = parent.replace(/ (?:body|query|header|path)$/u, '')
  return Object.keys(before).some((known) => known === parent || known === operation || known.startsWith(`${parent}.`))
}

const remedyFor = (name: string, version: string): string =>
  `restore it, or raise the version of ${name} (now ${version}), add the change to CHANGELOG.md under “To do when you upgrade” and run \`npm run openapi\` (docs/integrating/stability.md)`
