import { queryClient } from '../../api/query-client.ts'
import { readSession } from '../../api/session.ts'
import { startCanvas } from './editor/load-canvas.ts'
import { nodeTypesQuery, scenarioQuery } from './scenario.calls.ts'

/** Requests all that a scenario is drawn from. */
export function requestScenario(id: number): void {
  if (!readSession().user) return
  startCanvas()
  void queryClient.prefetchQuery(nodeTypesQuery)
  void queryClient.prefetchQuery(scenarioQuery(id))
}
