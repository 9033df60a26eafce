import { join } from 'node:path'
import type { Platform } from '../../platform/platform.ts'

/** Where the bytes of an upload lie. */
export function uploadPath(platform: Platform, tenantId: number, uploadId: string): string {
  return join(platform.config.dataDir, 'uploads', String(tenantId), uploadId)
}
