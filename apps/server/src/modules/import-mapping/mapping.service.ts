import type {
  ChangeImportMapping,
  CreateImportMapping,
  ImportMapping,
} from '@steward/contracts/import/mapping'
import type { LevelId } from '@steward/contracts/level'
import { keepsOrder, type Actor } from '../../platform/actor.ts'
import { transact, type Tx } from '../../platform/db/database.ts'
import { AppError, notFound, violatedConstraint } from '../../platform/errors.ts'
import type { Platform } from '../../platform/platform.ts'
import type { UserService } from '../user-management/index.ts'
import {
  deleteMapping,
  findMapping,
  insertMapping,
  listMappings,
  updateMapping,
  type StoredMapping,
} from './mapping.store.ts'

function refusal(error: unknown): unknown {
  if (violatedConstraint(error) !== 'import_mapping_name') return error
  const message = 'There is already a mapping with this name. Choose another one.'
  return new AppError('conflict', 'import_mapping.name_taken', message, { name: message })
}

const unknown = () => notFound('import_mapping.unknown', 'This mapping no longer exists.')

/** Its creator changes a mapping, and so do managers and administrators. */
function mayEdit(actor: Actor, { createdBy }: Pick<StoredMapping, 'createdBy'>): boolean {
  return createdBy === actor.userId || keepsOrder(actor)
}

/** Mappings of files under a name, for everyone who imports. */
export function createMappingService(
  platform: Platform,
  { users }: { users: Pick<UserService, 'directory'> },
) {
  const dbOf = ({ tenantId }: Actor) => platform.database.tenant(tenantId)

  async function present(actor: Actor, mappings: readonly StoredMapping[]): Promise<ImportMapping[]> {
    const { byId } = await users.directory(actor.tenantId)
    return mappings.map(({ createdBy, updatedAt, ...mapping }) => ({
      ...mapping,
      mayEdit: mayEdit(actor, { createdBy }),
      createdBy: { id: createdBy, name: byId.get(createdBy)?.name ?? 'Former user' },
      updatedAt: updatedAt.toISOString(),
    }))
  }

  async function read(actor: Actor, mappingId: number): Promise<ImportMapping> {
    const stored = await findMapping(dbOf(actor), actor.tenantId, mappingId)
    const [mapping] = await present(actor, stored ? [stored] : [])
    if (!mapping) throw unknown()
    return mapping
  }

  /** Does something with a mapping that the actor may change. Errors: not_found, forbidden, conflict. */
  async function act(
    actor: Actor,
    mappingId: number,
    work: (tx: Tx, mapping: StoredMapping) => Promise<void>,
  ): Promise<void> {
    try {
      await transact(dbOf(actor), async (tx) => {
        const mapping = await findMapping(tx, actor.tenantId, mappingId)
        if (!mapping) throw unknown()
        if (!mayEdit(actor, mapping)) {
          const message = 'Only the creator, managers and administrators can change this mapping.'
          throw new AppError('forbidden', 'import_mapping.not_yours', message)
        }
        await work(tx, mapping)
      })
    } catch (error) {
      throw refusal(error)
    }
  }

  return {
    list: async (actor: Actor, level: LevelId): Promise<ImportMapping[]> =>
      present(actor, await listMappings(dbOf(actor), actor.tenantId, level)),

    /** Error: conflict where the name is taken. */
    async create(actor: Actor, form: CreateImportMapping): Promise<ImportMapping> {
      const { tenantId, userId } = actor
      const stored = { ...form, createdBy: userId, updatedAt: platform.clock.now() }
      try {
        return await read(actor, await transact(dbOf(actor), (tx) => insertMapping(tx, tenantId, stored)))
      } catch (error) {
        throw refusal(error)
      }
    },

    /** Errors: those of `act`. */
    async change(actor: Actor, mappingId: number, form: ChangeImportMapping): Promise<ImportMapping> {
      await act(actor, mappingId, (tx, before) =>
        updateMapping(tx, actor.tenantId, { ...before, ...form, updatedAt: platform.clock.now() }),
      )
      return read(actor, mappingId)
    },

    async remove(actor: Actor, mappingId: number): Promise<void> {
      await act(actor, mappingId, (tx) => deleteMapping(tx, actor.tenantId, mappingId))
    },
  }
}

export type MappingService = ReturnType<typeof createMappingService>
