import { join } from 'node:path'
import type { ByteStore } from '../../platform/bytes/byte-store.ts'
import { eitherBytes } from '../../platform/bytes/either.bytes.ts'
import { folderBytes } from '../../platform/bytes/folder.bytes.ts'
import type { Config } from '../../platform/config/config.ts'

const named = `
  select tenant_id, case when in_bucket then 'exports/' || export_id else export_id::text end as key, size
  from export where state = 'ready' and size is not null`

/** The files of exports that are ready to be fetched; `kept` are the bytes of stored files. */
export function openExportBytes({ dataDir }: Config, kept: ByteStore): ByteStore {
  const folder = folderBytes(join(dataDir, 'exports'))
  return { name: 'exports', table: 'export', named, ...eitherBytes(folder, kept, 'exports') }
}
