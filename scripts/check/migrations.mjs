// Rules of migrations that their text shows. What the finished schema must hold (tenant first in every
// primary key, an index for every foreign key) is tested on the database itself.
import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { filesBelow } from '../lib/fingerprint.mjs'
import { at, root } from '../lib/root.mjs'
import { capture } from '../lib/run.mjs'

const folder = 'apps/server/migrations'
const namePattern = /^\d{8}T\d{4}__([a-z][a-z-]*)__[a-z][a-z0-9-]*\.sql$/

/** The module "platform" stands for the tables that belong to no module. */
function isKnownModule(name) {
  return name === 'platform' || filesBelow(`apps/server/src/modules/${name}`).length > 0
}

function faultOfName(name) {
  const module = namePattern.exec(name)?.[1]
  if (!module) return `${name}: call it <yyyymmddThhmm>__<module>__<what>.sql`
  return isKnownModule(module) ? undefined : `${name}: there is no module ${module}`
}

function faultsOfText(name) {
  const text = readFileSync(join(root, folder, name), 'utf8').replaceAll(/--.*$/gm, '')
  const tables = [...text.matchAll(/create\s+table\s+(?:if\s+not\s+exists\s+)?(\w+)\s*\(([\s\S]*?)\n\)/gi)]
  const unfenced = tables
    .filter(
      ([, table, columns]) =>
        /\btenant_id\b/.test(columns) && !new RegExp(`call\\s+fence\\(\\s*'${table}'`, 'i').test(text),
    )
    .map(
      ([, table]) => `${name}: the table ${table} has a tenant_id and no fence; add: call fence('${table}');`,
    )
  const ownTransaction = /^\s*(begin|commit|rollback)\s*;/im.test(text)
  return ownTransaction
    ? [...unfenced, `${name}: runs in a transaction already; leave out begin and commit`]
    : unfenced
}

function duplicateTimes(names) {
  const seen = new Map()
  for (const name of names) {
    const time = name.split('__')[0]
    seen.set(time, [...(seen.get(time) ?? []), name])
  }
  return [...seen.values()]
    .filter((group) => group.length > 1)
    .map((group) => `${group.join(' and ')}: the same time, so their order is chance`)
}

/** Migrations of the last release are history: changed, renamed or removed ones are faults. */
async function faultsSinceRelease() {
  const release = await capture('git', ['describe', '--tags', '--abbrev=0', '--match', 'v*'])
  if (release.code !== 0) return []
  const tag = release.stdout.trim()
  const changes = await capture('git', ['diff', '--name-status', '--no-renames', tag, '--', at(folder)])
  return changes.stdout
    .split('\n')
    .filter((line) => line && !line.startsWith('A'))
    .map((line) => `${line.split('\t')[1]}: was released with ${tag} and must stay as it is; write a new one`)
}

/** Resolves with `{ ok, output }`. */
export async function checkMigrations() {
  const names = filesBelow(folder).map((file) => basename(file))
  const faults = [
    ...names.map(faultOfName).filter(Boolean),
    ...names.flatMap(faultsOfText),
    ...duplicateTimes(names),
    ...(await faultsSinceRelease()),
  ]
  return { ok: faults.length === 0, summary: `${names.length} migrations`, output: faults.join('\n') }
}
