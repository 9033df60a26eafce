import { queryOptions } from '@tanstack/react-query'
import type { ScenarioCeilingsForm } from '@steward/contracts/scenario/ceiling'
import { api, send } from '../../../api/client.ts'
import { scenarioKey } from '../scenario.calls.ts'

export const limitsQuery = queryOptions({
  queryKey: [...scenarioKey, 'limits'],
  queryFn: async ({ signal }): Promise<ScenarioCeilingsForm> =>
    (await send(api.GET('/scenario-management/limits', { signal }))).data,
})

export async function saveLimits(limits: ScenarioCeilingsForm): Promise<void> {
  await send(api.PUT('/scenario-management/limits', { body: limits }))
}

/** What signs the calls of scenarios; null for those who may not see it. */
export const callSecretQuery = queryOptions({
  queryKey: [...scenarioKey, 'call secret'],
  queryFn: async ({ signal }): Promise<string | null> =>
    (await send(api.GET('/scenario-management/call-signing', { signal }))).data.secret,
})
