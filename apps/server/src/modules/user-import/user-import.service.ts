import { mostImportedUsers } from '@steward/contracts/plain/invite'
import type {
  UserImport,
  UserImportForm,
  UserImportPreview,
  UserImportUndone,
} from '@steward/contracts/user-import/user-import'
import type { Actor } from '../../platform/actor.ts'
import { transact } from '../../platform/db/database.ts'
import { AppError, invalid, notFound } from '../../platform/errors.ts'
import type { Platform } from '../../platform/platform.ts'
import { TableError } from '../../platform/tabular/index.ts'
import type { AuditService } from '../audit/index.ts'
import type { Sheets } from '../sheet/index.ts'
import { roleNameOf, type Newcomer, type UserDirectory, type Users } from '../user-management/index.ts'
import { createPersonReader, faultsOfColumns } from './person.rules.ts'
import {
  findUserImport,
  insertUserImport,
  listUserImports,
  markUndone,
  noteAdded,
  type StoredUserImport,
} from './user-import.store.ts'

export interface UserImportNeighbours {
  audit: Pick<AuditService, 'write'>
  users: Pick<Users, 'directory' | 'changeStatus' | 'intake'>
  sheets: Pick<Sheets, 'openTable' | 'findUpload'>
}

/** Rows that a preview shows. */
const mostShown = 100

/** Rows that are read: more are hardly a file of users. */
const mostRows = 20_000

interface ReadLine {
  line: number
  person: Newcomer
}

interface Problem {
  line: number
  message: string
}

/** What the rows of a file come to. */
interface Plan {
  rows: number
  ready: ReadLine[]
  existing: number
  problems: Problem[]
}

const unknownImport = () => notFound('user_import.unknown', 'This import does not exist.')

function things(count: number): string {
  return count === 1 ? '1 user' : `${count} users`
}

/** Leaves out people who came before in the same file, by address or by external ID. */
function withoutRepeated(lines: readonly ReadLine[], problems: Problem[]): ReadLine[] {
  const seen = new Map<string, number>()
  return lines.filter(({ line, person: { email, externalId } }) => {
    const keys = [
      ['email address', email.toLowerCase()],
      ['external ID', externalId],
    ] as const
    for (const [what, value] of keys) {
      const earlier = value === null ? undefined : seen.get(`${what}:${value}`)
      if (earlier === undefined) continue
      problems.push({ line, message: `Line ${earlier} has the same ${what}.` })
      return false
    }
    for (const [what, value] of keys) if (value !== null) seen.set(`${what}:${value}`, line)
    return true
  })
}

const nameIn = (directory: UserDirectory, userId: number): string => directory.byId.get(userId)?.name ?? ''

function present(one: StoredUserImport, directory: UserDirectory): UserImport {
  const { userIds, createdBy, createdAt, undoneAt, ...rest } = one
  return {
    ...rest,
    added: userIds.length,
    createdBy: { id: createdBy, name: nameIn(directory, createdBy) },
    createdAt: createdAt.toISOString(),
    undoneAt: undoneAt?.toISOString() ?? null,
  }
}

