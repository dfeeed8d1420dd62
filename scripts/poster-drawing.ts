import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { build, type Plugin } from 'vite'

const path = (relative: string): string => fileURLToPath(new URL(relative, import.meta.url))

/** Builds `poster.js` and `poster.css`, which draw the attract screen of the kiosk in the main process. */
export function posterDrawing(): Plugin {
  let beside = ''
  return {
    name: 'poster-drawing',
    apply: 'build',
    configResolved: ({ build: { outDir } }) => {
      beside = join(outDir, '..', 'poster')
    },
    closeBundle: async () => {
      await build({
        configFile: false,
        root: path('../renderer'),
        logLevel: 'warn',
        plugins: [react(), onlyPoster()],
        define: { 'process.env.NODE_ENV': '"production"' },
        // Build of react-dom/server that renders synchronously, without streams.
        resolve: {
          alias: {
            'react-dom/server': path('../node_modules/react-dom/cjs/react-dom-server-legacy.browser.production.js'),
          },
        },
        ssr: { noExternal: true },
        build: {
          ssr: path('../renderer/poster.tsx'),
          ssrEmitAssets: true,
          outDir: beside,
          emptyOutDir: true,
          minify: true,
          cssMinify: true,
          cssCodeSplit: false,
        },
      })
    },
  }
}

/** Removes fonts and other assets, because the screens already include them. */
function onlyPoster(): Plugin {
  return {
    name: 'only-poster',
    enforce: 'post',
    generateBundle(_, bundle) {
      for (const [name, file] of Object.entries(bundle)) {
        if (name.endsWith('.css')) file.fileName = 'poster.css'
        else if (file.type === 'asset') delete bundle[name]
      }
    },
  }
}
