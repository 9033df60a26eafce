import type { LevelId } from '@steward/contracts/level'
import { roleIds } from '@steward/contracts/plain/permission'
import type { Application } from '../application.ts'
import type { Actor } from '../platform/actor.ts'
import { transact } from '../platform/db/database.ts'
import { listCompanies, listGroups, listOpportunities } from './demo.companies.ts'
import { listDefinitions } from './demo.fields.ts'
import { readPublished } from '../modules/currency/index.ts'
import { readBytes, required } from './demo.file.ts'
import { logStories } from './demo.logging.ts'
import { listPeople } from './demo.people.ts'
import { addPlans } from './demo.plans.ts'
import { listRecent, recentDays } from './demo.recent.ts'
import { readSource, type DemoSource } from './demo.source.ts'
import { listStoreStories } from './demo.store-story.ts'
import { listContacts, listStores, listTerritories } from './demo.stores.ts'
import { listStories } from './demo.story.ts'
import { writeMissing, type DemoRecord, type Directory } from './demo.writing.ts'

type Loading = Pick<Application, 'platform' | 'modules'>

/** The first administrator, in whose name the demo is written. */
async function findAuthor({ modules }: Loading, tenantId: number): Promise<Actor> {
  const { all } = await modules.users.directory(tenantId)
  const administrators = all.filter((user) => user.roleId === roleIds.administrator && user.assignable)
  const [first] = administrators.toSorted((a, b) => a.userId - b.userId)
  if (!first) throw new Error(`Tenant ${tenantId} has no administrator`)
  return { tenantId, userId: first.userId, roleId: first.roleId, sessionId: 0 }
}

async function ensurePeople({ platform, modules }: Loading, tenantId: number, source: DemoSource) {
  const { byEmail } = await modules.users.directory(tenantId)
  const missing = listPeople(source).filter((person) => !byEmail.has(person.email))
  await transact(platform.database.tenant(tenantId), async (tx) => {
    for (const person of missing) await modules.users.createUser(tx, tenantId, person)
  })
  await modules.users.forget(tenantId)
}

async function ensureFields({ modules }: Loading, actor: Actor, source: DemoSource): Promise<void> {
  for (const definition of listDefinitions(source)) {
    const catalogue = await modules.fields.catalogue(actor.tenantId, definition.columnLevel)
    const isThere = catalogue.fields.some((field) => field.name === definition.name)
    if (!isThere) await modules.fields.createField(actor, definition)
  }
}

interface DemoDirectory extends Directory {
  /** Keeps the ids of records that are there. */
  learn(level: LevelId, ids: ReadonlyMap<string, number>): void
}

async function openDirectory({ modules }: Loading, tenantId: number): Promise<DemoDirectory> {
  const [users, stages] = await Promise.all([
    modules.users.directory(tenantId),
    modules.lifecycle.stages(tenantId),
  ])
  const records = new Map<string, number>()
  return {
    users: (email) => required(users.byEmail.get(email)?.userId, email),
    stages: (level, name) => {
      const stage = stages.byName(level, name) ?? stages.defaultOf(level)
      return required(stage?.lifecycleStageId, `the stage ${name}`)
    },
    records: (level, externalId) => required(records.get(`${level}:${externalId}`), externalId),
    learn(level, ids) {
      for (const [externalId, id] of ids) records.set(`${level}:${externalId}`, id)
    },
  }
}

/** The reference rates of the European Central Bank since 1999. */
const ratesFile = 'exchange-rates/eurofxref-hist.csv.gz'

/** What is written, parents before what hangs below them. */
const steps: readonly {
  level: LevelId
  list: (source: DemoSource, directory: Directory) => DemoRecord[]
}[] = [
  { level: 1, list: listGroups },
  { level: 1, list: listTerritories },
  { level: 2, list: listCompanies },
  { level: 2, list: listStores },
  { level: 3, list: listContacts },
  { level: 4, list: listOpportunities },
]

/**
 * Loads the demo into a tenant: users, fields and records, as an import by the first administrator, and what
 * people logged with the main customers.
 * What is there already stays as it is, so that a load that was cut short is completed by the next.
 */
export async function loadDemo(loading: Loading, tenantId: number, signal: AbortSignal): Promise<void> {
  const source = await readSource()
  const actor = await findAuthor(loading, tenantId)
  await ensurePeople(loading, tenantId, source)
  await ensureFields(loading, actor, source)
  const { currency } = loading.modules
  await currency.importPublished(tenantId, await readPublished(await readBytes(ratesFile)))
  const directory = await openDirectory(loading, tenantId)
  const { records } = loading.modules
  for (const { level, list } of steps) {
    directory.learn(level, await writeMissing({ records, actor, signal }, level, list(source, directory)))
  }
  const logging = { modules: loading.modules, actor, directory, signal }
  await logStories(logging, [...listStories(source), ...listStoreStories(source)])
  // The same day for a load that goes on after it was cut short: that of the first account.
  const [first] = listCompanies(source, directory)
  const firstId = directory.records(2, required(first?.externalId, 'an account'))
  const anchor = new Date((await records.read(actor, 2, firstId)).globalFields.createdAt)
  const recent = listRecent(source, anchor)
  await logStories(logging, recent)
  await addPlans(logging, recent, anchor)
  await loading.modules.health.backfill(tenantId, 2, recentDays)
}
