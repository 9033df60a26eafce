import type pg from 'pg'
import type { Config } from '../platform/config/config.ts'
import type { SealedColumn } from '../platform/secrets/resealing.ts'
import { createSecrets } from '../platform/secrets/secrets.ts'
import type { About } from './archive/archive.contract.ts'
import type { ArchiveKey } from './archive/archive.key.ts'
import { readMembers, textOf, type ArchiveMember } from './archive/archive.reading.ts'
import { BackupError } from './backup.error.ts'
import { openByteStores, placeBytes } from './byte.copy.ts'
import { listReferences, quoted, type Reference } from './catalogue.read-model.ts'
import { checkArchive } from './instance.restore.ts'
import { addJobs, jobOf, parseJobs } from './job.copy.ts'
import { withOwner } from './owner.connection.ts'
import { columnList, copyIn } from './table.copy.ts'
import { raiseSequences } from './table.load.ts'
import { checkFits } from './tenant.fit.ts'
import { writeSecretLines } from './tenant.secret.ts'
import type { Tenant } from './tenant.scope.ts'

export interface TenantImportRequest {
  url: string
  config: Config
  from: string
  keyFile?: string | undefined
  sealed: readonly SealedColumn[]
}

export interface TenantImport {
  /** As it is called here. */
  tenant: Tenant
  rows: number
  files: number
  missing: number
  /** Whether authenticators and client secrets came along. */
  hasSecrets: boolean
}

/** What may be there once in an instance, asked before it is written. */
const onceOnly = [
  {
    table: 'app_user',
    what: 'usernames',
    advice:
      'A username is not changed, neither here nor there. If the one here is that of the first administrator, who was made for this move, make the instance with another ADMIN_EMAIL; if a tenant here that is not needed any more has them, delete it (npm run tenant -- delete).',
    sql: `select t.email as taken from incoming t join app_user u on lower(u.email) = lower(t.email) order by 1`,
  },
  {
    table: 'sign_in_domain',
    what: 'domains of sign-in',
    advice: 'Take them away on one side (Settings, Sign-in), export again where it is that side, and import.',
    sql: `select t.domain as taken from incoming t join sign_in_domain d on d.domain = t.domain
      where t.verified_at is not null and d.verified_at is not null order by 1`,
  },
]
const mostNamed = 20

async function takeTenantId(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ id: number }>(
    `select nextval(pg_get_serial_sequence('tenant', 'tenant_id'))::int as id`,
  )
  return rows[0]?.id as number
}

async function checkFree(client: pg.Client, table: string): Promise<void> {
  const check = onceOnly.find((one) => one.table === table)
  if (!check) return
  const { rows } = await client.query<{ taken: string }>(check.sql)
  if (rows.length === 0) return
  const named = rows.slice(0, mostNamed).map(({ taken }) => taken)
  throw new BackupError(
    `Nothing was imported: ${rows.length} ${check.what} of the tenant are already in use in this instance: ${named.join(', ')}${rows.length > mostNamed ? ', …' : ''}. ${check.advice}`,
  )
}

