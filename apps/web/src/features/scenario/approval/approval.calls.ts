import { infiniteQueryOptions } from '@tanstack/react-query'
import type { ApprovalState } from '@steward/contracts/plain/scenario'
import type { ScenarioApproval } from '@steward/contracts/scenario/approval'
import { api, send } from '../../../api/client.ts'
import { scenarioKey } from '../scenario.calls.ts'

export interface ApprovalPage {
  data: ScenarioApproval[]
  hasMore: boolean
}

/** What scenarios ask, the newest first. */
export function approvalsQuery(state: ApprovalState, everyone: boolean) {
  return infiniteQueryOptions({
    queryKey: [...scenarioKey, 'approvals', state, everyone],
    queryFn: async ({ signal, pageParam }): Promise<ApprovalPage> => {
      const query = { state, everyone, ...(pageParam > 0 && { before: pageParam }) }
      return (await send(
        api.GET('/scenario-management/approvals', { params: { query }, signal }),
      )) as ApprovalPage
    },
    initialPageParam: 0,
    getNextPageParam: ({ data, hasMore }) => (hasMore ? (data.at(-1)?.approvalId ?? null) : null),
  })
}

export async function decideApproval({ id, approved }: { id: number; approved: boolean }): Promise<void> {
  await send(
    api.POST('/scenario-management/approvals/{id}/decide', {
      params: { path: { id } },
      body: { approved },
    }),
  )
}
