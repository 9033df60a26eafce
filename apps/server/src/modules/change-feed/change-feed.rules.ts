import { roleIds, type RoleId } from '@steward/contracts/plain/permission'

interface Owned {
  recordId: number
  owners: readonly number[]
}

/**
 * The records of a change that a reader may see: all, or for a Normal User what they own. null stands for
 * more than are named, undefined for nothing that concerns the reader.
 */
export function seenRecords(
  reader: { userId: number; roleId: RoleId },
  records: readonly Owned[] | null,
): number[] | null | undefined {
  if (records === null) return null
  const seen =
    reader.roleId === roleIds.normalUser
      ? records.filter(({ owners }) => owners.includes(reader.userId))
      : records
  return seen.length === 0 ? undefined : seen.map(({ recordId }) => recordId)
}
