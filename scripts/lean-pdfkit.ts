import type { Plugin } from 'vite'

/** What of pdfkit goes into a bundle with it: loose in node_modules it takes longer to load than a ticket to print. */
export const bundledWithPdfkit = ['pdfkit', 'png-js', 'fflate', /^@noble\//u]

/** Half of pdfkit's start: opening fonts and breaking lines. Tickets do both by themselves (electron/printing/pdf). */
const unused = new Set(['fontkit', 'linebreak'])
const stub = '\0unused-by-pdfkit'

const ownFiles = 'createRequire(import.meta.url)'
/** The metrics of the standard fonts stay in the package and are found through one of them: nothing else of it is packaged. */
const filesOfThePackage = "createRequire(createRequire(import.meta.url).resolve('pdfkit/standard-fonts/Courier'))"

/** Bundles pdfkit without what opens fonts and breaks lines; a call for it is an error that says so. */
export function leanPdfkit(): Plugin {
  return {
    name: 'lean-pdfkit',
    enforce: 'pre',
    resolveId: (id, importer) => (unused.has(id) && importer?.includes('/pdfkit/') ? stub : null),
    load: (id) =>
      id === stub
        ? `const unused = () => { throw new Error('pdfkit is bundled without fonts and line breaks') }
export { unused as create, unused as default }`
        : null,
    transform: (code, id) =>
      id.endsWith('/pdfkit.node.mjs') ? { code: code.replace(ownFiles, filesOfThePackage), map: null } : null,
  }
}
