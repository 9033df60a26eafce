import { queryOptions } from '@tanstack/react-query'
import type { Survey } from '@steward/contracts/survey/survey'
import { api, send } from '../../../api/client.ts'

/** The surveys whose answers a scenario can follow. */
export const surveyChoicesQuery = queryOptions({
  queryKey: ['surveys', 'choices'],
  queryFn: async ({ signal }): Promise<Survey[]> =>
    (await send(api.GET('/survey-management/surveys', { signal }))).data as Survey[],
})