/** Takes one tenant's rows in, in tables that others use at the same time. */
function createTaking(client: pg.Client, about: About, to: number, circular: readonly Reference[]) {
  const columnsOf = new Map(about.tables.map((table) => [table.name, table.columns]))
  const later: (() => Promise<void>)[] = []

  /** Columns that refer to what comes later are filled at the end; keys stay. */
  function postponed(table: string): string[] {
    const columns = circular.filter((reference) => reference.table === table).flatMap((one) => one.columns)
    return columns.filter((column) => column !== 'tenant_id')
  }

  async function takeAside(table: string, columns: string[], member: ArchiveMember): Promise<number> {
    const target = { table: 'incoming', columns }
    await client.query(
      `create temporary table incoming on commit drop as select ${columnList(columns)} from ${quoted(table)} limit 0`,
    )
    const rows = await copyIn(client, target, member.parts, to)
    await checkFree(client, table)
    const missing = postponed(table)
    const first = columns.filter((column) => !missing.includes(column))
    await client.query(
      `insert into ${quoted(table)} (${columnList(first)}) overriding system value select ${columnList(first)} from incoming`,
    )
    if (missing.length === 0) {
      await client.query('drop table incoming')
      return rows
    }
    const kept = quoted(`later_${table}`)
    await client.query(`alter table incoming rename to ${kept}`)
    later.push(() => fillPostponed(table, kept, missing))
    return rows
  }

  async function fillPostponed(table: string, kept: string, columns: string[]): Promise<void> {
    const { rows: key } = await client.query<{ name: string }>(
      `select a.attname as name from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any (i.indkey)
       where i.indrelid = $1::regclass and i.indisprimary`,
      [table],
    )
    const joined = key.map(({ name }) => `t.${quoted(name)} = k.${quoted(name)}`).join(' and ')
    const set = columns.map((column) => `${quoted(column)} = k.${quoted(column)}`).join(', ')
    const isSet = columns.map((column) => `k.${quoted(column)} is not null`).join(' or ')
    await client.query(`update ${quoted(table)} t set ${set} from ${kept} k where ${joined} and (${isSet})`)
  }

  return {
    async table(name: string, member: ArchiveMember): Promise<number> {
      const columns = columnsOf.get(name) ?? []
      const isAside = onceOnly.some((one) => one.table === name) || postponed(name).length > 0
      return isAside
        ? takeAside(name, columns, member)
        : copyIn(client, { table: name, columns }, member.parts, to)
    },
    async finish(): Promise<void> {
      for (const fill of later) await fill()
    },
  }
}

/** References to what stands later in the archive, and that the database looks at right away. */
function pointingAhead({ tables }: About, references: readonly Reference[]): Reference[] {
  const places = new Map(tables.map(({ name }, place) => [name, place]))
  const placeOf = (name: string): number => places.get(name) ?? 0
  return references.filter((one) => !one.deferred && placeOf(one.target) > placeOf(one.table))
}

async function take(
  client: pg.Client,
  request: TenantImportRequest,
  archive: { about: About; key: ArchiveKey | undefined; from: Tenant; to: number },
): Promise<Omit<TenantImport, 'tenant' | 'missing'>> {
  const { config, sealed } = request
  const { about, key, from, to } = archive
  const stores = await openByteStores(config)
  const taking = createTaking(client, about, to, pointingAhead(about, await listReferences(client)))
  let [rows, files, secrets]: [number, number, string | undefined] = [0, 0, undefined]
  const takeMember = async (member: ArchiveMember): Promise<void> => {
    const [kind, name = ''] = member.name.split('/')
    if (kind === 'tables') rows += await taking.table(name, member)
    if (kind === 'secret') secrets = await textOf(member)
    if (kind === 'jobs') {
      const jobs = parseJobs(await textOf(member))
      await addJobs(
        client,
        jobs.map((job) => jobOf(job, from.tenantId, to)),
      )
    }
    if (kind === 'bytes') files += await placeBytes(stores, member, to)
  }
  await client.query('begin')
  try {
    for await (const member of readMembers(request.from, key)) await takeMember(member)
    await taking.finish()
    if (secrets !== undefined) await writeSecretLines(client, createSecrets(config), sealed, to, secrets)
    await client.query('commit')
    return { rows, files, hasSecrets: secrets !== undefined }
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    for (const store of stores) await store.removeAll(to).catch(() => undefined)
    throw error
  }
}

/**
 * Takes a tenant of another instance in, under a new id of the tenant; all other ids stay. One transaction, in
 * which others go on working. Throws BackupError.
 */
export async function importTenant(request: TenantImportRequest): Promise<TenantImport> {
  const { about, manifest, key } = await checkArchive(request.from, request.keyFile)
  return withOwner(request.url, async (client) => {
    const from = await checkFits(client, about, manifest)
    // First: what others write meanwhile takes ids beyond those that come.
    await raiseSequences(client, about.sequences)
    const to = await takeTenantId(client)
    const taken = await take(client, request, { about, key, from, to })
    await client.query('analyze')
    return { tenant: { tenantId: to, name: from.name }, ...taken, missing: manifest.missing }
  })
}
