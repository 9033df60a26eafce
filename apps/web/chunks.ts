import { fileURLToPath } from 'node:url'
import screenFiles from './screens.json' with { type: 'json' }

/** The part of a build's report about its modules. */
interface Modules {
  getModuleInfo(id: string): { code: string | null; importedIds: readonly string[] } | null
}

/** What the screens that are met first and most load besides the entry; the check of their weight reads it, too. */
const screens = screenFiles as Readonly<Record<string, readonly string[]>>

const idOf = (file: string): string => fileURLToPath(new URL(`src/${file}`, import.meta.url))

const source = fileURLToPath(new URL('src/', import.meta.url))
const isOurs = (id: string): boolean => id.startsWith(source)
const icons = '@tabler/icons-react'
const isIcon = (id: string): boolean => id.includes(`/${icons}/dist/esm/`)
const importOfIcons = new RegExp(`import\\s*\\{([^}]*)\\}\\s*from\\s*["']${icons}["']`, 'g')

/** The icons that a module names: it imports them from one file that has all. */
function iconsOf(code: string, library: string): string[] {
  return [...code.matchAll(importOfIcons)]
    .flatMap(([, names = '']) => names.split(','))
    .map((name) => name.trim().split(/\s+as\s+/)[0])
    .filter((name) => name)
    .map((name) => `${library}/icons/${name}.mjs`)
}

/**
 * The modules of the application that come with a module, and the icons. Libraries and the packages beside us are
 * left as they are: of their modules most of what is imported is dropped, which cannot be known yet.
 */
function reach(start: string, modules: Modules, found: Set<string>): void {
  const info = found.has(start) ? null : modules.getModuleInfo(start)
  if (!info) return
  found.add(start)
  const library = info.importedIds.find(isIcon)?.replace(/\/dist\/esm\/.*$/, '/dist/esm')
  const named = library && !isIcon(start) ? iconsOf(info.code ?? '', library) : []
  const next = info.importedIds.filter((id) => (isIcon(start) ? isIcon(id) : isOurs(id)))
  for (const id of [...next, ...named]) reach(id, modules, found)
}

function spread(modules: Modules): ReadonlyMap<string, string> {
  const entry = new Set<string>()
  reach(idOf('main.tsx'), modules, entry)
  const namesOf = new Map<string, string[]>()
  for (const [name, files] of Object.entries(screens)) {
    const found = new Set<string>()
    for (const file of files) reach(idOf(file), modules, found)
    for (const id of found) namesOf.set(id, [...(namesOf.get(id) ?? []), name])
  }
  const roots = new Set(Object.values(screens).flat().map(idOf))
  const grouped = [...namesOf].filter(([id]) => !entry.has(id) && !roots.has(id))
  return new Map(grouped.map(([id, names]) => [id, names.join('-')]))
}

/**
 * Names the chunk of each module after the screens that load it: what the same screens load comes in one file,
 * and not in a hundred small ones, each of which is a request. A module of ours imports only what all of its
 * screens load, so that these chunks import each other in one direction; `npm run check -- web-size` looks at all.
 */
export function chunksByScreens() {
  let chunkOf: ReadonlyMap<string, string> | undefined
  return (id: string, modules: Modules): string | null => {
    chunkOf ??= spread(modules)
    return chunkOf.get(id) ?? null
  }
}
