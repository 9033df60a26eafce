import { posix } from 'node:path'
import { fileURLToPath } from 'node:url'
import screenFiles from './screens.json' with { type: 'json' }

/** The part of a build's report about its modules. */
interface Modules {
  getModuleInfo(id: string): {
    code: string | null
    importedIds: readonly string[]
    dynamicallyImportedIds: readonly string[]
  } | null
}

/** What the screens that are met first and most load besides the entry; the check of their weight reads it, too. */
const screens = screenFiles as Readonly<Record<string, readonly string[]>>

const frame = 'shell/shell.tsx'

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

/** The public file of an entity; what a screen does not name of it does not come with the screen. */
const isPublicFile = (id: string): boolean =>
  id.startsWith(`${source}entities/`) && posix.basename(id) === 'index.ts'

/** What statements such as `import { a } from './b.ts'` name, with the module that they name it from. */
function namedIn(code: string, keyword: 'import' | 'export', id: string): { name: string; from: string }[] {
  const statements = code.matchAll(
    new RegExp(`${keyword}\\s*\\{([^}]*)\\}\\s*from\\s*["'](\\.[^"']+)["']`, 'g'),
  )
  return [...statements].flatMap(([, names = '', path = '']) => {
    const from = posix.join(posix.dirname(id), path)
    return names
      .split(',')
      .map((name) => ({ name: name.trim().split(/\s+as\s+/)[0]!, from }))
      .filter(({ name }) => name)
  })
}

/** The modules behind the public files that a module imports from. */
function behindPublicFiles(code: string, id: string, modules: Modules): string[] {
  return namedIn(code, 'import', id)
    .filter(({ from }) => isPublicFile(from))
    .flatMap(({ name, from }) => {
      const exported = namedIn(modules.getModuleInfo(from)?.code ?? '', 'export', from)
      return exported.filter((one) => one.name === name).map((one) => one.from)
    })
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
  const next = info.importedIds.filter((id) => (isIcon(start) ? isIcon(id) : isOurs(id) && !isPublicFile(id)))
  const behind = behindPublicFiles(info.code ?? '', start, modules)
  for (const id of [...next, ...named, ...behind]) reach(id, modules, found)
}

/** What the features add to the signed-in area; it loads with the shell, whatever the screen. */
function appParts(modules: Modules): string[] {
  const features = modules.getModuleInfo(idOf('features.ts'))?.importedIds ?? []
  return features
    .flatMap((id) => modules.getModuleInfo(id)?.dynamicallyImportedIds ?? [])
    .filter((id) => /[.]app[.]tsx?$/.test(id))
}

interface Spread {
  /** What the first script brings. */
  entry: ReadonlySet<string>
  chunkOf: ReadonlyMap<string, string>
}

/** What is small, and named by many of the other pages. */
function smallOf(id: string): string | null {
  if (isIcon(id) && id.includes('/icons/')) return 'icons'
  return id.startsWith(`${source}components/settings/`) ? 'settings' : null
}

/** Of how many of the other pages a module comes with each, so that it is in the file that they have in common. */
const fewestPages = 5

/** The modules that come with many of the pages that are no screen of ours. */
function commonOf(modules: Modules, roots: ReadonlySet<string>): Set<string> {
  const counts = new Map<string, number>()
  const features = modules.getModuleInfo(idOf('features.ts'))?.importedIds ?? []
  const pages = features
    .flatMap((id) => modules.getModuleInfo(id)?.dynamicallyImportedIds ?? [])
    .filter((id) => /[.]page[.]tsx$/.test(id) && !roots.has(id))
  for (const page of new Set(pages)) {
    const found = new Set<string>()
    reach(page, modules, found)
    for (const id of found) counts.set(id, (counts.get(id) ?? 0) + 1)
  }
  return new Set([...counts].filter(([, count]) => count >= fewestPages).map(([id]) => id))
}

function spread(modules: Modules): Spread {
  const entry = new Set<string>()
  reach(idOf('main.tsx'), modules, entry)
  const namesOf = new Map<string, string[]>()
  for (const [name, files] of Object.entries(screens)) {
    const found = new Set<string>()
    const parts = files.includes(frame) ? appParts(modules) : []
    for (const id of [...files.map(idOf), ...parts]) reach(id, modules, found)
    for (const id of found) namesOf.set(id, [...(namesOf.get(id) ?? []), name])
  }
  const roots = new Set(Object.values(screens).flat().map(idOf))
  const brought = new Set<string>()
  for (const id of [idOf(frame), ...appParts(modules)]) reach(id, modules, brought)
  // Each further name keeps the chunks in one direction: nothing of the shell imports what is only common.
  const further = [...commonOf(modules, roots)].filter((id) => !brought.has(id))
  for (const id of brought) namesOf.set(id, [...(namesOf.get(id) ?? []), 'shell'])
  for (const id of further) namesOf.set(id, [...(namesOf.get(id) ?? []), 'common'])
  const grouped = [...namesOf].filter(([id]) => !entry.has(id) && !roots.has(id))
  return { entry, chunkOf: new Map(grouped.map(([id, names]) => [id, names.join('-')])) }
}

/** The modules behind the tabs of a record, which are those of most other controls. */
function controlsOf(modules: Modules): Set<string> {
  const found = new Set<string>()
  const follow = (id: string): void => {
    if (found.has(id)) return
    found.add(id)
    for (const next of modules.getModuleInfo(id)?.importedIds ?? []) if (isControl(next)) follow(next)
  }
  for (const id of modules.getModuleInfo(idOf('ui/tabs.tsx'))?.importedIds ?? [])
    if (isControl(id)) follow(id)
  return found
}

const isControl = (id: string): boolean =>
  /\/node_modules\/(?:@base-ui|@floating-ui)\//.test(id) && !/\/(?:toast\/|generateId)/.test(id)
const isData = (id: string): boolean =>
  /\/node_modules\/(?:@tanstack\/(?:query-core|react-query)|openapi-fetch)\//.test(id)

/** The libraries of which more than the sign-in loads all, or most. */
function libraryOf(id: string, controls: ReadonlySet<string>): string | null {
  if (isData(id)) return 'data'
  if (!isControl(id)) return null
  return controls.has(id) ? 'controls' : 'popups'
}

/**
 * Names the chunk of each module after the screens that load it: what the same screens load comes in one file,
 * and not in a hundred small ones, each of which is a request. A module of ours imports only what all of its
 * screens load, so that these chunks import each other in one direction; `npm run check -- web-size` looks at all.
 * Of all other pages, the icons are one chunk, the parts of settings another, and what many of them load a third.
 */
export function chunksByScreens() {
  let parts: (Spread & { controls: ReadonlySet<string> }) | undefined
  return (id: string, modules: Modules): string | null => {
    parts ??= { ...spread(modules), controls: controlsOf(modules) }
    return (
      parts.chunkOf.get(id) ?? libraryOf(id, parts.controls) ?? (parts.entry.has(id) ? null : smallOf(id))
    )
  }
}
