import { setTimeout as wait } from 'node:timers/promises'
import type { LevelId } from '@steward/contracts/level'
import { roleIds } from '@steward/contracts/plain/permission'
import type { Application } from '../application.ts'
import type { Actor } from '../platform/actor.ts'
import { atTime } from '../platform/clock.ts'
import { transact } from '../platform/db/database.ts'
import { createTenantLeases } from '../platform/events/tenant-lease.ts'
import { listChanges } from './customer/customer.changes.ts'
import {
  listAccounts,
  listCustomerContacts,
  listCustomerDeals,
  listOrganizations,
  type PastRecord,
} from './customer/customer.records.ts'
import { addScenario } from './customer/customer.scenario.ts'
import { addSurvey } from './customer/customer.survey.ts'
import { addFiles } from './customer/customer.files.ts'
import { addMails } from './customer/customer.mails.ts'
import { listCustomerStories } from './customer/customer.stories.ts'
import { listCustomers, type Present } from './customer/customer.ts'
import {
  addPlaybooks,
  addSegments,
  addTasks,
  closeWorkOfChurned,
  type Work,
} from './customer/customer.work.ts'
import { livePast, writePast, type PastWriting } from './customer/customer.writing.ts'
import { laterRecord, laterStory, monthsBehind, morningAfter } from './demo.calendar.ts'
import { listCompanies, listGroups, listOpportunities } from './demo.companies.ts'
import { listDefinitions } from './demo.fields.ts'
import { readPublished } from '../modules/currency/index.ts'
import { readBytes, required } from './demo.file.ts'
import { logStories, type Logging } from './demo.logging.ts'
import { listNights } from './demo.nights.ts'
import { listPeople } from './demo.people.ts'
import { addPlans } from './demo.plans.ts'
import { addPresence } from './demo.presence.ts'
import { sampleRates } from './demo.rates.ts'
import { listRecent } from './demo.recent.ts'
import { readSource, type DemoSource } from './demo.source.ts'
import { listStoreStories } from './demo.store-story.ts'
import { listContacts, listStores, listTerritories } from './demo.stores.ts'
import { listStories, type DemoStory } from './demo.story.ts'
import { writeMissing, type DemoRecord, type Directory } from './demo.writing.ts'

type Loading = Pick<Application, 'platform' | 'modules'>

/** The first administrator, in whose name the demo is written. */
async function findAuthor({ modules }: Loading, tenantId: number): Promise<{ actor: Actor; email: string }> {
  const { all } = await modules.users.directory(tenantId)
  const administrators = all.filter((user) => user.roleId === roleIds.administrator && user.assignable)
  const [first] = administrators.toSorted((a, b) => a.userId - b.userId)
  if (!first) throw new Error(`Tenant ${tenantId} has no administrator`)
  const actor = { tenantId, userId: first.userId, roleId: first.roleId, sessionId: 0 }
  return { actor, email: first.email }
}

