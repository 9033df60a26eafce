import { once } from '../load.ts'
import type { Stage } from '../stage.ts'
import { firstRow, slowest, type Page, type WebFigure } from './browser.ts'

async function nameOf(displayName: string, { steward }: Stage): Promise<string> {
  const path = '/api/core/fields?level=account&format=list'
  type Fields = { data: { name: string; displayName: string }[] }
  const { data } = (await once(steward, { method: 'GET', path })) as Fields
  const field = data.find((one) => one.displayName === displayName)
  if (!field) throw new Error(`There is no field ${displayName}`)
  return field.name
}

/** Cells are opened with F2 and committed with Enter, which opens the way to the cell below. */
export async function measureEditing(page: Page, stage: Stage): Promise<WebFigure[]> {
  const field = await nameOf('Number 1', stage)
  await page.goto(`/app/accounts/list?cols=${encodeURIComponent(JSON.stringify(field))}`)
  await firstRow(page)
  await page.waitForTimeout(1000)
  await page.getByRole('grid').locator(`[data-column="${field}"]`).nth(2).click()
  const value = await slowest(page, async (time) => {
    await page.keyboard.press('F2')
    await page.keyboard.type(String(time))
    await page.keyboard.press('Enter')
  })
  return [{ measure: 'to the next paint: an edit of a cell and its commit', value, bound: 120 }]
}
