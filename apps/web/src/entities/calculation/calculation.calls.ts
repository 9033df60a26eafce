import { queryOptions } from '@tanstack/react-query'
import type { CalculationState, CheckFormula, FormulaCheck } from '@steward/contracts/calculation'
import type { Field } from '@steward/contracts/field'
import { levelOf, type LevelId } from '@steward/contracts/level'
import { api, send } from '../../api/client.ts'

/** Checks a formula, and works it out for a record where one is named. */
export async function checkFormula(input: CheckFormula, signal: AbortSignal): Promise<FormulaCheck> {
  const body = { ...input, level: levelOf(input.level).name }
  return (await send(api.POST('/core/fields/formula/check', { body, signal }))).data
}

/** How often a state is asked for while values are calculated, in milliseconds. */
const whileWorking = 1500

export function calculationQuery(fieldId: number) {
  return queryOptions({
    queryKey: ['fields', 'calculation', fieldId],
    queryFn: async ({ signal }): Promise<CalculationState> =>
      (await send(api.GET('/core/fields/{id}/calculation', { params: { path: { id: fieldId } }, signal })))
        .data,
    refetchInterval: ({ state }) =>
      state.data?.state === 'waiting' || state.data?.state === 'running' ? whileWorking : false,
  })
}

/** The custom fields of a level, with their ids. */
export function customFieldsQuery(level: LevelId) {
  const { name } = levelOf(level)
  return queryOptions({
    queryKey: ['fields', 'custom', name],
    queryFn: async ({ signal }): Promise<readonly Field[]> => {
      const query = { level: name, format: 'list' } as const
      return (await send(api.GET('/core/fields', { params: { query }, signal }))).data as Field[]
    },
  })
}
