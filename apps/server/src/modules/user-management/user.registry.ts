import type { Actor } from '../../platform/actor.ts'
import type { Db, Tx } from '../../platform/db/database.ts'

/** Hooks of identity for users who are added or removed, each in the caller's transaction. */
export interface UserAccess {
  /** Gives a temporary password and mails it. */
  invite(tx: Tx, tenantId: number, user: { userId: number; email: string }, by: Actor): Promise<void>
  /** The password stops working, and all that `suspend` ends is over. */
  takeBack(tx: Tx, userId: number, by: Actor): Promise<void>
  /** Ends sessions, refresh tokens and codes, and revokes personal API tokens. */
  suspend(tx: Tx, userId: number, by: Actor): Promise<void>
  /** Throws `forbidden` without a session, and when it is too long ago that its user proved who they are. */
  requireConfirmed(actor: Actor): Promise<void>
  disableMfa(tx: Tx, tenantId: number, userId: number, by: Actor): Promise<void>
  /** Finds the users with a second factor. It is called while the directory loads, so it must not use the directory. */
  usersWithMfa(db: Db, tenantId: number): Promise<ReadonlySet<number>>
  /** When users made their last call, of those with a session that is still known. */
  lastSeen(db: Db, tenantId: number): Promise<ReadonlyMap<number, Date>>
}

/** Things that users own in an upper module, and how they are transferred to another user. */
export interface Belongings {
  /** How many things of each kind a user owns; kinds without any may be left out. */
  count(tenantId: number, userId: number): Promise<{ kind: string; count: number }[]>
  /**
   * Gives what `from` owns to `to`, in the caller's transaction where that is quick, else by a job that
   * the transaction adds. Answers how many things that are, what they are called (records unless told), and
   * whether they follow by a job.
   */
  handOver(
    tx: Tx,
    actor: Actor,
    from: number,
    to: number,
  ): Promise<{ count: number; noun?: string; byJob: boolean }>
}

/** The parts that upper modules register when they are created. */
export interface UserRegistry {
  registerAccess(access: UserAccess): void
  registerBelongings(belongings: Belongings): void
  /** Throws where no one registered, which is a fault of the composition. */
  access(): UserAccess
  /** No one, as long as no one registered. */
  usersWithMfa(db: Db, tenantId: number): Promise<ReadonlySet<number>>
  belongings(): readonly Belongings[]
}

export function createUserRegistry(): UserRegistry {
  let access: UserAccess | undefined
  const belongings: Belongings[] = []
  return {
    registerAccess: (given) => void (access = given),
    registerBelongings: (given) => void belongings.push(given),
    access() {
      if (!access) throw new Error('No module lets people in: registerAccess was not called')
      return access
    },
    usersWithMfa: async (db, tenantId) => (await access?.usersWithMfa(db, tenantId)) ?? new Set(),
    belongings: () => belongings,
  }
}
