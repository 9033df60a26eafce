import { mkdir, mkdtemp, realpath, rm, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { cruise, packages, workspaces, writeTree, type Cruise } from './cruise.ts'
import { planted, type Planted } from './planted.ts'
import { soundTree } from './sound-tree.ts'

const cycle = {
  'apps/server/src/chicken.ts': `import { egg } from './egg.ts'\nexport const chicken = () => egg`,
  'apps/server/src/egg.ts': `import { chicken } from './chicken.ts'\nexport const egg = () => chicken`,
}
const orphan = { 'apps/server/src/orphan.ts': 'export const alone = true' }

const folders: string[] = []

async function treeOf(...parts: Record<string, string>[]): Promise<string> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'steward-boundaries-')))
  folders.push(folder)
  await writeTree(folder, Object.assign({ 'package.json': '{ "type": "module" }' }, packages, ...parts))
  await mkdir(join(folder, 'node_modules/@steward'))
  for (const [name, { folder: target, exports }] of Object.entries(workspaces)) {
    await writeTree(folder, { [`${target}/package.json`]: JSON.stringify({ name, type: 'module', exports }) })
    await symlink(join(folder, target), join(folder, 'node_modules', name))
  }
  return folder
}

function plant(violations: readonly Planted[]): Record<string, string> {
  return Object.fromEntries(
    violations.map(({ file, imports }) => [
      file,
      `import * as other from '${imports}'\nexport const used = other`,
    ]),
  )
}

/** Rules that `forbidden` names, each once. */
function ruleNames(): string[] {
  const { forbidden } = createRequire(import.meta.url)('../../../../.dependency-cruiser.cjs') as {
    forbidden: { name: string }[]
  }
  return [...new Set(forbidden.map(({ name }) => name))].toSorted()
}

afterAll(async () => {
  for (const folder of folders) await rm(folder, { recursive: true, force: true })
})

test('this repository keeps its boundaries, and its modules are seen', async () => {
  const { modulesSeen, violations } = await cruise()
  expect(modulesSeen).toBeGreaterThan(200)
  expect(violations).toEqual([])
})

test('a sound tree breaks no rule', async () => {
  const { modulesSeen, violations } = await cruise(await treeOf(soundTree))
  expect(modulesSeen).toBeGreaterThanOrEqual(Object.keys(soundTree).length)
  expect(violations).toEqual([])
})

describe('planted violations', () => {
  let found: Cruise['violations']

  beforeAll(async () => {
    found = (await cruise(await treeOf(soundTree, plant(planted), cycle, orphan))).violations
  })

  test.each(planted)('$rule catches $file → $imports', ({ rule, file, alsoCaughtBy = [] }) => {
    const rules = found.filter(({ from }) => from === file).map((violation) => violation.rule)
    expect(rules.toSorted()).toEqual([rule, ...alsoCaughtBy].toSorted())
  })

  test('a cycle and an orphan are caught', () => {
    const caught = found.filter(({ rule }) => rule === 'no-cycles' || rule === 'no-orphans')
    expect(caught.map(({ rule, from }) => `${rule} ${from}`).toSorted()).toEqual([
      'no-cycles apps/server/src/chicken.ts',
      'no-orphans apps/server/src/orphan.ts',
    ])
  })

  test('every rule has a violation that it catches', () => {
    expect([...new Set(found.map(({ rule }) => rule))].toSorted()).toEqual(ruleNames())
  })
})
