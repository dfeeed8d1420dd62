// npm run openapi: writes docs/integrating/openapi.json, a page for each operation, and the settings' JSON Schema.
import { existsSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { z } from 'zod'
import { settingsFileSchema } from '../electron/config/settings-schema.ts'
import { fleetOpenApi } from './openapi/fleet-document.ts'
import {
  codesByStatus,
  openApiDocument,
  stepOf,
  writable,
  type Json,
  type OperationExamples,
} from './openapi/partner-document.ts'
import { operations, type Operation, type OperationName } from '../shared/api/partner/operations.ts'
import { INTERFACES_RECORD, lossesOf, publicInterfaces, type PublicInterfaces } from './openapi/public-interfaces.ts'
import { recordExamples } from './api-examples.ts'
import { formatted } from './formatted.ts'

const docs = new URL('../docs/integrating/', import.meta.url)

export async function apiDocuments(): Promise<ReadonlyMap<string, string>> {
  const examples = await recordExamples()
  const document = openApiDocument(examples)
  const common = Object.assign(
    {},
    ...Object.values(examples).map(({ refusals }) => refusals),
  ) as OperationExamples['refusals']
  const pages = await Promise.all(
    (Object.entries(operations) as [OperationName, Operation][]).map(async ([name, operation]) => {
      const text = pageOf(
        name,
        operation,
        { ...examples[name], refusals: { ...common, ...examples[name].refusals } },
        document,
      )
      const path = `api/${fileOf(name)}`
      return [path, await formatted(path, text)] as const
    }),
  )
  return new Map([
    ['openapi.json', `${JSON.stringify(document, null, 2)}\n`],
    await formattedJson('openapi-fleet.json', fleetOpenApi()),
    await formattedJson('config.schema.json', settingsJsonSchema()),
    ...pages,
  ])
}

/** Returns the JSON Schema of `config.json`, without defaults that depend on the computer. */
const settingsJsonSchema = (): object => ({
  title: 'Settings of Guichet (config.json)',
  ...z.toJSONSchema(settingsFileSchema, { io: 'input', override: writable }),
})

const formattedJson = async (path: string, content: object) =>
  [path, await formatted(path, JSON.stringify(content))] as const

export const readDocument = (path: string): Promise<string> => readFile(new URL(path, docs), 'utf8')

const fileOf = (name: string): string => `${name.replaceAll(/[A-Z]/gu, (letter) => `-${letter.toLowerCase()}`)}.md`

interface Parameter {
  readonly name: string
  readonly in: string
  readonly required?: boolean
  readonly description?: string
  readonly example?: Json
}

interface BodySchema {
  readonly type?: string
  readonly description?: string
  readonly properties?: Readonly<Record<string, BodySchema>>
  readonly required?: readonly string[]
  readonly items?: BodySchema
  readonly anyOf?: readonly BodySchema[]
  /** `{}` if the member must be absent. */
  readonly not?: object
}

interface Stated {
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: { readonly content: { readonly 'application/json': { readonly schema: BodySchema } } }
}

function membersOf(schema: BodySchema | undefined, above = '', needed = 'yes'): (readonly string[])[] {
  const { properties = {}, required = [], anyOf = [] } = schema ?? {}
  const own = Object.entries(properties).flatMap(([name, member]) => {
    if (member.not) return []
    const type = member.items ? `list of ${member.items.type ?? 'any'}` : (member.type ?? 'any')
    const row = [`\`${above}${name}\``, type, required.includes(name) ? needed : '', member.description ?? '']
    return [row, ...membersOf(member, `${above}${name}.`)]
  })
  return [...own, ...anyOf.flatMap((each) => membersOf(each, above, 'one of them'))]
}

function pageOf(name: OperationName, operation: Operation, example: OperationExamples, document: Json): string {
  const { method, path, summary, description } = operation
  const { paths } = document as unknown as { paths: Record<string, Record<string, Stated>> }
  const { parameters = [], requestBody } = paths[path]?.[method.toLowerCase()] ?? {}
  const members = membersOf(requestBody?.content['application/json'].schema)
  return [
    `# ${summary}`,
    `${stepOf(operation)}: \`${method} ${path}\` (\`${name}\` in [openapi.json](../openapi.json))`,
    description,
    ...section('Parameters', parameters.length > 0, [
      table(
        ['Name', 'Where', 'Required', 'Meaning'],
        parameters.map((each) => [`\`${each.name}\``, each.in, each.required ? 'yes' : '', each.description ?? '']),
      ),
    ]),
    ...section('Body', members.length > 0, [table(['Member', 'Type', 'Required', 'Meaning'], members)]),
    '## Example',
    fenced('sh', curlOf(operation, example)),
    'Reply:',
    fenced('json', JSON.stringify(example.reply, null, 2)),
    '## Refusals',
    'Every refusal has the body `{"success": false, "message", "error": {"code", "details": {"what", "where", "remedy"}}}`.',
    table(
      ['Status', 'Code', 'Example', 'What to do'],
      codesByStatus(operation).flatMap(([status, codes]) =>
        codes.map((code) => {
          const refusal = example.refusals[code] as { error: { details: { what: string; remedy: string } } } | undefined
          return [String(status), `\`${code}\``, refusal?.error.details.what ?? '', refusal?.error.details.remedy ?? '']
        }),
      ),
    ),
  ].join('\n\n')
}

const section = (title: string, there: boolean, lines: readonly string[]): readonly string[] =>
  there ? [`## ${title}`, ...lines] : []

const fenced = (language: string, text: string): string => `\`\`\`${language}\n${text}\n\`\`\``

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows]
    .map((row) => `| ${row.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`)
    .join('\n')

function curlOf(
  { method, path }: Operation,
  { params = {}, query = {}, headers = {}, body }: OperationExamples,
): string {
  const filled = path.replaceAll(/\{(\w+)\}/gu, (_, key: string) => params[key] ?? '')
  const search = new URLSearchParams(query).toString()
  const lines = [
    `curl ${method === 'GET' ? '' : `-X ${method} `}"$BASE_URL${filled}${search && `?${search}`}"`,
    "-H 'x-partner-code: demo'",
    ...Object.entries(headers).map(([name, value]) => `-H '${name}: ${value}'`),
    ...(body === undefined ? [] : ["-H 'content-type: application/json'", `-d '${JSON.stringify(body, null, 2)}'`]),
  ]
  return lines.join(' \\\n  ')
}

export const currentInterfaces = (): PublicInterfaces =>
  publicInterfaces({ settings: settingsJsonSchema(), partner: openApiDocument(), fleet: fleetOpenApi() })

/**
 * Records the public interfaces. Throws if an interface changed incompatibly without a new version, except in version
 * 0.1.
 */
async function recordInterfaces(): Promise<void> {
  const file = new URL(`../${INTERFACES_RECORD}`, import.meta.url)
  const now = currentInterfaces()
  const losses = existsSync(file) ? lossesOf(JSON.parse(await readFile(file, 'utf8')) as PublicInterfaces, now) : []
  for (const loss of losses) console.error(loss)
  const isPromised = now['settings']?.version !== '0.1'
  if (losses.length > 0 && isPromised) throw new Error(`${INTERFACES_RECORD} was not updated`)
  await writeFile(file, await formatted(INTERFACES_RECORD, JSON.stringify(now)))
}

if (import.meta.main) {
  await recordInterfaces()
  await mkdir(new URL('api/', docs), { recursive: true })
  for (const [path, text] of await apiDocuments()) await writeFile(new URL(path, docs), text)
}
