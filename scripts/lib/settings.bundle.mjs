// Prints the check of the settings as one module without imports of packages, for a fresh copy that has none yet.
import { build } from 'vite'
import { at } from './root.mjs'

const [{ code }] = (
  await build({
    configFile: false,
    logLevel: 'error',
    ssr: { noExternal: true, target: 'node' },
    build: {
      ssr: at('apps/server/src/settings.ts'),
      write: false,
      target: 'node20',
      minify: true,
      rolldownOptions: {
        treeshake: { moduleSideEffects: false },
        output: { codeSplitting: false, comments: false },
      },
    },
  })
).output
process.stdout.write(`// Generated from apps/server/src/settings.ts: npm run gen\n${code}`)
