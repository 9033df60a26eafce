import { readFileSync } from 'node:fs'
import { filesBelow } from '../lib/fingerprint.mjs'
import { at } from '../lib/root.mjs'
import { capture } from '../lib/run.mjs'

const modules = 'apps/server/src/modules'
const moduleOf = (path) => (path.startsWith(`${modules}/`) ? path.split('/')[4] : undefined)
const isTest = (path) => /\.(?:test|fixture)\.tsx?$/.test(path)
const isText = (path) => /\.(?:md|svg|png)$/.test(path)
const webOnly = (path) => path.startsWith('apps/web/')

/** The modules that each module imports. */
function readGraph() {
  const graph = new Map()
  for (const path of filesBelow(modules).filter((file) => file.endsWith('.ts') && !isTest(file))) {
    const from = moduleOf(path)
    const imported = graph.get(from) ?? new Set()
    for (const [, to] of readFileSync(at(path), 'utf8').matchAll(/from '\.\.\/([\w-]+)\/index\.ts'/g)) {
      imported.add(to)
    }
    graph.set(from, imported)
  }
  return graph
}

/** The modules, and all that import one of them, directly or not. */
function withImporters(names) {
  const graph = readGraph()
  const affected = new Set(names)
  for (let size = -1; size !== affected.size;) {
    size = affected.size
    for (const [name, imported] of graph)
      if ([...imported].some((one) => affected.has(one))) affected.add(name)
  }
  return affected
}

async function changedSince(ref) {
  const since = await capture('git', ['diff', '--name-only', ref])
  if (since.code !== 0)
    throw new Error(`git does not know "${ref}": name a commit or a branch after --changed=.`)
  const added = await capture('git', ['ls-files', '--others', '--exclude-standard'])
  return `${since.stdout}\n${added.stdout}`.split('\n').filter(Boolean)
}

/** Says of a test file whether one of the changed files can affect it. */
function createQuestion(changed) {
  const code = changed.filter((path) => !isText(path))
  const touched = withImporters(code.map(moduleOf).filter(Boolean))
  const ownTests = new Set(code.filter(isTest))
  const product = code.filter((path) => !isTest(path) && /^(?:apps|packages)\//.test(path))
  const isWide = code.some(
    (path) =>
      !isTest(path) && !webOnly(path) && moduleOf(path) === undefined && !/^(?:e2e|bench)\//.test(path),
  )
  const isWeb = product.some(webOnly)
  const isEndToEnd = code.some((path) => path.startsWith('e2e/') && !isTest(path))
  return (file) => {
    if (isWide || ownTests.has(file)) return true
    if (file.startsWith('e2e/')) return product.length > 0 || isEndToEnd
    if (webOnly(file)) return isWeb
    const module = moduleOf(file)
    if (module !== undefined) return touched.has(module) || code.some((path) => moduleOf(path) === module)
    // Tests beside the modules look at all of them.
    return file.startsWith('apps/server/test/') && product.some((path) => !webOnly(path))
  }
}

/** Parts test files by whether what changed since `ref`, committed or not, can affect them. */
export async function partByChange(ref, tests) {
  const isAffected = createQuestion(await changedSince(ref))
  return { affected: tests.filter(isAffected), skipped: tests.filter((file) => !isAffected(file)) }
}
