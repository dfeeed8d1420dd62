import type { Plugin } from 'vite'
import { patchPackage, type Patch } from './patch-package.ts'

/** Packages that are bundled with pdfkit, because loading them one by one takes longer than printing a ticket. */
export const bundledWithPdfkit = ['pdfkit', 'png-js', 'fflate', /^@noble\//u]

const file = /\/pdfkit\.node\.mjs$/u

/** Font parsing and line breaking take half of pdfkit's startup time, and the ticket code replaces both. */
const unused = (name: string, find: string): Patch => ({
  file,
  find,
  replacement: `function ${name}() { throw new Error('pdfkit is bundled without fonts and line breaks') }`,
})

/** Bundles pdfkit without font parsing and line breaking, which throw if called. */
export function leanPdfkit(): Plugin {
  return patchPackage('pdfkit', [
    unused('create', "import { create } from 'fontkit';"),
    unused('LineBreaker', "import LineBreaker from 'linebreak';"),
    // Finds the metrics of the standard fonts via the path of one of the font files. No other file of pdfkit is
    // shipped.
    {
      file,
      find: 'createRequire(import.meta.url)',
      replacement: "createRequire(createRequire(import.meta.url).resolve('pdfkit/standard-fonts/Courier'))",
    },
  ])
}
