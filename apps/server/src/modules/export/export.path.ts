import { join } from 'node:path'
import type { Platform } from '../../platform/platform.ts'

/** Where the files of a tenant lie. */
export function exportFolder(platform: Platform, tenantId: number): string {
  return join(platform.config.dataDir, 'exports', String(tenantId))
}

/** The finished file of an export. */
export function exportPath(platform: Platform, tenantId: number, exportId: number): string {
  return join(exportFolder(platform, tenantId), String(exportId))
}

/** The file as one writer makes it; it takes its place when it is finished. */
export function partPath(platform: Platform, tenantId: number, exportId: number, writer: string): string {
  return `${exportPath(platform, tenantId, exportId)}.${writer}.part`
}

/** The place of the finished file in the storage of files. */
export function storedPath(tenantId: number, exportId: number): string {
  return `${tenantId}/exports/${exportId}`
}