/** Users from a file: previewed, added with or without an invitation, and undone as a whole. */
export function createUserImports(platform: Platform, neighbours: UserImportNeighbours) {
  const { audit, users, sheets } = neighbours
  const { clock } = platform
  const dbOf = ({ tenantId }: Actor) => platform.database.tenant(tenantId)

  async function readLines(
    actor: Actor,
    file: { uploadId: string; fileName: string },
    form: UserImportForm,
  ): Promise<{ rows: number; lines: ReadLine[]; problems: Problem[] }> {
    const read = createPersonReader(form)
    const lines: ReadLine[] = []
    const problems: Problem[] = []
    let count = 0
    const source = await sheets.openTable(actor.tenantId, file, form.settings)
    for await (const { rows } of source.batches()) {
      count += rows.length
      if (count > mostRows) {
        throw invalid('user_import.rows', {
          uploadId: `The file has more than ${mostRows} rows. Choose a file of users.`,
        })
      }
      for (const { line, cells, problem } of rows) {
        const person = problem === undefined ? read(cells.map(String)) : { refused: problem }
        if ('refused' in person) problems.push({ line, message: person.refused })
        else lines.push({ line, person })
      }
    }
    return { rows: count, lines, problems }
  }

  async function planOf(actor: Actor, form: UserImportForm): Promise<Plan & { fileName: string }> {
    const faults = faultsOfColumns(form)
    if (Object.keys(faults).length > 0) throw invalid('user_import.columns', faults)
    const upload = await sheets.findUpload(actor, form.uploadId)
    const { rows, lines, problems } = await readLines(actor, upload, form).catch((error: unknown) => {
      throw error instanceof TableError ? invalid('user_import.file', { uploadId: error.message }) : error
    })
    const distinct = withoutRepeated(lines, problems)
    const admitted = await users.intake.admit(
      actor,
      distinct.map(({ person }) => person),
    )
    const ready: ReadLine[] = []
    let existing = 0
    for (const [at, one] of distinct.entries()) {
      const admission = admitted[at] ?? 'exists'
      if (admission === 'ready') ready.push(one)
      else if (admission === 'exists') {
        existing += 1
        problems.push({ line: one.line, message: `${one.person.email}: Already Exists` })
      } else problems.push({ line: one.line, message: admission.refused })
    }
    return {
      fileName: upload.fileName,
      rows,
      ready,
      existing,
      problems: problems.toSorted((a, b) => a.line - b.line),
    }
  }

  async function list(actor: Actor): Promise<UserImport[]> {
    const [imports, directory] = await Promise.all([
      listUserImports(dbOf(actor), actor.tenantId),
      users.directory(actor.tenantId),
    ])
    return imports.map((one) => present(one, directory))
  }

  async function deactivate(actor: Actor, userIds: readonly number[]): Promise<UserImportUndone> {
    const kept: UserImportUndone['kept'] = []
    let deactivated = 0
    for (const userId of userIds) {
      const directory = await users.directory(actor.tenantId)
      if (directory.byId.get(userId)?.status === 'DEACTIVATED') continue
      try {
        await users.changeStatus(actor, userId, { status: 'DEACTIVATED' })
        deactivated += 1
      } catch (error) {
        if (!(error instanceof AppError)) throw error
        kept.push({ userId, name: nameIn(directory, userId), message: error.message })
      }
    }
    return { deactivated, kept }
  }

  return {
    list,

    /** Shows what an import would do. Errors: invalid_input `user_import.columns`, `user_import.file`. */
    async preview(actor: Actor, form: UserImportForm): Promise<UserImportPreview> {
      const { rows, ready, existing, problems } = await planOf(actor, form)
      return {
        rows,
        ready: ready.length,
        existing,
        refused: problems.length - existing,
        people: ready.slice(0, mostShown).map(({ line, person }) => ({
          line,
          email: person.email,
          name: `${person.firstName} ${person.lastName}`.trim(),
          roleName: roleNameOf(person.roleId),
        })),
        problems: problems.slice(0, mostShown),
      }
    },

    /** Adds the users that a preview shows as ready. Errors: those of the preview, `user_import.many`. */
    async run(actor: Actor, form: UserImportForm): Promise<UserImport[]> {
      const { tenantId, userId } = actor
      const { fileName, ready, existing, problems } = await planOf(actor, form)
      if (ready.length > mostImportedUsers) {
        throw invalid('user_import.many', {
          uploadId: `The file adds ${ready.length} users. Import at most ${mostImportedUsers} at once: split the file.`,
        })
      }
      const importId = await insertUserImport(dbOf(actor), tenantId, {
        fileName,
        sendsMail: form.sendsMail,
        existing,
        refused: problems.length - existing,
        createdBy: userId,
        createdAt: clock.now(),
      })
      const people = ready.map(({ person }) => person)
      const added = await users.intake.add(actor, people, {
        sendsMail: form.sendsMail,
        onAdded: (tx, id) => noteAdded(tx, tenantId, importId, id),
      })
      await transact(dbOf(actor), (tx) =>
        audit.write(tx, tenantId, {
          action: 'user.imported',
          summary: `${things(added)} imported from “${fileName}”`,
          actor,
          subject: { kind: 'user import', id: importId, name: fileName },
          details: { added, existing, refused: problems.length - existing, sendsMail: form.sendsMail },
        }),
      )
      return list(actor)
    },

    /**
     * Deactivates everyone whom an import added. Users who can't be, such as the last administrator, stay and are
     * named. Errors: not_found `user_import.unknown`; conflict `user_import.undone`.
     */
    async undo(actor: Actor, importId: number): Promise<UserImportUndone> {
      const { tenantId } = actor
      const one = await findUserImport(dbOf(actor), tenantId, importId)
      if (!one) throw unknownImport()
      if (one.undoneAt) {
        throw new AppError('conflict', 'user_import.undone', 'This import has been undone already.')
      }
      const undone = await deactivate(actor, one.userIds)
      const { deactivated, kept } = undone
      await transact(dbOf(actor), async (tx) => {
        await markUndone(tx, tenantId, importId, { kept: kept.length, at: clock.now() })
        await audit.write(tx, tenantId, {
          action: 'user.import_undone',
          summary: `Import of users from “${one.fileName}” undone: ${things(deactivated)} deactivated`,
          actor,
          subject: { kind: 'user import', id: importId, name: one.fileName },
          details: { deactivated, kept: kept.length },
        })
      })
      return undone
    },
  }
}

export type UserImports = ReturnType<typeof createUserImports>
