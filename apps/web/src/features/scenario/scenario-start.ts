import { queryClient } from '../../api/query-client.ts'
import { readSession } from '../../api/session.ts'
import { loadCanvas } from './editor/load-canvas.ts'
import { startsOnCanvas } from './editor/graph-mode.ts'
import { nodeTypesQuery, scenarioQuery } from './scenario.calls.ts'

/** Asks for what a scenario has to wait for, while the page that shows it is still on its way. */
export function startScenario(id: number): void {
  if (!readSession().user) return
  void queryClient.prefetchQuery(nodeTypesQuery)
  void queryClient.prefetchQuery(scenarioQuery(id))
  if (startsOnCanvas()) void loadCanvas().catch(() => undefined)
}
