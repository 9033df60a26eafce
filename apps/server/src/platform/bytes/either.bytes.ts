import type { ByteStore, NamedBytes } from './byte-store.ts'

type Bytes = Pick<ByteStore, 'open' | 'write' | 'remove' | 'removeAll'>

/**
 * Bytes of which some lie in a folder and some in the storage of files: those whose key begins with the
 * folder's name there.
 */
export function eitherBytes(folder: Bytes, kept: Bytes, prefix: string): Bytes {
  const of = ({ key }: NamedBytes): Bytes => (key.startsWith(`${prefix}/`) ? kept : folder)
  return {
    open: (bytes) => of(bytes).open(bytes),
    write: (bytes, content) => of(bytes).write(bytes, content),
    remove: (bytes) => of(bytes).remove(bytes),
    async removeAll(tenantId) {
      const removed = [await folder.removeAll(tenantId), await kept.removeAll(tenantId)]
      return removed.every(Boolean)
    },
  }
}
