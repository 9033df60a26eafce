import { generate } from '../lib/generate.mjs'
import { at, nodePath, tools } from '../lib/root.mjs'
import { capture } from '../lib/run.mjs'
import { checkAudit } from './audit.mjs'
import { checkMigrations } from './migrations.mjs'
import { checkProse } from './prose.mjs'
import { checkSize } from './size.mjs'
import { checkWebSize } from './web-size.mjs'

/** One command after the other; all of them run, even after a failure. */
async function commands(...lines) {
  const results = []
  for (const parameters of lines) results.push(await capture(nodePath(), parameters))
  const failed = results.filter(({ code }) => code !== 0)
  return { ok: failed.length === 0, output: failed.map(({ output }) => output).join('\n') }
}

async function boundaries() {
  const config = ['--config', at('.dependency-cruiser.cjs'), '--output-type', 'err-long']
  const result = await commands([
    tools.dependencyCruiser,
    ...config,
    'apps',
    'packages',
    'bench',
    'e2e',
    'faults',
  ])
  return result
}

/** What "npm run check" runs, by name; each resolves with `{ ok, output, summary? }`. */
export const steps = {
  format: () => commands([tools.oxfmt, '--check', '.']),
  lint: () => commands([tools.oxlint, '--deny-warnings']),
  types: () =>
    commands(
      [tools.tsc, '--project', 'tsconfig.json', '--noEmit'],
      [tools.tsc, '--project', 'apps/web', '--noEmit'],
    ),
  boundaries,
  tables: () => commands([at('apps/server/src/bin/table-ownership.ts'), '--check']),
  size: checkSize,
  'dead-code': () => commands([tools.knip, '--no-progress']),
  generated: () => generate({ check: true }),
  migrations: checkMigrations,
  prose: () => checkProse(),
  'web-size': checkWebSize,
  audit: checkAudit,
}
