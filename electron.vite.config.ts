import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'electron-vite'
import { leanPdfkit } from './scripts/trim-pdfkit.ts'
import { leanZod } from './scripts/trim-zod.ts'
import { patchPackage } from './scripts/patch-package.ts'
import { plainBuiltins } from './scripts/plain-builtins.ts'
import { posterDrawing } from './scripts/poster-drawing.ts'

// Inputs are absolute: electron-vite treats every specifier that starts with `electron/` as the Electron module.
const path = (relative: string): string => fileURLToPath(new URL(relative, import.meta.url))

/**
 * The commander package imports `node:process`, which opens standard input and can consume input that is meant for the
 * waiting shell. The patch uses the global `process` instead.
 */
const globalProcess = patchPackage('commander', [
  { file: /\/commander\/lib\/command\.js$/u, find: "import process from 'node:process';", replacement: '' },
])

export default defineConfig({
  main: {
    plugins: [leanPdfkit(), leanZod(), globalProcess, plainBuiltins()],
    build: {
      // Packages with native code or asset files stay in node_modules. Pure JavaScript packages are bundled, which
      // halves the startup time.
      externalizeDeps: { exclude: ['zod', 'pdfkit', 'commander'] },
      // The build moves the source maps out of the shipped files (scripts/build.mjs), so no file may refer to them.
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
        // Puts the modules that the served poster needs before the rest of its code into one file.
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
