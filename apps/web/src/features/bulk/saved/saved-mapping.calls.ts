import { queryOptions } from '@tanstack/react-query'
import type { CreateImportMapping, ImportMapping } from '@steward/contracts/import/mapping'
import type { MappingChoices } from '@steward/contracts/sheet'
import type { Level } from '@steward/contracts/level'
import { api, send } from '../../../api/client.ts'

const mappingsKey = ['import-mappings'] as const

/** The mappings of a level that were saved, by name. */
export function mappingsQuery(level: Level) {
  return queryOptions({
    queryKey: [...mappingsKey, level.name],
    queryFn: async ({ signal }): Promise<ImportMapping[]> => {
      const init = { params: { query: { level: level.name } }, signal }
      return (await send(api.GET('/core/entity/bulk/mappings', init))).data
    },
  })
}

export async function createMapping(
  level: Level,
  name: string,
  choices: MappingChoices,
): Promise<ImportMapping> {
  const body: Omit<CreateImportMapping, 'level'> & { level: Level['name'] } = {
    level: level.name,
    name,
    choices,
  }
  return (await send(api.POST('/core/entity/bulk/mappings', { body }))).data
}

export async function updateMapping(mappingId: number, choices: MappingChoices): Promise<ImportMapping> {
  const init = { params: { path: { mappingId } }, body: { choices } }
  return (await send(api.PUT('/core/entity/bulk/mappings/{mappingId}', init))).data
}

export async function deleteMapping(mappingId: number): Promise<void> {
  await send(api.DELETE('/core/entity/bulk/mappings/{mappingId}', { params: { path: { mappingId } } }))
}
