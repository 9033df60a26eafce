import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, loadEnv, type Plugin } from 'vite'
import { chunksByScreens } from './chunks.ts'
import { guide } from './guide-build/plugin.ts'
import { shellOnce } from './shell-once.ts'
import { surveySite } from './survey-build.ts'

const buildDate = new Date().toISOString()

/** Writes /meta.json, which running pages compare with the date they were built with. */
function buildMeta(): Plugin {
  return {
    name: 'build-meta',
    apply: 'build',
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: 'meta.json', source: JSON.stringify({ buildDate }) })
    },
  }
}

/** Lets the browser fetch the Latin font together with the style sheet that names it. */
function preloadFont(): Plugin {
  return {
    name: 'preload-font',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle }) {
        const font = Object.keys(bundle ?? {}).find((file) => /inter-latin-wght-normal.*\.woff2$/.test(file))
        if (!font) throw new Error('The Latin font is missing from the build')
        const attrs = { rel: 'preload', as: 'font', type: 'font/woff2', href: `/${font}`, crossorigin: true }
        return [{ tag: 'link', attrs, injectTo: 'head-prepend' }]
      },
    },
  }
}

/**
 * The schemas of the contracts, and the functions that make schemas of schemas, such as `dataOf`. Deriving one from
 * another does nothing by itself, as calls of `z` do not.
 */
function schemaNames(): string[] {
  const folder = fileURLToPath(new URL('../../packages/contracts/src', import.meta.url))
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.ts'),
  )
  const names = files.flatMap((file) =>
    [...readFileSync(join(folder, file), 'utf8').matchAll(/^(?:export )?(?:const|function) (\w+)/gm)].map(
      ([, name]) => name!,
    ),
  )
  return [...new Set(names)].filter((name) => /(?:Schema|Query|Params|Of)$/.test(name))
}

export default defineConfig(({ mode }) => {
  const root = fileURLToPath(new URL('.', import.meta.url))
  const server = loadEnv(mode, root, 'STEWARD_').STEWARD_API ?? 'http://localhost:3000'
  const target = ['chrome123', 'edge123', 'firefox121', 'safari17.5']
  // A module of an entity that no one names does nothing by itself: its public file may name it all the same.
  const treeshake = {
    manualPureFunctions: ['z', ...schemaNames()],
    propertyReadSideEffects: false as const,
    moduleSideEffects: [{ test: /\/src\/entities\/.*\.tsx?$/, sideEffects: false }],
  }
  const shell = shellOnce()
  const proxy = { '/api': server, '/meta.json': server, '/healthz': server }
  return {
    root,
    plugins: [
      react(),
      tailwindcss(),
      buildMeta(),
      preloadFont(),
      shell.plugin,
      surveySite({ target, treeshake }),
      guide(),
    ],
    define: { __BUILD_DATE__: JSON.stringify(buildDate) },
    server: { proxy },
    preview: { proxy },
    build: {
      target,
      outDir: 'dist',
      emptyOutDir: true,
      manifest: true,
      assetsInlineLimit: 0,
      modulePreload: { resolveDependencies: shell.resolveDependencies },
      rolldownOptions: {
        // A schema no one reads is dropped, so a constant that lives beside it comes without zod.
        // The first script names every chunk there is: without words of their own that list is half as long.
        output: {
          chunkFileNames: 'assets/[hash:7].js',
          codeSplitting: {
            includeDependenciesRecursively: false,
            groups: [{ name: chunksByScreens(), debugName: 'screens' }],
          },
        },
        treeshake,
      },
    },
  }
})
