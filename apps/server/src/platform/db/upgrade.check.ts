import { statfs } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'
import type { Migration } from './migration.files.ts'

const oldestServer = 180_000
const megabyte = 1024 * 1024

/** The database cannot be brought to this release as things are. Nothing was changed. */
export class UpgradeRefused extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'UpgradeRefused'
  }
}

interface Fit {
  version: number
  shown_version: string
  encoding: string
  who: string
  is_fresh: boolean
  may_create: boolean
  may_make_roles: boolean
  has_role: boolean
  may_grant_role: boolean
  is_member: boolean
  has_trigrams: boolean
  may_have_trigrams: boolean
  foreign_tables: string[]
}

const fitSql = `
  select current_setting('server_version_num')::int as version, current_setting('server_version') as shown_version,
    (select pg_encoding_to_char(encoding) from pg_database where datname = current_database()) as encoding,
    current_user as who, to_regclass('public.migration') is null as is_fresh,
    has_schema_privilege('public', 'create') and has_database_privilege(current_database(), 'create') as may_create,
    r.rolsuper or r.rolcreaterole as may_make_roles,
    app.oid is not null as has_role,
    r.rolsuper or coalesce(pg_has_role(app.oid, 'usage with admin option'), false) as may_grant_role,
    r.rolsuper or coalesce(pg_has_role(app.oid, 'member'), false) as is_member,
    exists (select from pg_extension where extname = 'pg_trgm') as has_trigrams,
    exists (select from pg_available_extension_versions where name = 'pg_trgm' and (trusted or r.rolsuper)) as may_have_trigrams,
    array(
      select c.relname::text from pg_class c
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'S')
        and not pg_has_role(c.relowner, 'usage')
        and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
      order by 1) as foreign_tables
  from pg_roles r left join pg_roles app on app.rolname = 'steward_app'
  where r.rolname = current_user`

function faultOfRole(fit: Fit): string | false {
  if (!fit.is_fresh)
    return !fit.is_member && `${fit.who} may not use the role steward_app: grant steward_app to ${fit.who};`
  if (fit.has_role)
    return (
      !fit.may_grant_role &&
      `${fit.who} may not grant the role steward_app: grant steward_app to ${fit.who} with admin option;`
    )
  return (
    !fit.may_make_roles &&
    `The role steward_app does not exist, and ${fit.who} can't create it. Run: create role steward_app nologin; grant steward_app to ${fit.who} with admin option;`
  )
}

function faultsOf(fit: Fit): string[] {
  const [table, ...more] = fit.foreign_tables
  const faults = [
    fit.version < oldestServer &&
      `The server is PostgreSQL ${fit.shown_version}; Steward needs ${oldestServer / 10_000} or newer.`,
    fit.encoding !== 'UTF8' &&
      `The database uses the encoding ${fit.encoding}; create one with encoding 'UTF8' template template0.`,
    !fit.may_create &&
      `${fit.who} may not create tables and schemas: make ${fit.who} the owner of the database.`,
    faultOfRole(fit),
    !fit.has_trigrams &&
      !fit.may_have_trigrams &&
      'The extension pg_trgm is not on the server: install the contrib package of PostgreSQL.',
    table !== undefined &&
      `${fit.who} does not own ${table}${more.length > 0 ? ` and ${more.length} more` : ''}: use the user who made the database, or reassign owned.`,
  ]
  return faults.filter((fault) => fault !== false)
}

/** Throws UpgradeRefused, with all that blocks, where this user cannot migrate on this server. */
export async function checkFit(client: pg.Client): Promise<void> {
  const [fit] = (await client.query<Fit>(fitSql)).rows
  const faults = fit ? faultsOf(fit) : []
  if (faults.length === 0) return
  throw new UpgradeRefused(
    `The database can't be used. See docs/operate/postgresql.md.\n${faults.map((fault) => `  ${fault}`).join('\n')}`,
  )
}

interface Applied {
  name: string
  hash: string
}

/** Throws UpgradeRefused for a database that a newer release has migrated. */
export function checkKnown(applied: readonly Applied[], migrations: readonly Migration[]): void {
  const known = new Set(migrations.map(({ name }) => name))
  const unknown = applied.filter(({ name }) => !known.has(name))
  if (unknown.length === 0) return
  throw new UpgradeRefused(
    `The database is newer than this Steward, which does not know its migration ${unknown.at(-1)?.name}. Start the newer release again, or restore the backup that was made before the upgrade.`,
  )
}

/** Says which migrations were applied with other words than they have now. */
export function checkChanged(
  applied: readonly Applied[],
  migrations: readonly Migration[],
  say: (line: string) => void,
): void {
  const hashes = new Map(applied.map(({ name, hash }) => [name, hash]))
  const changed = migrations.filter(({ name, hash }) => (hashes.get(name) ?? hash) !== hash)
  for (const { name } of changed)
    say(`Migration ${name} was changed after it was applied here: the sources are not those of a release.`)
}

interface Session {
  application: string
  address: string
  since: string
}

const sessionsSql = `
  select application_name as application, coalesce(host(client_addr), 'this machine') as address,
    to_char(min(backend_start), 'YYYY-MM-DD HH24:MI') as since
  from pg_stat_activity
  where datname = current_database() and pid <> pg_backend_pid()
    and application_name like 'steward%' and application_name <> 'steward-migrate'
  group by 1, 2 order by 3`

/**
 * Waits until no process works on the database, for `patience` seconds: anyone who does is of another release,
 * because one of this release would have migrated. Throws UpgradeRefused when they do not end.
 */
export async function checkUnused(
  client: pg.Client,
  patience: number,
  say: (line: string) => void,
): Promise<void> {
  for (let second = 0; ; second += 1) {
    const { rows } = await client.query<Session>(sessionsSql)
    const [first] = rows
    if (!first) return
    if (second >= patience) {
      throw new UpgradeRefused(
        `The database must be upgraded, but a Steward of another release is using it (${first.application} from ${first.address}, since ${first.since}). Stop all of its processes, then start this one.`,
      )
    }
    if (second === 0) say('The database must be upgraded; waiting for older processes to end.')
    await wait(1000)
  }
}

/** Bytes the disk should have free beside what steps may write again. */
const leastFree = 256 * megabyte

const inMegabytes = (bytes: number): string => `${Math.ceil(bytes / megabyte)} MB`

/**
 * Throws UpgradeRefused when the disk of the folder has not room for the largest table once more and for a
 * backup, which is packed to less than a quarter.
 */
export async function checkSpace(client: pg.Client, folder: string): Promise<void> {
  const { rows } = await client.query<{ needed: string }>(
    `select (coalesce(max(pg_total_relation_size(oid)), 0) + pg_database_size(current_database()) / 4)::text as needed
     from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`,
  )
  const { bavail, bsize } = await statfs(folder)
  const free = bavail * bsize
  const needed = leastFree + Number(rows[0]?.needed ?? 0)
  if (free >= needed) return
  throw new UpgradeRefused(
    `The database must be upgraded, but the disk of ${folder} has ${inMegabytes(free)} free of the ${inMegabytes(needed)} that this may need. Free some space, then start again.`,
  )
}
