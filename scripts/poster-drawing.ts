import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { build, type Plugin } from 'vite'

const path = (relative: string): string => fileURLToPath(new URL(relative, import.meta.url))

/**
 * Builds the code that draws the screens' poster in the main process, next to the screens: `poster.js` and
 * `poster.css`. The CSS uses the same font names as the screens.
 */
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
        // The build of react-dom/server that renders synchronously, without streams.
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

/** Removes the other assets, such as fonts, which the screens already have. */
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
