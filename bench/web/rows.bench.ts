import type { Stage } from '../stage.ts'
import { busyTime, firstRow, median, type Page, type WebFigure } from './browser.ts'
import { listOf } from './list.bench.ts'

const loads = 5
const rowsSeen = 10_000
const rowsAtOnce = 100
const bytes = 1024 * 1024

/** CPU milliseconds of the main thread for one load, until nothing is left to be done. */
async function mainThread(page: Page, address: string): Promise<number> {
  // A page of the same process without scripts: what it costs is not counted.
  await page.goto('/readyz')
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  const before = await busyTime(session)
  await page.goto(address)
  await firstRow(page)
  await page.waitForTimeout(2000)
  const spent = (await busyTime(session)) - before
  await session.detach()
  return spent
}

/** Scrolls window by window through so many rows, each time until some are there. */
async function seeRows(page: Page, count: number): Promise<void> {
  const grid = page.getByRole('grid')
  const all = Number(await grid.getAttribute('aria-rowcount')) - 1
  const rowHeight = (await grid.getByRole('rowheader').first().boundingBox())?.height ?? 0
  for (let row = rowsAtOnce; row < Math.min(all, count); row += rowsAtOnce) {
    await grid.evaluate((one, top) => one.scrollTo({ top }), row * rowHeight)
    await grid.locator(`[role=row][aria-rowindex="${row + 3}"] [role=rowheader] a`).waitFor()
  }
}

async function heapOf(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page)
  await session.send('HeapProfiler.collectGarbage')
  const { usedSize } = await session.send('Runtime.getHeapUsage')
  await session.detach()
  return usedSize / bytes
}

/** The list with 20 columns: what a load costs the main thread, and the memory once many rows were seen. */
export async function measureRows(page: Page, stage: Stage): Promise<WebFigure[]> {
  const address = await listOf(stage, 20)
  const costs: number[] = []
  for (let load = 0; load < loads; load += 1) costs.push(await mainThread(page, address))
  await seeRows(page, rowsSeen)
  return [
    {
      measure: `list: CPU of the main thread until idle, median of ${loads} loads`,
      value: median(costs),
      bound: 420,
    },
    { measure: `list: memory after ${rowsSeen} rows, MB`, value: await heapOf(page), bound: 40 },
  ]
}
