// Rules of migrations that their text shows. What the finished schema must hold (tenant first in every
// primary key, an index for every foreign key) is tested on the database itself.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { filesBelow } from '../lib/fingerprint.mjs'
import { root } from '../lib/root.mjs'

const folder = 'apps/server/migrations'
const snapshotFolder = 'apps/server/test/upgrade/snapshots'
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

/** What each release left behind, of which the upgrade is tested: `{ release, migrations: [{ name, hash }] }`. */
function readSnapshots() {
  const releases = readdirSync(join(root, snapshotFolder))
  return releases.map((release) =>
    JSON.parse(readFileSync(join(root, snapshotFolder, release, 'snapshot.json'), 'utf8')),
  )
}

function hashOf(name) {
  const text = readFileSync(join(root, folder, name), 'utf8').replaceAll('\r\n', '\n')
  return createHash('sha256').update(text).digest('hex')
}

/** Migrations of a release are history: changed, renamed or removed ones are faults, and new ones come after. */
function faultsSinceRelease(names) {
  const snapshots = readSnapshots()
  const released = new Map(
    snapshots.flatMap(({ release, migrations }) =>
      migrations.map(({ name, hash }) => [name, { release, hash }]),
    ),
  )
  const last = [...released.keys()].toSorted().at(-1) ?? ''
  const changed = [...released]
    .filter(([name, { hash }]) => !names.includes(name) || hashOf(name) !== hash)
    .map(
      ([name, { release }]) =>
        `${name}: was released with ${release} and must stay as it is; write a new one`,
    )
  const early = names
    .filter((name) => !released.has(name) && name < last)
    .map((name) => `${name}: comes before ${last}, which is released; give it a later time`)
  return [...changed, ...early]
}

/** Resolves with `{ ok, output }`. */
export function checkMigrations() {
  const names = filesBelow(folder).map((file) => basename(file))
  const faults = [
    ...names.map(faultOfName).filter(Boolean),
    ...names.flatMap(faultsOfText),
    ...duplicateTimes(names),
    ...faultsSinceRelease(names),
  ]
  return { ok: faults.length === 0, summary: `${names.length} migrations`, output: faults.join('\n') }
}
