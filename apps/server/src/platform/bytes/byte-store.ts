import type { Readable } from 'node:stream'

/** The bytes that rows name: whose, under which key, and how many. */
export interface NamedBytes {
  tenantId: number
  key: string
  size: number
}

/** Files of a module outside the database, for backups and the deletion of a tenant. */
export interface ByteStore {
  /** A word; in a backup the name of a folder. */
  name: string
  /** The table whose rows name the bytes. */
  table: string
  /** SQL that gives tenant_id, key and size of all bytes that are there as a whole. */
  named: string
  /** As many bytes as the row says; undefined where they are not there. */
  open(bytes: NamedBytes): Promise<Readable | undefined>
  write(bytes: NamedBytes, content: Readable): Promise<void>
  /** Removes bytes, or does nothing where there are none. */
  remove(bytes: NamedBytes): Promise<void>
  /** Removes all of a tenant's bytes, also those that no row names; false where it cannot be seen what there is. */
  removeAll(tenantId: number): Promise<boolean>
}
