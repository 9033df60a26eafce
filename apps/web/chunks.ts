import { posix } from 'node:path'
import { fileURLToPath } from 'node:url'
import screenFiles from './screens.json' with { type: 'json' }

/** The part of a build's report about its modules. */
interface Modules {
  getModuleInfo(id: string): {
    code: string | null
    importedIds: readonly string[]
    dynamicallyImportedIds: readonly string[]
    importers: readonly string[]
  } | null
}

/** What the screens that are met first and most load besides the entry; the check of their weight reads it, too. */
const screens = screenFiles as Readonly<Record<string, readonly string[]>>

const frame = 'shell/shell.tsx'

const idOf = (file: string): string => fileURLToPath(new URL(`src/${file}`, import.meta.url))

const source = fileURLToPath(new URL('src/', import.meta.url))
const packages = fileURLToPath(new URL('../../packages/', import.meta.url))

/** Whether a module of the packages beside us and all that it imports of them bring no schemas: it is small then. */
function isPlain(id: string, modules: Modules): boolean {
  if (!id.startsWith(packages)) return false
  const imported = modules.getModuleInfo(id)?.importedIds ?? []
  return imported.every(
    (one) => !one.includes('/node_modules/zod/') && (!one.startsWith(packages) || isPlain(one, modules)),
  )
}

const isOurs = (id: string, modules: Modules): boolean => id.startsWith(source) || isPlain(id, modules)
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
 * The modules of the application that come with a module, and the icons. Libraries and the schemas of the packages
 * beside us are left as they are: of them most of what is imported is dropped, which cannot be known yet.
 */
function reach(start: string, modules: Modules, found: Set<string>): void {
  const info = found.has(start) ? null : modules.getModuleInfo(start)
  if (!info) return
  found.add(start)
  const library = info.importedIds.find(isIcon)?.replace(/\/dist\/esm\/.*$/, '/dist/esm')
  const named = library && !isIcon(start) ? iconsOf(info.code ?? '', library) : []
  const next = info.importedIds.filter((id) =>
    isIcon(start) ? isIcon(id) : isOurs(id, modules) && !isPublicFile(id),
  )
  const behind = behindPublicFiles(info.code ?? '', start, modules)
  for (const id of [...next, ...named, ...behind]) reach(id, modules, found)
}

/** What the features add to the signed-in area; it loads with the shell, whatever the screen. */
const appParts = (modules: Modules): string[] => startsOf(modules).filter((id) => /[.]app[.]tsx?$/.test(id))

/** What is small, and named by many of the other pages. */
function smallOf(id: string): string | null {
  if (isIcon(id) && id.includes('/icons/')) return 'icons'
  return id.startsWith(`${source}components/settings/`) ? 'settings' : null
}

/** Of how many of the other pages a module comes with each, so that it is in the file that they have in common. */
const fewestPages = 5

const isPage = (id: string): boolean => /[.]page[.]tsx$/.test(id)

/** The modules that features load on demand: pages, parts of the signed-in area, and early requests. */
function startsOf(modules: Modules): string[] {
  const features = modules.getModuleInfo(idOf('features.ts'))?.importedIds ?? []
  return [...new Set(features.flatMap((id) => modules.getModuleInfo(id)?.dynamicallyImportedIds ?? []))]
}

/** The pages that are no screen of ours, by the modules that come with them. */
function pagesOf(modules: Modules, roots: ReadonlySet<string>): Map<string, string[]> {
  const pages = new Map<string, string[]>()
  for (const page of startsOf(modules).filter((id) => isPage(id) && !roots.has(id))) {
    const found = new Set<string>()
    reach(page, modules, found)
    const name = posix.basename(page, '.page.tsx')
    for (const id of found) pages.set(id, [...(pages.get(id) ?? []), name])
  }
  return pages
}

/** The modules of early requests. In a chunk with modules of a page they would wait for the whole chunk. */
function earlyOf(modules: Modules): Set<string> {
  const found = new Set<string>()
  const starts = startsOf(modules).filter((id) => !isPage(id) && !/[.]app[.]tsx?$/.test(id))
  for (const id of starts) reach(id, modules, found)
  return found
}

