import { join } from 'node:path'
import type { ByteStore } from '../../platform/bytes/byte-store.ts'
import { eitherBytes } from '../../platform/bytes/either.bytes.ts'
import { folderBytes } from '../../platform/bytes/folder.bytes.ts'
import type { Config } from '../../platform/config/config.ts'

const named = `
  select tenant_id, upload_id::text as key, received as size from upload where pieces = '[]'
  union all
  select tenant_id, 'uploads/' || upload_id || '/' || (piece->>'name'), (piece->>'size')::bigint
  from upload cross join lateral jsonb_array_elements(pieces) piece`

/** The bytes of uploads for imports, as far as they were received; `kept` are those of stored files. */
export function openUploadBytes({ dataDir }: Config, kept: ByteStore): ByteStore {
  const folder = folderBytes(join(dataDir, 'uploads'))
  return { name: 'uploads', table: 'upload', named, ...eitherBytes(folder, kept, 'uploads') }
}
