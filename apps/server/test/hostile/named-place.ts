import type { Path } from './hostile-value.ts'

const words = (path: string): string[] =>
  path.split(/[.[\]]+/).filter((word) => word !== '' && !/^\d+$/.test(word))

/** What two fields hold together is named at one of them. */
const alsoNamed: Record<string, string[]> = {
  organizationId: ['organization', 'account'],
  primaryOwner: ['system:owners'],
}

/** What holds fields by their names: then those inside are named. */
export const isGroup = (path: Path): boolean =>
  path.length === 0 ||
  (path.length === 1 && /^(globalFields|customFields|data|formData)$/.test(String(path[0])))

/** Whether one of the fields that an answer names lies on the path, or at the call as a whole. */
export function namesPlace(fields: readonly string[], path: Path): boolean {
  const onPath = new Set(path.flatMap((key) => [...words(String(key)), ...(alsoNamed[key] ?? [])]))
  return fields.some(
    (field) => field === 'body' || field === path.join('.') || words(field).some((word) => onPath.has(word)),
  )
}
