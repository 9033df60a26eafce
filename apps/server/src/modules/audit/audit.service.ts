import type { AuditEntry } from '@steward/contracts/audit'
import { permissionLabels, type Permission } from '@steward/contracts/plain/permission'
import type { Actor } from '../../platform/actor.ts'
import type { Db, Tx } from '../../platform/db/database.ts'
import { deviceOf } from '../../platform/device.ts'
import type { Platform } from '../../platform/platform.ts'
import { auditFileName, readAuditLines } from './audit.csv.ts'
import { createRate } from './audit.rate.ts'
import { entryOf, type AuditInput } from './audit.rules.ts'
import { insertEntry, listActions, listEntries, type EntryFilter, type EntryRow } from './audit.store.ts'

/** What the user is called whom the actor is. */
export type FindName = (tenantId: number, actor: Actor) => Promise<string>

export interface AuditService {
  /** Writes an entry in the transaction of the act, so that there is one exactly when the act was done. */
  write(db: Db | Tx, tenantId: number, input: AuditInput): Promise<void>
  /** The module that knows users says what they are called; an entry keeps the name as of then. */
  registerNames(find: FindName): void
}

type Write = AuditService['write']

const numbered: FindName = async (_, { userId }) => `User ${userId}`

export function createAuditService(platform: Platform): AuditService {
  let findName = numbered
  return {
    async write(db, tenantId, input) {
      const name = 'userId' in input.actor ? await findName(tenantId, input.actor) : ''
      await insertEntry(db, tenantId, entryOf(input, name, platform.clock.now()))
    },
    registerNames(find) {
      findName = find
    },
  }
}

const minute = 60_000

/** Logs calls for the platform. */
export function createCallAudit(platform: Platform, write: Write) {
  const isDue = createRate(platform.clock, minute)
  const dbOf = ({ tenantId }: Actor) => platform.database.tenant(tenantId)
  return {
    done: (call: AuditInput & { actor: Actor }) => write(dbOf(call.actor), call.actor.tenantId, call),

    /** A call that the actor has no permission for: once a minute for each user and permission. */
    async refused(actor: Actor, permission: Permission, call: string): Promise<void> {
      if (!isDue(`${actor.tenantId}:${actor.userId}:${permission}`)) return
      await write(dbOf(actor), actor.tenantId, {
        action: 'permission.refused',
        outcome: 'refused',
        summary: `Refused: ${permissionLabels[permission]}`,
        actor,
        subject: { kind: 'permission', id: permission, name: permissionLabels[permission] },
        details: { call },
      })
    },
  }
}

function present({ userAgent, at, ...entry }: EntryRow): AuditEntry {
  return { ...entry, at: at.toISOString(), device: deviceOf(userAgent) }
}

export type AuditReader = ReturnType<typeof createAuditReader>

/** Reading the log, which is written to the log as well. */
export function createAuditReader(platform: Platform, write: Write) {
  const isReadingDue = createRate(platform.clock, 10 * minute)

  return {
    /** A page of entries, newest first; `next` is what the following page asks for as `before`. */
    async page(actor: Actor, query: EntryFilter & { before?: number | undefined; pageSize: number }) {
      const { tenantId } = actor
      const { pageSize, ...filter } = query
      const db = platform.database.tenant(tenantId)
      if (isReadingDue(`${tenantId}:${actor.userId}`)) {
        await write(db, tenantId, { action: 'audit.read', summary: 'Read the audit log', actor })
      }
      const rows = await listEntries(db, tenantId, { ...filter, limit: pageSize + 1 })
      const data = rows.slice(0, pageSize).map(present)
      const next = rows.length > pageSize ? (data.at(-1)?.auditId ?? null) : null
      return { data, next, actions: await listActions(db, tenantId) }
    },

    /** All entries that the filter finds, as the lines of a CSV file. That they were taken is written down. */
    async export(actor: Actor, filter: EntryFilter) {
      const { tenantId } = actor
      const db = platform.database.tenant(tenantId)
      const lines = await readAuditLines(db, tenantId, filter)
      await write(db, tenantId, {
        action: 'audit.exported',
        summary: 'Exported the audit log',
        actor,
        details: { filter },
      })
      return { lines, fileName: auditFileName(platform.clock.now()) }
    },
  }
}
