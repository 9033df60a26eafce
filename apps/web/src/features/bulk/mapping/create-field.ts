import { useQueryClient } from '@tanstack/react-query'
import { customDataTypes, dataTypes, type CustomDataType } from '@steward/contracts/data-type'
import type { Level } from '@steward/contracts/level'
import { api, send } from '../../../api/client.ts'
import { levelFieldsQuery, type LevelField } from '../../../api/fields.ts'
import type { ColumnGuess } from '../bulk.calls.ts'

export const fieldTypeOptions = customDataTypes.map((type) => ({ value: type, label: dataTypes[type].label }))

export interface NewField {
  displayName: string
  dataType: CustomDataType
}

/** The field that a column would make. */
export function fieldFrom(guess: ColumnGuess): NewField {
  return {
    displayName: guess.name.trim().slice(0, 100),
    dataType: customDataTypes.find((type) => type === guess.dataType) ?? 'string',
  }
}

/** Defines a field and finds it among those of the level. Rejects with an ApiError. */
export function useCreateField(level: Level): (field: NewField) => Promise<LevelField | undefined> {
  const queryClient = useQueryClient()
  return async ({ displayName, dataType }) => {
    const body = { displayName: displayName.trim(), dataType, columnLevel: level.name }
    const { data } = await send(api.POST('/core/fields', { body }))
    const fields = await queryClient.fetchQuery({ ...levelFieldsQuery(level), staleTime: 0 })
    return fields.find((field) => field.name === data.name)
  }
}
