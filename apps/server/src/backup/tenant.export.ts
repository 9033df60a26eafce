import type { Config } from '../platform/config/config.ts'
import { holdRemovals } from '../platform/db/removal.ts'
import type { SealedColumn } from '../platform/secrets/resealing.ts'
import { createSecrets } from '../platform/secrets/secrets.ts'
import { readKey } from './archive/archive.key.ts'
import { writeArchive } from './archive/archive.writing.ts'
import { archiveBytes, openByteStores } from './byte.copy.ts'
import { quoted } from './catalogue.read-model.ts'
import { archiveTables, beginSnapshot, describeSnapshot, total } from './instance.backup.ts'
import { readJobs } from './job.copy.ts'
import { withOwner } from './owner.connection.ts'
import { readSecretLines } from './tenant.secret.ts'
import { findTenant, leftBehind, type ScopedTable, type Tenant } from './tenant.scope.ts'

export interface TenantExportRequest {
  url: string
  config: Config
  tenantId: number
  to: string
  keyFile?: string | undefined
  /** The columns that are encrypted with the key of the instance. */
  sealed: readonly SealedColumn[]
}

export interface TenantExport {
  tenant: Tenant
  size: number
  rows: number
  files: number
  missing: number
  encrypted: boolean
}

/** The rows of one tenant; what only this instance can decrypt stays behind. */
function rowsOf(
  table: ScopedTable,
  tenantId: number,
  sealed: readonly SealedColumn[],
  keepsSecrets: boolean,
): string {
  const own = new Set(sealed.filter((column) => column.table === table.name).map(({ column }) => column))
  const columns = table.columns.map((name) => {
    if (own.has(name)) return `null as ${quoted(name)}`
    // No one can be asked for codes of an authenticator that is not known any more.
    if (table.name === 'second_factor' && name === 'preferred' && !keepsSecrets) {
      return `case preferred when 'TOTP' then 'NOMFA' else preferred end as preferred`
    }
    return quoted(name)
  })
  return `select ${columns.join(', ')} from ${quoted(table.name)} where tenant_id = ${tenantId}`
}

/**
 * Writes one tenant, as it is at one moment, into one file that another instance takes in. Secrets go along
 * where the file is encrypted. Throws BackupError.
 */
export async function exportTenant(request: TenantExportRequest): Promise<TenantExport> {
  const { url, config, tenantId, to, sealed } = request
  const key = request.keyFile === undefined ? undefined : await readKey(request.keyFile)
  const encrypted = key !== undefined
  return withOwner(url, async (client) => {
    await holdRemovals(client)
    const at = await beginSnapshot(client)
    const tenant = await findTenant(client, tenantId)
    const described = await describeSnapshot(client, config, {
      kind: 'tenant',
      at,
      encrypted,
      bytes: true,
      tenant,
    })
    const tables = described.tables.filter(
      ({ name, columns }) => columns.includes('tenant_id') && !leftBehind.includes(name),
    )
    const about = { ...described, tables }
    let [counted, files, missing]: [Record<string, number>, number, number] = [{}, 0, 0]
    const size = await writeArchive(to, key, about, async (archive) => {
      counted = await archiveTables(client, about, archive, (table) =>
        rowsOf(table, tenantId, sealed, encrypted),
      )
      if (encrypted) {
        const lines = await readSecretLines(client, createSecrets(config), sealed, tenantId)
        await archive.add('secret/columns', 'columns', Buffer.from(lines))
      }
      await archive.add('jobs/waiting', 'jobs', Buffer.from(await readJobs(client, tenantId)))
      ;({ files, missing } = await archiveBytes(client, await openByteStores(config), archive, tenantId))
      return { rows: counted, missing }
    })
    return { tenant, size, rows: total(counted), files, missing, encrypted }
  })
}
