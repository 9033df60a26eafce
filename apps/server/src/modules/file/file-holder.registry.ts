import type { Actor } from '../../platform/actor.ts'
import type { Db, Tx } from '../../platform/db/database.ts'

/** Something that files hang on, and that decides who reads them. */
export interface FileHolder {
  name: string
  /** Which of the files the actor may read because of what holds them. */
  mayRead(db: Db | Tx, actor: Actor, fileIds: readonly number[]): Promise<ReadonlySet<number>>
}

export interface FileHolderRegistry {
  /** A later registration of the same name takes the place of the earlier. */
  registerHolder(holder: FileHolder): void
  mayRead: FileHolder['mayRead']
}

export function createFileHolderRegistry(): FileHolderRegistry {
  const holders = new Map<string, FileHolder>()
  return {
    registerHolder: (holder) => void holders.set(holder.name, holder),
    async mayRead(db, actor, fileIds) {
      const readable = new Set<number>()
      for (const holder of holders.values()) {
        const open = fileIds.filter((fileId) => !readable.has(fileId))
        if (open.length === 0) break
        for (const fileId of await holder.mayRead(db, actor, open)) readable.add(fileId)
      }
      return readable
    },
  }
}
