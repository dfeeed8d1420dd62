import { expect, test } from 'vitest'
import { plainBuiltins } from '../../scripts/plain-builtins.ts'

const rendered = (chunk: string): string => plainBuiltins().renderChunk(chunk).code

test('a built program takes Node’s modules without reading all that they export', () => {
  const chunk = `import fs, { readFileSync as read$1, writeFileSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import path from "node:path";
import { z } from "./schemas.js";
`
  expect(rendered(chunk))
    .toBe(`const fs = process.getBuiltinModule("node:fs"), { readFileSync: read$1, writeFileSync } = process.getBuiltinModule("node:fs");
const { setTimeout: wait } = process.getBuiltinModule("node:timers/promises");
const path = process.getBuiltinModule("node:path");
import { z } from "./schemas.js";
`)
})

test('what they give is what an import gives', async () => {
  const code = 'import os, { EOL as end } from "node:os";\n'
  const body = `${rendered(code)} return [os, end]`
  const given = (await import(`data:text/javascript,export default () => { ${encodeURIComponent(body)} }`)) as {
    default: () => [unknown, string]
  }
  const os = await import('node:os')
  expect(given.default()).toEqual([os.default, os.EOL])
})
