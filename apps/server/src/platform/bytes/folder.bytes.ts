import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ByteStore, NamedBytes } from './byte-store.ts'
import { isPlainKey } from './byte.key.ts'

/**
 * Bytes in a folder, in one folder for each tenant, which only this program may read. Throws where a key would
 * lead out of it.
 */
export function folderBytes(folder: string): Pick<ByteStore, 'open' | 'write' | 'remove' | 'removeAll'> {
  const pathOf = ({ tenantId, key }: NamedBytes): string => {
    if (!isPlainKey(key)) throw new Error(`${JSON.stringify(key)} is no key of bytes`)
    return join(folder, String(tenantId), key)
  }
  return {
    async open(bytes) {
      const path = pathOf(bytes)
      const found = await stat(path).catch(() => undefined)
      if (!found?.isFile() || found.size < bytes.size) return undefined
      // Bytes that were written after the row was read don't belong to it.
      return bytes.size === 0 ? Readable.from([]) : createReadStream(path, { end: bytes.size - 1 })
    },
    async write(bytes, content) {
      const path = pathOf(bytes)
      await mkdir(dirname(path), { recursive: true, mode: 0o700 })
      await pipeline(content, createWriteStream(path, { mode: 0o600, flush: true }))
    },
    async remove(bytes) {
      await rm(pathOf(bytes), { force: true })
    },
    async removeAll(tenantId) {
      await rm(join(folder, String(tenantId)), { recursive: true, force: true })
      return true
    },
  }
}