async function ensurePeople({ platform, modules }: Loading, tenantId: number, source: DemoSource) {
  const { byEmail } = await modules.users.directory(tenantId)
  const missing = listPeople(source).filter((person) => !byEmail.has(person.email))
  await transact(platform.database.tenant(tenantId), async (tx) => {
    const addresses = missing.map(({ email }) => email)
    const back = await modules.users.reinstate(tx, tenantId, addresses)
    const fresh = missing.filter(({ email }) => !back.has(email))
    for (const person of fresh) await modules.users.createUser(tx, tenantId, person)
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
  /** The records of the demo, or those of a level. */
  recordIds(level?: LevelId): number[]
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
    recordIds: (level) =>
      [...records].filter(([key]) => !level || key.startsWith(`${level}:`)).map(([, id]) => id),
    learn(level, ids) {
      for (const [externalId, id] of ids) records.set(`${level}:${externalId}`, id)
    },
  }
}

/** The reference rates of the European Central Bank since 1999. */
const ratesFile = 'exchange-rates/eurofxref-hist.csv.gz'

type ListRecords = (source: DemoSource, directory: Directory, now: Date) => DemoRecord[]
type ListPast = (source: DemoSource, directory: Directory, present: Present) => PastRecord[]

interface Step {
  level: LevelId
  list: ListRecords
}

/** The organizations and accounts of the long tail, parents before what hangs below them. */
const steps: readonly Step[] = [
  { level: 1, list: listGroups },
  { level: 1, list: listTerritories },
  { level: 2, list: listCompanies },
  { level: 2, list: listStores },
]

/** The steps for records below them, once the last of the days to which those of the files are moved is over. */
const datedSteps: readonly Step[] = [
  { level: 3, list: listContacts },
  { level: 4, list: listOpportunities },
]

/** The customers of the team, who have a past. */
const pastSteps: readonly { level: LevelId; list: ListPast }[] = [
  { level: 1, list: listOrganizations },
  { level: 2, list: listAccounts },
  { level: 3, list: listCustomerContacts },
  { level: 4, list: listCustomerDeals },
]

const dayMs = 24 * 3600 * 1000

/** Milliseconds until the next look whether another process still delivers events. */
const untilFree = 50

/** Days before the load on which the accounts of the long tail were added: before there are scores of them. */
const addedDays = 190

/** Adds the customers with their history, and the work of the team. */
async function addCustomers(
  { platform, modules }: Loading,
  writing: Logging & PastWriting & { directory: DemoDirectory },
  source: DemoSource,
  present: Present,
  told: readonly DemoStory[],
): Promise<void> {
  const { actor, directory } = writing
  const { tenantId } = actor
  for (const { level, list } of pastSteps) {
    directory.learn(level, await writePast(writing, level, list(source, directory, present)))
  }
  const changes = listChanges(source, directory, present)
  const stories = listCustomerStories(source, present)
  await addMails({ modules, actor, directory, source, present })
  const all = directory.recordIds(2)
  const own = listCustomers(source, present).map(({ externalId }) => externalId)
  const lively = new Set(
    [...own, ...told.map(({ account }) => account)].map((id) => directory.records(2, id)),
  )
  const above = listOrganizations(source, directory, present).map(({ externalId }) =>
    directory.records(1, externalId),
  )
  const { anchor } = present
  const nights = listNights({ modules, tenantId, anchor, all, lively: [...lively], above })
  await livePast(writing, changes, stories, nights)
  const work: Work = { database: platform.database, modules, actor, directory, source, present }
  await addFiles({ modules, actor, directory, source, present })
  await addTasks(work)
  await addPlaybooks(work)
  await addSegments(work)
  await addPlans({ modules, actor, directory }, listCustomers(source, present), present.anchor)
  await closeWorkOfChurned(work)
}

/** Runs work while no events of the tenant are delivered, so that scores are calculated once, from the whole history. */
async function withoutDelivery(
  { platform }: Loading,
  tenantId: number,
  signal: AbortSignal,
  work: () => Promise<void>,
): Promise<void> {
  const leases = createTenantLeases(platform.database.url)
  try {
    while (!(await leases.take(tenantId))) await wait(untilFree, undefined, { signal })
    await work()
  } finally {
    await leases.close()
  }
}

/**
 * Loads the demo into a tenant: users, fields and records, in the name of the first administrator, and what
 * people logged with the main customers.
 * What is there already stays as it is, so that a load that was cut short is completed by the next.
 */
export async function loadDemo(loading: Loading, tenantId: number, signal: AbortSignal): Promise<void> {
  const { modules } = loading
  const source = await readSource()
  const { actor, email } = await findAuthor(loading, tenantId)
  await ensurePeople(loading, tenantId, source)
  await ensureFields(loading, actor, source)
  const published = await readPublished(await readBytes(ratesFile))
  await modules.currency.importPublished(tenantId, published)
  const samples = sampleRates(published, loading.platform.clock.now())
  if (samples.months.length > 0) await modules.currency.addSamples(tenantId, samples)
  await withoutDelivery(loading, tenantId, signal, () =>
    addRecords(loading, actor, { source, email, signal }),
  )
}

async function addRecords(
  loading: Loading,
  actor: Actor,
  { source, email, signal }: { source: DemoSource; email: string; signal: AbortSignal },
): Promise<void> {
  const { modules } = loading
  const { tenantId } = actor
  const directory = await openDirectory(loading, tenantId)
  const writing = { modules, actor, directory, signal }
  const now = loading.platform.clock.now()
  const write = async ({ level, list }: Step, months = 0) => {
    const records = list(source, directory, now).map((record) => laterRecord(record, months))
    directory.learn(level, await writeMissing({ ...writing, ...modules }, level, records))
  }
  const before = addedDays * dayMs
  for (const step of steps) await atTime(new Date(now.getTime() - before), () => write(step))
  // The same day for a load that goes on after it was cut short: from that of the first account.
  const [first] = listCompanies(source, directory, now)
  const firstId = directory.records(2, required(first?.externalId, 'an account'))
  const { globalFields } = await modules.records.read(actor, 2, firstId)
  const anchor = new Date(Math.min(Date.parse(globalFields.createdAt) + before, now.getTime()))
  const months = monthsBehind(anchor)
  for (const step of datedSteps) await atTime(morningAfter(anchor), () => write(step, months))
  const present = { anchor, me: email }
  const stories = [
    ...[...listStories(source), ...listStoreStories(source)].map((story) => laterStory(story, months)),
    ...listRecent(source, anchor),
  ]
  await logStories(writing, stories)
  await addCustomers(loading, writing, source, present, stories)
  await addSurvey({ modules, actor, source, present })
  await modules.health.scoreNight(tenantId, 2, directory.recordIds(2), 'time')
  await addScenario(writing)
  await addPresence({ modules, actor, anchor })
  await modules.gettingStarted.finishLoading(tenantId, directory.recordIds())
}
