import { startCanvas } from './editor/load-canvas.ts'

/**
 * Requests what a scenario has to wait for, while the page that shows it is still on its way. The canvas is large, so
 * it comes beside the scripts that request the data, not after them.
 */
export async function startScenario(id: number): Promise<void> {
  startCanvas()
  const { requestScenario } = await import('./scenario-requests.ts')
  requestScenario(id)
}
