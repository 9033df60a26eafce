import { roleIds } from '@steward/contracts/plain/permission'
import type { Level } from '@steward/contracts/level'
import { useUser } from '../../api/session.ts'

/** Whether only the reader's own records are shown, and whether their role leaves no choice. */
export function useMine(level: Level, asked: boolean): { mine: boolean; mineLocked: boolean } {
  const { roleId } = useUser()
  const mineLocked = level.id !== 3 && roleId === roleIds.normalUser
  return { mine: level.id !== 3 && (asked || mineLocked), mineLocked }
}
