import { createInterface } from 'node:readline/promises'
import { BackupError } from '../backup/backup.error.ts'
import { countText, pathOf, readArguments, runCommand, say, sizeText } from '../backup/command.ts'
import { withOwner } from '../backup/owner.connection.ts'
import { openPlace, type Place } from '../backup/place.ts'
import { countRows, deleteTenant } from '../backup/tenant.delete.ts'
import { exportTenant } from '../backup/tenant.export.ts'
import { importTenant } from '../backup/tenant.import.ts'
import { findTenant } from '../backup/tenant.scope.ts'
import { sealedData } from '../sealed-data.ts'

const usage = `npm run tenant -- list
npm run tenant -- export <id> --to <file> [--key-file <file>]
npm run tenant -- import --from <file> [--key-file <file>]
npm run tenant -- delete <id> [--yes]
npm run tenant -- verify <id> <domain>

  --key-file  a passphrase of 16 characters or more, or keys of age
  --yes       does not ask`

const sealed = sealedData.columns

interface Given {
  place: Place
  tenantId: string | undefined
  domain: string | undefined
  values: {
    to?: string | undefined
    from?: string | undefined
    'key-file'?: string | undefined
    yes: boolean
  }
}

function idOf(given: string | undefined): number {
  const tenantId = Number(given)
  if (Number.isInteger(tenantId) && tenantId > 0) return tenantId
  throw new BackupError(`Specify the tenant by its number.\n\n${usage}`)
}

function keyFileOf({ values }: Given): string | undefined {
  return values['key-file'] === undefined ? undefined : pathOf(values['key-file'])
}

async function list({ place }: Given): Promise<void> {
  await withOwner(place.url, async (client) => {
    const { rows } = await client.query<{ tenant_id: number; name: string; people: number; records: number }>(
      `select t.tenant_id, t.name,
         (select count(*)::int from app_user u where u.tenant_id = t.tenant_id and u.kind = 'person') as people,
         (select coalesce(sum(n), 0)::int from record_count c where c.tenant_id = t.tenant_id) as records
       from tenant t order by t.tenant_id`,
    )
    for (const { tenant_id: tenantId, name, people, records } of rows) {
      say(`${tenantId}  ${name}: ${countText(people)} people, ${countText(records)} records`)
    }
  })
}

async function exportOne(given: Given): Promise<void> {
  const { place, tenantId, values } = given
  const id = idOf(tenantId)
  if (!values.to) throw new BackupError(`Say where it goes.\n\n${usage}`)
  const to = pathOf(values.to)
  const { url, config } = place
  const done = await exportTenant({ url, config, tenantId: id, to, keyFile: keyFileOf(given), sealed })
  say(
    `${to} holds ${done.tenant.name}: ${countText(done.rows)} rows and ${countText(done.files)} files; ${sizeText(done.size)}.`,
  )
  if (done.missing > 0) say(`${countText(done.missing)} files are missing where they should lie.`)
  say('Sessions and recovery codes are not moved: everyone logs in again and creates new recovery codes.')
  if (!done.encrypted) {
    say(
      'Without a --key-file, authenticators, client secrets of sign-in providers and mails that wait stay behind as well.',
    )
  }
}

async function importOne(given: Given): Promise<void> {
  const { place, values } = given
  if (!values.from) throw new BackupError(`Specify the archive to import.\n\n${usage}`)
  const { url, config } = place
  const done = await importTenant({
    url,
    config,
    from: pathOf(values.from),
    keyFile: keyFileOf(given),
    sealed,
  })
  say(
    `${done.tenant.name} is tenant ${done.tenant.tenantId} here: ${countText(done.rows)} rows and ${countText(done.files)} files.`,
  )
  if (done.missing > 0) say(`${countText(done.missing)} files were missing already when it was exported.`)
  if (done.hasSecrets) return
  say('Authenticators and client secrets of sign-in providers were not moved: set them up again.')
}

/** Anyone who deletes writes the name of what is deleted, and its number where the name says too little. */
async function confirm({ tenantId, name, namesakes }: { tenantId: number; name: string; namesakes: number }) {
  if (!process.stdin.isTTY) throw new BackupError('Add --yes to delete without being asked.')
  const [what, wanted] =
    namesakes === 0
      ? ['name', name]
      : ['number and its name (there are others of this name)', `${tenantId} ${name}`]
  const dialog = createInterface({ input: process.stdin, output: process.stdout })
  const answer = await dialog
    .question(`Write its ${what} to delete it permanently: `)
    .finally(() => dialog.close())
  if (answer.trim() !== wanted.trim()) throw new BackupError('That does not match. Nothing was deleted.')
}

async function countNamesakes(client: Parameters<typeof findTenant>[0], tenantId: number): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    `select count(*)::int as count from tenant t join tenant other on trim(other.name) = trim(t.name)
     where t.tenant_id = $1 and other.tenant_id <> $1`,
    [tenantId],
  )
  return rows[0]?.count ?? 0
}

async function deleteOne({ place, tenantId, values }: Given): Promise<void> {
  const { url, config } = place
  const id = idOf(tenantId)
  const { name, namesakes, rows } = await withOwner(url, async (client) => ({
    ...(await findTenant(client, id)),
    namesakes: await countNamesakes(client, id),
    rows: Object.values(await countRows(client, id)).reduce((sum, count) => sum + count, 0),
  }))
  say(`Tenant ${id} is ${name}, with ${countText(rows)} rows.`)
  if (!values.yes) await confirm({ tenantId: id, name, namesakes })
  const done = await deleteTenant({ url, config, tenantId: id })
  say(`${done.tenant.name} is deleted: ${countText(done.rows)} rows, and its files. Backups still hold it.`)
  if (done.isComplete) return
  say(`The bucket can't be listed: check it for remaining files below ${id}/, and delete them.`)
}

/** The operator vouches for a domain, where no record can be published. */
async function verifyDomain({ place, tenantId, domain }: Given): Promise<void> {
  const id = idOf(tenantId)
  const name = domain?.trim().toLowerCase()
  if (!name) throw new BackupError(`Specify the domain.\n\n${usage}`)
  const found = await withOwner(place.url, async (client) => {
    const { rows } = await client.query<{ name: string }>(
      `select t.name from sign_in_domain d join tenant t on t.tenant_id = d.tenant_id
       where d.domain = $1 and d.tenant_id <> $2 and d.verified_at is not null`,
      [name, id],
    )
    if (rows[0])
      throw new BackupError(`${rows[0].name} has verified ${name}. It has to remove the domain first.`)
    const { rowCount } = await client.query(
      `update sign_in_domain set verified_at = now(), verified_by = 'operator', missing_since = null
       where tenant_id = $1 and domain = $2`,
      [id, name],
    )
    return rowCount === 1
  })
  if (!found) throw new BackupError(`Tenant ${id} has not added ${name} in its sign-in settings.`)
  say(`${name} is verified for tenant ${id}.`)
}

const acts: Record<string, (given: Given) => Promise<void>> = {
  list,
  export: exportOne,
  import: importOne,
  delete: deleteOne,
  verify: verifyDomain,
}

await runCommand('Nothing was changed.', async () => {
  const { values, positionals } = readArguments(usage, {
    to: { type: 'string' },
    from: { type: 'string' },
    'key-file': { type: 'string' },
    yes: { type: 'boolean', default: false },
  })
  const [name = '', tenantId, domain] = positionals
  const act = acts[name]
  if (!act) throw new BackupError(usage)
  const place = await openPlace()
  try {
    await act({ place, tenantId, domain, values })
  } finally {
    await place.close()
  }
})
