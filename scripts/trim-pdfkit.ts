import type { Plugin } from 'vite'
import { patchPackage, type Patch } from './patch-package.ts'

/**
 * Packages that are bundled together with pdfkit. Loading them from node_modules takes longer than printing a ticket.
 */
export const bundledWithPdfkit = ['pdfkit', 'png-js', 'fflate', /^@noble\//u]

const file = /\/pdfkit\.node\.mjs$/u

/**
 * Font parsing and line breaking take half of pdfkit's startup time. The ticket code does both itself
 * (electron/printing/pdf).
 */
const unused = (name: string, find: string): Patch => ({
  file,
  find,
  replacement: `function ${name}() { throw new Error('pdfkit is bundled without fonts and line breaks') }`,
})

/** Bundles pdfkit without font parsing and line breaking. A call to either throws an error that names the reason. */
export function leanPdfkit(): Plugin {
  return patchPackage('pdfkit', [
    unused('create', "import { create } from 'fontkit';"),
    unused('LineBreaker', "import LineBreaker from 'linebreak';"),
    // Finds the metrics of the standard fonts in the package via one of them. No other file of the package is shipped.
    {
      file,
      find: 'createRequire(import.meta.url)',
      replacement: "createRequire(createRequire(import.meta.url).resolve('pdfkit/standard-fonts/Courier'))",
    },
  ])
}
