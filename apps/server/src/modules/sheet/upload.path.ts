import { join } from 'node:path'
import type { Platform } from '../../platform/platform.ts'

/** Where the uploads of a tenant lie in the data folder. */
export function uploadFolder({ config }: Pick<Platform, 'config'>, tenantId: number): string {
  return join(config.dataDir, 'uploads', String(tenantId))
}

/** Where the bytes of an upload lie in the data folder: as a whole, or as a copy of its pieces. */
export function uploadPath(platform: Pick<Platform, 'config'>, tenantId: number, uploadId: string): string {
  return join(uploadFolder(platform, tenantId), uploadId)
}

/** The place of a piece of an upload in the storage of files. */
export function piecePath(tenantId: number, uploadId: string, name: string): string {
  return `${tenantId}/uploads/${uploadId}/${name}`
}
