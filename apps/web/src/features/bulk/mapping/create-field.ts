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

interface CreatedFields {
  /** By the columns that they were made from. */
  created: ReadonlyMap<number, LevelField>
  /** The error of the first field that could not be created; the fields after it were not requested. */
  error: unknown
}

/** Defines a field for each of some columns, one after the other, and finds them among those of the level. */
export function useCreateFields(level: Level) {
  const queryClient = useQueryClient()
  return async (
    wanted: ReadonlyMap<number, NewField>,
    onCreated: (count: number) => void,
  ): Promise<CreatedFields> => {
    const names = new Map<number, string>()
    let error: unknown = null
    try {
      for (const [column, field] of wanted) {
        names.set(column, await createField(level, field))
        onCreated(names.size)
      }
    } catch (failure) {
      error = failure
    }
    const fields = await queryClient.fetchQuery({ ...levelFieldsQuery(level), staleTime: 0 })
    const created = [...names].flatMap(([column, name]) => {
      const field = fields.find((one) => one.name === name)
      return field ? [[column, field] as const] : []
    })
    return { created: new Map(created), error }
  }
}
