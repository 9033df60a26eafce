import { readSession } from '../../api/session.ts'
import { startCanvas } from './editor/load-canvas.ts'
import { requestScenarioEarly } from './scenario-start.calls.ts'

/** How long the page waits for its data at most, before it shows that there is none yet. Milliseconds. */
const patience = 200

/**
 * Requests what a scenario has to wait for, while the page that shows it is still on its way. The canvas is large, so
 * it comes beside the scripts that read the data, and so does the data. Resolves when the page can draw all of it at
 * once, which takes less than to draw that it waits and then again.
 */
export async function startScenario(id: number): Promise<void> {
  if (!readSession().user) return
  const canvas = startCanvas()
  requestScenarioEarly(id)
  const { requestScenario } = await import('./scenario-requests.ts')
  const ready = Promise.all([canvas, requestScenario(id)])
  await Promise.race([ready, new Promise((resolve) => setTimeout(resolve, patience))])
}
