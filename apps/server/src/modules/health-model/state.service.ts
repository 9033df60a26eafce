import type { HealthModelState, HealthVersion } from '@steward/contracts/health'
import type { LevelId } from '@steward/contracts/level'
import type { Person } from '@steward/contracts/timeline'
import type { Platform } from '../../platform/platform.ts'
import type { UserDirectory, UserService } from '../user-management/index.ts'
import type { Models } from './model.service.ts'
import { findModel, findVersion, type BriefVersion } from './model.store.ts'

function personOf(users: UserDirectory, userId: number | null): Person | null {
  if (userId === null) return null
  const user = users.byId.get(userId)
  return { id: userId, name: user?.name ?? 'Former user', imageId: user?.imageId ?? null }
}

export function presentVersion(users: UserDirectory, version: BriefVersion): HealthVersion {
  const { versionId, number, publishedAt, authorId, note, rolledBackTo } = version
  return { versionId, number, publishedAt, author: personOf(users, authorId), note, rolledBackTo }
}

/** Shows the model of a level as it stands. */
export function createStates({ database }: Platform, models: Models, users: UserService) {
  return async function stateOf(tenantId: number, level: LevelId): Promise<HealthModelState> {
    const db = database.tenant(tenantId)
    const [row, directory, recompute] = await Promise.all([
      findModel(db, tenantId, level),
      users.directory(tenantId),
      models.progress(tenantId, level),
    ])
    const version = await findVersion(db, tenantId, row.versionId)
    const [problems, publishedProblems] = await Promise.all([
      models.problems(tenantId, level, row.draft),
      version ? models.problems(tenantId, level, version.model) : [],
    ])
    return {
      entityLevelId: level,
      draft: row.draft,
      revision: row.revision,
      changed: row.changed,
      changedBy: personOf(directory, row.changedBy),
      changedAt: row.changedAt,
      problems,
      published: version ? presentVersion(directory, version) : null,
      publishedProblems,
      recompute,
    }
  }
}

export type StateOf = ReturnType<typeof createStates>
