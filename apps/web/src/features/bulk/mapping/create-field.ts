import { useQueryClient } from '@tanstack/react-query'
import { customDataTypes, dataTypes } from '@steward/contracts/data-type'
import type { Level } from '@steward/contracts/level'
import { type LevelField, levelFieldsQuery } from '../../../entities/field/index.ts'
import { createField, type ColumnGuess, type NewField } from '../bulk.calls.ts'

export const fieldTypeOptions = customDataTypes.map((type) => ({ value: type, label: dataTypes[type].label }))

/** The field that a column would make. */
export function fieldFrom(guess: ColumnGuess): NewField {
  return {
    displayName: guess.fieldName,
    dataType: customDataTypes.find((type) => type === guess.dataType) ?? 'string',
  }
}

/** Defines a field and finds it among those of the level. Rejects with an ApiError. */
export function useCreateField(level: Level): (field: NewField) => Promise<LevelField | undefined> {
  const queryClient = useQueryClient()
  return async (field) => {
    const name = await createField(level, field)
    const fields = await queryClient.fetchQuery({ ...levelFieldsQuery(level), staleTime: 0 })
    return fields.find((one) => one.name === name)
  }
}
