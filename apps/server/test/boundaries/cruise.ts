import { execFile } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'

const root = join(import.meta.dirname, '../../../..')
const cruiser = join(root, 'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs')
const config = join(root, '.dependency-cruiser.cjs')
const run = promisify(execFile)

export interface Violation {
  rule: string
  from: string
  to: string
}

export interface Cruise {
  modulesSeen: number
  violations: Violation[]
}

interface CruiserReport {
  summary: { totalCruised: number; violations: { rule: { name: string }; from: string; to: string }[] }
}

/** Checks the imports below a folder that is laid out as the repository is. */
export async function cruise(folder: string = root): Promise<Cruise> {
  const { stdout } = await run(
    process.execPath,
    [cruiser, '--config', config, '--output-type', 'json', 'apps', 'packages'],
    { cwd: folder, maxBuffer: 2 ** 28 },
  )
  const { totalCruised, violations } = (JSON.parse(stdout) as CruiserReport).summary
  return {
    modulesSeen: totalCruised,
    violations: violations.map(({ rule, from, to }) => ({ rule: rule.name, from, to })),
  }
}

const installed = ['zod', 'pg', 'fastify', 'openapi-fetch', '@tanstack/react-query', '@tanstack/react-router']

function packageFile(name: string, exports: object): Record<string, string> {
  return {
    [`node_modules/${name}/package.json`]: JSON.stringify({ name, type: 'module', exports }),
    [`node_modules/${name}/index.js`]: 'export default 1',
  }
}

/** Stand-ins for the packages that the trees import. */
export const packages: Record<string, string> = {
  ...Object.assign({}, ...installed.map((name) => packageFile(name, { '.': './index.js' }))),
  ...packageFile('@base-ui/react', { './popover': './index.js' }),
}

/** The workspaces as npm links them: package name to folder and exports. */
export const workspaces = {
  '@steward/contracts': { folder: 'packages/contracts', exports: { './*': './src/*.ts' } },
  '@steward/conditions': { folder: 'packages/conditions', exports: { '.': './src/index.ts' } },
  '@steward/api-client': { folder: 'packages/api-client', exports: { '.': './src/index.ts' } },
}

export async function writeTree(folder: string, files: Record<string, string>): Promise<void> {
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), content)
  }
}
