import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'electron-vite'
import { leanPdfkit } from './scripts/trim-pdfkit.ts'
import { leanZod } from './scripts/trim-zod.ts'
import { patchPackage } from './scripts/patch-package.ts'
import { plainBuiltins } from './scripts/plain-builtins.ts'
import { posterDrawing } from './scripts/poster-drawing.ts'

// Input paths are absolute, because electron-vite treats every specifier that starts with `electron/` as the Electron
// module.
const path = (relative: string): string => fileURLToPath(new URL(relative, import.meta.url))

/**
 * The patch uses the global `process`: an import of `node:process` opens standard input and can consume input meant for
 * the waiting shell.
 */
const globalProcess = patchPackage('commander', [
  { file: /\/commander\/lib\/command\.js$/u, find: "import process from 'node:process';", replacement: '' },
])

export default defineConfig({
  main: {
    plugins: [leanPdfkit(), leanZod(), globalProcess, plainBuiltins()],
    build: {
      // Packages with native code or asset files stay in `node_modules`. Bundling the pure JavaScript packages halves
      // the startup time.
      externalizeDeps: { exclude: ['zod', 'pdfkit', 'commander'] },
      // The build moves the source maps out of the shipped files, so no shipped file may refer to its map.
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
        // The `posterDrawing` plugin runs a separate build, so a warning about its duration can be ignored.
        checks: { pluginTimings: false },
        output: { codeSplitting: { groups: [{ name: 'start', test: /keep-keys|kiosk-lock|preload-helper/u }] } },
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
