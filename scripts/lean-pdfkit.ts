import type { Plugin } from 'vite'
import { patchPackage, type Patch } from './patch-package.ts'

/** What of pdfkit goes into a bundle with it: loose in node_modules it takes longer to load than a ticket to print. */
export const bundledWithPdfkit = ['pdfkit', 'png-js', 'fflate', /^@noble\//u]

const file = /\/pdfkit\.node\.mjs$/u

/** Opening fonts and breaking lines take half of pdfkit's start. Tickets do both by themselves (electron/printing/pdf). */
const unused = (name: string, find: string): Patch => ({
  file,
  find,
  replacement: `function ${name}() { throw new Error('pdfkit is bundled without fonts and line breaks') }`,
})

/** Bundles pdfkit without what opens fonts and breaks lines; calling it throws an error that says so. */
export function leanPdfkit(): Plugin {
  return patchPackage('pdfkit', [
    unused('create', "import { create } from 'fontkit';"),
    unused('LineBreaker', "import LineBreaker from 'linebreak';"),
    // The metrics of the standard fonts stay in the package and are found through one of them: nothing else of it is packaged.
    {
      file,
      find: 'createRequire(import.meta.url)',
      replacement: "createRequire(createRequire(import.meta.url).resolve('pdfkit/standard-fonts/Courier'))",
    },
  ])
}
