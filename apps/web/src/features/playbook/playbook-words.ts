import type { InstanceStatus } from '@steward/contracts/plain/playbook'
import type { TaskStatus } from '@steward/contracts/plain/task'
import type { Tone } from '../../ui/badge.tsx'

export const statusWords: Readonly<Record<InstanceStatus | TaskStatus, string>> = {
  OPEN: 'Open',
  PLANNED: 'Planned',
  IN_PROGRESS: 'In progress',
  COMPLETED: 'Completed',
  ARCHIVED: 'Archived',
}

export const stepWords = { waiting: 'Waiting', skipped: 'Skipped', unmet: 'Left out', task: '' } as const

export const templateTones: Readonly<Record<'active' | 'inactive' | 'archived', Tone>> = {
  active: 'good',
  inactive: 'neutral',
  archived: 'neutral',
}

export const templateWords = { active: 'Active', inactive: 'Inactive', archived: 'Archived' } as const

export function counted(count: number, noun: string): string {
  return `${count.toLocaleString()} ${noun}${count === 1 ? '' : 's'}`
}
