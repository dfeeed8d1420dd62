import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'electron-vite'
import { leanPdfkit } from './scripts/lean-pdfkit.ts'
import { leanZod } from './scripts/lean-zod.ts'
import { patchPackage } from './scripts/patch-package.ts'
import { plainBuiltins } from './scripts/plain-builtins.ts'
import { posterDrawing } from './scripts/poster-drawing.ts'

// Inputs are absolute: electron-vite treats every specifier that starts with `electron/` as the Electron module.
const path = (relative: string): string => fileURLToPath(new URL(relative, import.meta.url))

/** Importing `node:process` opens standard input, and so takes it from a shell that waits there: commander does that. */
const globalProcess = patchPackage('commander', [
  { file: /\/commander\/lib\/command\.js$/u, find: "import process from 'node:process';", replacement: '' },
])

export default defineConfig({
  main: {
    plugins: [leanPdfkit(), leanZod(), globalProcess, plainBuiltins()],
    build: {
      // Native or asset-reading packages stay in node_modules; pure ones are bundled, which halves the start.
      externalizeDeps: { exclude: ['zod', 'pdfkit', 'commander'] },
      // The build takes the maps out of what is shipped (scripts/build.mjs): no file may name them.
      sourcemap: 'hidden',
      rolldownOptions: {
        input: {
          main: path('electron/main.ts'),
          'browser-host': path('electron/browser-host-main.ts'),
          cli: path('electron/cli/main.ts'),
          'document-worker': path('electron/printing/document-worker.ts'),
        },
      },
    },
  },
  preload: {
    build: {
      sourcemap: 'hidden',
      rolldownOptions: {
        input: { preload: path('electron/preload.ts') },
        // A sandboxed preload script must be CommonJS.
        output: { format: 'cjs', entryFileNames: '[name].cjs' },
      },
    },
  },
  renderer: {
    root: path('renderer'),
    plugins: [react(), posterDrawing()],
    build: {
      minify: true,
      sourcemap: 'hidden',
      rolldownOptions: {
        // The drawing of the poster is a build of its own.
        checks: { pluginTimings: false },
        // What the served poster waits with for its code, in one file.
        output: { codeSplitting: { groups: [{ name: 'start', test: /keep-keys|kiosk-keys|preload-helper/u }] } },
        input: {
          index: path('renderer/index.html'),
          poster: path('renderer/poster.html'),
          fleet: path('renderer/fleet.html'),
          recording: path('renderer/recording.html'),
        },
      },
    },
  },
})
