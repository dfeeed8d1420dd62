// Writes docs/openapi.json from the operations table. Run: npm run openapi
import { writeFile } from 'node:fs/promises'
import { openApiDocument } from '../shared/partner-api/openapi.ts'

export const openApiFile = new URL('../docs/openapi.json', import.meta.url)

export function openApiText(): string {
  return `${JSON.stringify(openApiDocument(), null, 2)}\n`
}

if (import.meta.main) await writeFile(openApiFile, openApiText())
