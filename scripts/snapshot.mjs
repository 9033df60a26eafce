// Snapshots of releases, from which the upgrade is tested.
//   npm run snapshot -- take <release>   seeds an instance by these sources and keeps it as that release
//   npm run snapshot -- try              upgrades every snapshot, killed at each migration
import { ensureInstalled } from './lib/install.mjs'
import { nodePath, tools } from './lib/root.mjs'
import { main, run } from './lib/run.mjs'

const usage = 'Say "npm run snapshot -- take <release>", such as 2.1.0, or "npm run snapshot -- try".'

function vitest(project, file, env) {
  return run(nodePath(), [tools.vitest, 'run', '--project', project, file], env)
}

await main(async () => {
  await ensureInstalled()
  const [command, release = ''] = process.argv.slice(2)
  if (command === 'try') return vitest('server', 'test/upgrade/upgrade.test.ts', { UPGRADE_KILLS: 'all' })
  if (command !== 'take' || !/^\d+\.\d+\.\d+(?:-[a-z]+\.\d+)?$/.test(release)) throw new Error(usage)
  return vitest('snapshot', 'test/upgrade/take.snapshot.ts', { SNAPSHOT_RELEASE: release })
})
