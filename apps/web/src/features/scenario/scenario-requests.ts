import { queryClient } from '../../api/query-client.ts'
import { readSession } from '../../api/session.ts'
import { startCanvas } from './editor/load-canvas.ts'
import { nodeTypesQuery, scenarioQuery } from './scenario.calls.ts'

/** Requests all that a scenario is drawn from. */
export async function requestScenario(id: number): Promise<void> {
  if (!readSession().user) return
  void startCanvas()
  await Promise.all([queryClient.prefetchQuery(nodeTypesQuery), queryClient.prefetchQuery(scenarioQuery(id))])
}
