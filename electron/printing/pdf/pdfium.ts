import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { PDFiumLibrary } from '@hyzyla/pdfium'

let loading: Promise<PDFiumLibrary> | null = null

/** The one PDFium of the program, a WebAssembly renderer: loaded at its first use, about 0.1 s, and kept. */
export function loadPdfium(): Promise<PDFiumLibrary> {
  loading ??= load()
  return loading
}

async function load(): Promise<PDFiumLibrary> {
  const { PDFiumLibrary: Library } = await import('@hyzyla/pdfium')
  const program = await readFile(createRequire(import.meta.url).resolve('@hyzyla/pdfium/pdfium.wasm'))
  return Library.init({ wasmBinary: new Uint8Array(program).buffer })
}
