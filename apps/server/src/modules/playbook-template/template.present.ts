import { levelOf } from '@steward/contracts/level'
import { playbookStatuses } from '@steward/contracts/plain/playbook'
import type { PlaybookChange, PlaybookTemplate } from '@steward/contracts/playbook/template'
import type { Person } from '@steward/contracts/timeline'
import { may, type Actor } from '../../platform/actor.ts'
import type { UserDirectory } from '../user-management/index.ts'
import type { StoredChange, TemplateAtVersion } from './template.store.ts'

/** A user as they are shown; null where there is none. */
export function personOf({ byId }: UserDirectory, userId: number | null): Person | null {
  const user = userId === null ? undefined : byId.get(userId)
  return user ? { id: user.userId, name: user.name, imageId: user.imageId } : null
}

/** A template as the actor is shown it. How it is measured is for those alone who edit playbooks. */
export function presentTemplate(
  actor: Actor,
  stored: TemplateAtVersion,
  directory: UserDirectory,
  runningInstances: number,
): PlaybookTemplate {
  const { definition, stepIds, level, status, createdBy, createdAt, updatedAt, lastAppliedAt, ...rest } =
    stored
  const mayEdit = may(actor, 'playbook.edit')
  return {
    ...rest,
    name: definition.name,
    description: definition.description,
    durationDays: definition.durationDays,
    level: levelOf(level).name,
    status: playbookStatuses[status - 1] ?? 'archived',
    steps: definition.steps.map((step) => ({ ...step, stepId: stepIds[step.key] as number })),
    effect: mayEdit ? definition.effect : null,
    runningInstances,
    lastAppliedAt: lastAppliedAt?.toISOString() ?? null,
    createdBy: personOf(directory, createdBy),
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
    mayEdit,
  }
}

export function presentChange(
  { changeId, at, userId, action, version, details }: StoredChange,
  directory: UserDirectory,
): PlaybookChange {
  return { changeId, at: at.toISOString(), by: personOf(directory, userId), action, version, ...details }
}
