import type { Stage } from '../stage.ts'
import { firstRow, slowest, type Page, type WebFigure } from './browser.ts'
import { listOf, loadList } from './list.bench.ts'

const rate = 4
const loads = 5

/** The list with 20 columns on a processor that is four times slower. */
export async function measureSlowed(page: Page, stage: Stage): Promise<WebFigure[]> {
  const address = await listOf(stage, 20)
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate })
  const { paint, rows } = await loadList(page, address, loads)
  const figures: WebFigure[] = [
    { measure: `slowed ${rate}×: largest paint, median of ${loads} loads`, value: paint, bound: 2200 },
    { measure: `slowed ${rate}×: first rows, median of ${loads} loads`, value: rows, bound: 2600 },
  ]
  const note = async (measure: string, act: (time: number) => Promise<void>) => {
    const value = await slowest(page, act)
    figures.push({ measure: `slowed ${rate}×, to the next paint: ${measure}`, value, bound: 240 })
  }
  const grid = page.getByRole('grid')
  await firstRow(page)
  await page.waitForTimeout(2000)
  const box = (time: number) => grid.getByRole('checkbox').nth(2 + (time % 8))
  await note('select a row', (time) => box(time).click())
  await page.keyboard.press('Escape')
  await grid.getByRole('row').nth(3).locator('[data-column]').nth(3).click()
  await note('peek', () => page.keyboard.press('Space'))
  await page.keyboard.press('Escape')
  await note('sort', () => grid.getByRole('columnheader').nth(2).click())
  await session.send('Emulation.setCPUThrottlingRate', { rate: 1 })
  await session.detach()
  return figures
}