interface Spread {
  /** The modules of the first script. */
  entry: ReadonlySet<string>
  chunkOf: ReadonlyMap<string, string>
}

/** Whether nearly every page loads a chunk. Small modules of several places do no harm there. */
const isWide = (names: readonly string[]): boolean => names.includes('shell') || names.includes('common')

/** Whether others import a module of the first script. */
const isShared = (id: string, entry: ReadonlySet<string>, modules: Modules): boolean =>
  modules.getModuleInfo(id)?.importers.some((one) => !entry.has(one)) ?? false

/** The screens that each module comes with, by the names of `screens.json`. */
function screensOf(modules: Modules): Map<string, string[]> {
  const namesOf = new Map<string, string[]>()
  for (const [name, files] of Object.entries(screens)) {
    const found = new Set<string>()
    const parts = files.includes(frame) ? appParts(modules) : []
    for (const id of [...files.map(idOf), ...parts]) reach(id, modules, found)
    for (const id of found) namesOf.set(id, [...(namesOf.get(id) ?? []), name])
  }
  return namesOf
}

/** The names of the chunk of each module, from all that it comes with. */
function namesOfModules(modules: Modules, roots: ReadonlySet<string>): Map<string, string[]> {
  const namesOf = screensOf(modules)
  const add = (id: string, name: string) => namesOf.set(id, [...(namesOf.get(id) ?? []), name])
  const brought = new Set<string>()
  for (const id of [idOf(frame), ...appParts(modules)]) reach(id, modules, brought)
  for (const id of brought) add(id, 'shell')
  // Each further name keeps the chunks in one direction: nothing of the shell imports what is only common.
  const pages = pagesOf(modules, roots)
  for (const [id, { length }] of pages) if (length >= fewestPages && !brought.has(id)) add(id, 'common')
  const early = earlyOf(modules)
  for (const [id, names] of pages) {
    const isOfSome = names.length > 1 && !namesOf.has(id)
    if (isOfSome && !early.has(id) && !smallOf(id)) namesOf.set(id, names)
  }
  return namesOf
}

function spread(modules: Modules): Spread {
  const entry = new Set<string>()
  reach(idOf('main.tsx'), modules, entry)
  const roots = new Set(Object.values(screens).flat().map(idOf))
  const chunkOf = new Map<string, string>()
  for (const [id, names] of namesOfModules(modules, roots)) {
    if (entry.has(id) || roots.has(id)) continue
    if (!id.startsWith(packages)) chunkOf.set(id, names.join('-'))
    // By themselves: modules of the packages are imported by others of them, which are in no chunk of screens.
    else if (isWide(names)) chunkOf.set(id, `${names.join('-')}-plain`)
  }
  for (const id of entry)
    if (id !== idOf('main.tsx') && isShared(id, entry, modules)) chunkOf.set(id, 'frame')
  return { entry, chunkOf }
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
/** Libraries that the first script shares with other chunks: on its own, each would be a file of a few bytes. */
const isFrame = (id: string): boolean =>
  /\/node_modules\/(?:react|react-dom|scheduler|use-sync-external-store)\//.test(id) ||
  (/\/node_modules\/@tanstack\/(?:history|store|react-store|router-core|react-router)\//.test(id) &&
    !id.endsWith('/useBlocker.js'))
const isData = (id: string): boolean =>
  /\/node_modules\/(?:@tanstack\/(?:query-core|react-query)|openapi-fetch)\//.test(id)

/** The libraries of which more than the sign-in loads all, or most. */
function libraryOf(id: string, controls: ReadonlySet<string>): string | null {
  if (isFrame(id) || id.includes('vite/preload-helper')) return 'frame'
  if (isData(id)) return 'data'
  if (!isControl(id)) return null
  return controls.has(id) ? 'controls' : 'popups'
}

/**
 * Names the chunk of each module after the screens that load it: what the same screens load comes in one file,
 * and not in a hundred small ones, each of which is a request. A module of ours imports only what all of its
 * screens load, so that these chunks import each other in one direction; `npm run check -- web-size` looks at all.
 * Of all other pages, the icons are one chunk, the parts of settings another, what many of them load a third, and what
 * the same few of them load one each. What the first script shares with others is a chunk beside it.
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
