import { createHash } from 'node:crypto'

export const OPENAPI_PATH = '/openapi.json'

interface ServedDocument {
  readonly body: Uint8Array
  readonly etag: string
  readonly headers: Readonly<Record<string, string>>
}

let document: Promise<ServedDocument> | undefined

/** Returns the build's copy of `docs/integrating/openapi.json`. Caches the copy after the first success. */
export function openApiDocument(): Promise<ServedDocument> {
  document ??= readDocument().catch((error: unknown) => {
    document = undefined
    throw error
  })
  return document
}

async function readDocument(): Promise<ServedDocument> {
  // The build stores the OpenAPI document in a separate file, which is not loaded at the start of the program.
  const { default: content } = await import('../../../docs/integrating/openapi.json', { with: { type: 'json' } })
  const body = Buffer.from(`${JSON.stringify(content, null, 2)}\n`)
  const etag = `"${createHash('sha256').update(body).digest('base64url')}"`
  // Caches may store the document for at most an hour, because an update of the hub can change the document.
  const headers = { 'content-type': 'application/json', 'cache-control': 'public, max-age=3600', etag }
  return { body, etag, headers }
}
