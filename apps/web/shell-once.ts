import { fileURLToPath } from 'node:url'
import type { ModulePreloadOptions, Plugin, Rolldown } from 'vite'

type Bundle = Rolldown.OutputBundle

const frame = fileURLToPath(new URL('src/shell/shell.tsx', import.meta.url))

/** A chunk of the bundle with all that it imports at once. */
function closureOf(bundle: Bundle, file: string, found = new Set<string>()): Set<string> {
  const chunk = bundle[file]
  if (found.has(file) || chunk?.type !== 'chunk') return found
  found.add(file)
  for (const next of chunk.imports) closureOf(bundle, next, found)
  return found
}

function chunkOf(bundle: Bundle, module: string): string {
  const chunk = Object.values(bundle).find((one) => one.type === 'chunk' && one.moduleIds.includes(module))
  if (!chunk) throw new Error(`No chunk of the build has ${module}`)
  return chunk.fileName
}

/**
 * Each import of a page names the chunks to fetch with it, and the first script holds all of these lists. Every page of
 * the signed-in area loads beside the shell, so only the import of the shell itself names what the shell brings.
 */
export function shellOnce() {
  let file = ''
  let brought: ReadonlySet<string> = new Set()
  const plugin: Plugin = {
    name: 'shell-once',
    apply: 'build',
    enforce: 'pre',
    generateBundle(_options, bundle) {
      file = chunkOf(bundle, frame)
      brought = closureOf(bundle, file)
    },
  }
  const resolveDependencies: NonNullable<Exclude<ModulePreloadOptions, boolean>['resolveDependencies']> = (
    target,
    dependencies,
    { hostType },
  ) =>
    hostType === 'html' || target === file ? dependencies : dependencies.filter((one) => !brought.has(one))
  return { plugin, resolveDependencies }
}
